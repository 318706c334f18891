/* The position, the journal, the arena, lists: what everything else stands on.

   The position is one flat array of numbers inside one struct. Whatever changes a cell first notes
   (cell, old value) in the journal. Every index that is not a constant is bounded before it is used;
   what can't be done leaves by `trap`, and the Python backend then says what it was. */

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef WIDE
typedef __int128 word;
typedef unsigned __int128 bits;
#define WORD_BITS 128
#else
typedef int64_t word;
typedef uint64_t bits;
#define WORD_BITS 64
#endif

#define ARENA (1 << 21)
#define MOST_CHANGES (1 << 22)
#define DEEPEST 256
#ifndef STACK_ROOM
#define STACK_ROOM (192 * 1024)
#endif

typedef struct { int size; word *items; } list;
typedef struct { int size; int each; word *items; } lists;
typedef struct { int cell; word old; } change;

/* An answer: to which choice, and how many pieces; -1 = one that is no combination. */
typedef struct { int site; int size; word answer[MOST_TAKEN]; list opens; } step;

typedef struct game game;
typedef int (*way)(game *G, void *env);

struct game {
    word C[CELLS];
    change *journal;
    int noted, room;
    word *arena;
    int used, held;
    /* the answers so far, and how the next are found */
    step path[DEEPEST];
    int depth;
    int mode;
    int64_t ways, found;
    step script[DEEPEST];
    int script_length;
    int64_t asked;
    time_t until;
    /* how a way leaves its stage */
    int end_kind, end_point, end_size;
    word end[FRAME_SIZE];
    int stage;
    /* chance */
    uint32_t twister[625], twister_before[625];
    int twisted;
    /* what was found */
    word *out;
    size_t out_size, out_room;
    int truncated;
    step best_path[DEEPEST];
    int best_depth, best_stage, best_found;
    word best, worth_now;
    jmp_buf leave;
    char *stack;
};

__attribute__((noreturn, cold, noinline)) static void trap(game *G) { longjmp(G->leave, 1); }

static inline void guard(game *G) {
    char here;
    if (G->stack - &here > STACK_ROOM) trap(G);
}

static inline word cell_at(game *G, word i) {
    if (__builtin_expect((uint64_t)i >= CELLS, 0)) trap(G);
    return i;
}

static inline word row_at(game *G, word i, word rows) {
    if (__builtin_expect((uint64_t)i >= (uint64_t)rows, 0)) trap(G);
    return i;
}

static inline word *cells_at(game *G, word first, word count) {
    if (first < 0 || count < 0 || first > CELLS || count > CELLS - first) trap(G);
    return G->C + first;
}

/* -- the journal ------------------------------------------------------------------------ */

static void wider_journal(game *G) {
    if (G->room >= MOST_CHANGES) trap(G);
    change *wider = realloc(G->journal, 2 * sizeof(change) * (size_t)G->room);
    if (!wider) trap(G);
    G->journal = wider;
    G->room *= 2;
}

static inline void put(game *G, word cell, word value) {
    cell_at(G, cell);
    if (__builtin_expect(G->noted == G->room, 0)) wider_journal(G);
    G->journal[G->noted].cell = (int)cell;
    G->journal[G->noted++].old = G->C[cell];
    G->C[cell] = value;
}

static inline void undo(game *G, int mark) {
    while (G->noted > mark) {
        change *last = &G->journal[--G->noted];
        G->C[last->cell] = last->old;
    }
}

/* -- the arena: lists live as long as the loop or function that made them ---------------- */

static inline word *take(game *G, word count) {
    if (__builtin_expect(count < 0 || count > ARENA - G->held - G->used, 0)) trap(G);
    word *found = G->arena + G->used;
    G->used += (int)count;
    return found;
}

static inline list new_list(game *G, word room) { return (list){0, take(G, room)}; }

/* A list that outlives the loop it was made in: kept at the far end of the arena. */
static list hold(game *G, list values) {
    if (values.size > ARENA - G->held - G->used) trap(G);
    G->held += values.size;
    word *kept = G->arena + ARENA - G->held;
    if (values.size) memcpy(kept, values.items, sizeof(word) * (size_t)values.size);
    return (list){values.size, kept};
}

/* -- numbers and sets -------------------------------------------------------------------- */

static inline word bit(game *G, word row) {
    if (__builtin_expect((uint64_t)row >= WORD_BITS - 1, 0)) trap(G);
    return (word)((bits)1 << row);
}

static inline word shifted(game *G, word set, word by) {
    if (__builtin_expect(by < 0, 0)) trap(G);
    return set >> (by < WORD_BITS - 1 ? by : WORD_BITS - 1);
}

static inline int has(game *G, word set, word row) { return (int)(shifted(G, set, row) & 1); }

static inline int lowest_bit(word set) {
#ifdef WIDE
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)((bits)set >> 64));
#else
    return __builtin_ctzll((uint64_t)set);
#endif
}

static inline word size_of_set(word set) {
#ifdef WIDE
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)((bits)set >> 64));
#else
    return __builtin_popcountll((uint64_t)set);
#endif
}

static inline word product(game *G, word left, word right) {
    word number;
    if (__builtin_mul_overflow(left, right, &number)) trap(G);
    if (number < -2147483648LL || number > 2147483647LL) trap(G);
    return number;
}

static inline word quotient(game *G, word left, word right) {
    if (!right) trap(G);
    if (right == -1) return -left;
    word found = left / right;
    return found - ((left % right != 0) && ((left < 0) != (right < 0)));
}

static inline word smaller(word a, word b) { return b < a ? b : a; }
static inline word larger(word a, word b) { return b > a ? b : a; }

static inline word rounds(game *G, word number) {
    if (number > MOST_MEMBERS) trap(G);
    return number;
}

static inline int bounded(game *G, word times, word limit) {
    if (times >= limit) trap(G);
    return 1;
}

/* -- lists ------------------------------------------------------------------------------- */

static list copied(game *G, const word *items, word size) {
    list found = {(int)size, take(G, size)};
    if (size) memcpy(found.items, items, sizeof(word) * (size_t)size);
    return found;
}

static inline list copy_of(game *G, list values) { return copied(G, values.items, values.size); }

static list cells_list(game *G, word first, word size) {
    return copied(G, cells_at(G, first, size), size);
}

static list set_list_of(game *G, word set) {
    list found = new_list(G, size_of_set(set));
    for (word rest = set; rest; rest &= rest - 1) found.items[found.size++] = lowest_bit(rest);
    return found;
}

static list range_list(game *G, word low, word end) {
    if (end - low > MOST_MEMBERS) trap(G);
    list found = new_list(G, end > low ? end - low : 0);
    for (word each = low; each < end; each++) found.items[found.size++] = each;
    return found;
}

static list joined(game *G, list first, list second) {
    list found = new_list(G, (word)first.size + second.size);
    for (int i = 0; i < first.size; i++) found.items[found.size++] = first.items[i];
    for (int i = 0; i < second.size; i++) found.items[found.size++] = second.items[i];
    return found;
}

static int list_has(list values, word wanted) {
    for (int i = 0; i < values.size; i++)
        if (values.items[i] == wanted) return 1;
    return 0;
}

static word list_count(list values, word wanted) {
    word found = 0;
    for (int i = 0; i < values.size; i++) found += values.items[i] == wanted;
    return found;
}

static word position(word wanted, list values) {
    for (int i = 0; i < values.size; i++)
        if (values.items[i] == wanted) return i + 1;
    return 0;
}

static word item(game *G, list values, word index) {
    if (index < 0 || index >= values.size) trap(G);
    return values.items[index];
}

static word entry(game *G, const word *pairs, int count, word key) {
    for (int i = 0; i < count; i++)
        if (pairs[2 * i] == key) return pairs[2 * i + 1];
    trap(G);
}

static int same_list(list a, list b) {
    return a.size == b.size && (!a.size || !memcmp(a.items, b.items, sizeof(word) * (size_t)a.size));
}

static word list_sum(list values) {
    word sum = 0;
    for (int i = 0; i < values.size; i++) sum += values.items[i];
    return sum;
}

static word cells_sum(game *G, word first, word count) {
    const word *from = cells_at(G, first, count);
    word sum = 0;
    for (word i = 0; i < count; i++) sum += from[i];
    return sum;
}

static word largest(game *G, list values) {
    if (!values.size) trap(G);
    word found = values.items[0];
    for (int i = 1; i < values.size; i++) found = larger(found, values.items[i]);
    return found;
}

static word smallest(game *G, list values) {
    if (!values.size) trap(G);
    word found = values.items[0];
    for (int i = 1; i < values.size; i++) found = smaller(found, values.items[i]);
    return found;
}

/* The first candidate of each key; `keys` holds `width` numbers for each of them. */
static list once(game *G, list values, const word *keys, int width) {
    list found = new_list(G, values.size);
    int *kept = (int *)take(G, values.size);
    for (int i = 0; i < values.size; i++) {
        int known = 0;
        for (int j = 0; j < found.size && !known; j++) {
            known = 1;
            for (int k = 0; k < width && known; k++)
                known = keys[i * width + k] == keys[kept[j] * width + k];
        }
        if (known) continue;
        kept[found.size] = i;
        found.items[found.size++] = values.items[i];
    }
    return found;
}

/* Sorted by keys, equal ones in the order they had. */
static list sorted_by(list values, word *keys) {
    for (int i = 1; i < values.size; i++) {
        word item = values.items[i], key = keys[i];
        int j = i;
        for (; j > 0 && keys[j - 1] > key; j--) {
            keys[j] = keys[j - 1];
            values.items[j] = values.items[j - 1];
        }
        keys[j] = key;
        values.items[j] = item;
    }
    return values;
}

/* Each different row once, and how often it occurs. */
static list occurring(game *G, list values, word **limits) {
    list found = new_list(G, values.size);
    *limits = take(G, values.size);
    for (int i = 0; i < values.size; i++) {
        if (list_has(found, values.items[i])) continue;
        (*limits)[found.size] = list_count(values, values.items[i]);
        found.items[found.size++] = values.items[i];
    }
    return found;
}

/* `left` is how many pieces there are from `row` on. */
static void add_multisets(
    game *G, lists *found, list rows, const word *limits, int row, word left, word *way, int have
) {
    int each = found->each;
    if (have == each) {
        if (found->size == MOST_MEMBERS) trap(G);
        word *next = take(G, each);
        for (int i = 0; i < each; i++) next[i] = way[i];
        found->size++;
        return;
    }
    if (left < each - have) return;
    for (word number = smaller(limits[row], each - have); number >= 0; number--) {
        for (word i = 0; i < number; i++) way[have + i] = rows.items[row];
        add_multisets(G, found, rows, limits, row + 1, left - limits[row], way, have + (int)number);
    }
}

/* Every way to take `each` pieces, the order being immaterial. They lie one after the other. */
static lists multisets(game *G, list rows, const word *limits, int each) {
    if (each > MOST_TAKEN) trap(G);
    lists found = {0, each, take(G, 0)};
    word way[MOST_TAKEN], left = 0;
    for (int i = 0; i < rows.size; i++) {
        if (limits[i] < 0 || limits[i] > PILE_SIZE) trap(G);
        left += limits[i];
    }
    add_multisets(G, &found, rows, limits, 0, left, way, 0);
    return found;
}
