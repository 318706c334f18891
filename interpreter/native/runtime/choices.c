/* Answers to the choices of a stage: all of them, those of a script, random ones, or one of each that is
   held. A choice is a loop that asks for the next answer until there is none. */

enum mode { EVERY, SCRIPTED, DRAWN, SPARING, VARIANTS };

#define STOP_SITE (-1)
#define ONE (-1) /* size of an answer that is one number */

typedef struct { list tried, open; int at, depth, site, held; int64_t before; } pick;
typedef struct { lists tried; int at, depth, site, held; int64_t before; } picks;

static void hurry(game *G) {
    if (!(++G->asked & 0xfff) && time(NULL) > G->until) trap(G);
}

static int is_held(int site) { return site >= 0 && site < SITES && HELD[site]; }

/* Is the answer here given by the script? */
static int is_given(game *G, int site) {
    if (G->mode == SCRIPTED) return G->depth < G->script_length;
    return G->mode == VARIANTS && !is_held(site) && G->depth < G->script_length;
}

static inline step *next_step(game *G, int depth, int site) {
    if (depth >= DEEPEST) trap(G);
    G->depth = depth + 1;
    step *next = &G->path[depth];
    next->site = site;
    return next;
}

static list those_in(game *G, list values, list others) {
    list found = new_list(G, values.size);
    for (int i = 0; i < values.size; i++)
        if (list_has(others, values.items[i])) found.items[found.size++] = values.items[i];
    return found;
}

/* None that is less than the pick before and could have been taken before it. */
static list in_order(game *G, int site, list found) {
    if (!G->depth || G->path[G->depth - 1].site != site) return found;
    if (is_given(G, site)) return found;
    step *last = &G->path[G->depth - 1];
    list left = new_list(G, found.size);
    for (int i = 0; i < found.size; i++)
        if (found.items[i] >= last->answer[0] || !list_has(last->opens, found.items[i]))
            left.items[left.size++] = found.items[i];
    return left;
}

/* `found` and `fits` are lists of this choice alone: random answers are taken out of them. */
static pick picking(game *G, int site, list found, const list *fits) {
    hurry(G);
    pick p = {.open = found, .depth = G->depth, .site = site, .before = G->found};
    p.held = G->mode == SPARING && is_held(site);
    p.tried = fits ? *fits : found;
    if (is_given(G, site)) {
        const step *given = &G->script[G->depth];
        word wanted = given->answer[0];
        int there = given->size == ONE && list_has(found, wanted) && list_has(p.tried, wanted);
        p.tried = copied(G, &wanted, there);
    }
    return p;
}

static inline int picked(game *G, pick *p, word *answer) {
    G->depth = p->depth;
    if (G->mode == DRAWN) {
        if (!p->tried.size) return 0;
        int place = drawn(G, p->tried.size);
        *answer = p->tried.items[place];
        p->tried.items[place] = p->tried.items[--p->tried.size];
    } else {
        if (p->at >= p->tried.size || (p->held && G->found != p->before)) return 0;
        *answer = p->tried.items[p->at++];
    }
    step *next = next_step(G, p->depth, p->site);
    next->size = ONE;
    next->answer[0] = *answer;
    next->opens = p->open;
    return 1;
}

static pick stopping(game *G) {
    word both[2] = {0, 1};
    return picking(G, STOP_SITE, copied(G, both, 2), NULL);
}

/* -- several pieces at once --------------------------------------------------------------- */

static int same_words(const word *a, const word *b, int size) {
    return !size || !memcmp(a, b, sizeof(word) * (size_t)size);
}

/* The combination that a script gives, if it is among these. */
static lists only_given(lists from, const step *given) {
    for (int i = 0; i < from.size && given->size == from.each; i++) {
        word *items = from.items + (word)i * from.each;
        if (same_words(given->answer, items, from.each)) return (lists){1, from.each, items};
    }
    return (lists){0, from.each, from.items};
}

static picks picking_lists(game *G, int site, lists found, const lists *fits) {
    hurry(G);
    picks p = {.depth = G->depth, .site = site, .before = G->found};
    p.held = G->mode == SPARING && is_held(site);
    p.tried = fits ? *fits : found;
    if (is_given(G, site)) p.tried = only_given(p.tried, &G->script[G->depth]);
    return p;
}

static int picked_list(game *G, picks *p, list *answer) {
    int each = p->tried.each;
    G->depth = p->depth;
    if (p->at >= p->tried.size || (p->held && G->found != p->before)) return 0;
    step *next = next_step(G, p->depth, p->site);
    word *from = p->tried.items + (word)p->at * each;
    if (G->mode == DRAWN) {
        from = p->tried.items + (word)drawn(G, p->tried.size) * each;
        word *last = p->tried.items + (word)--p->tried.size * each;
        memcpy(next->answer, from, sizeof(word) * (size_t)each);
        memmove(from, last, sizeof(word) * (size_t)each);
    } else {
        memcpy(next->answer, from, sizeof(word) * (size_t)each);
        p->at++;
    }
    next->size = each;
    next->opens = (list){0, NULL};
    *answer = (list){each, next->answer};
    return 1;
}

/* -- ends ---------------------------------------------------------------------------------- */

/* How the way leaves its stage: END, STOP or DRAW; the point; what is still needed. */
static void at_end(game *G, int kind, int point, const word *live, int size) {
    G->end_kind = kind;
    G->end_point = point;
    G->end_size = size;
    for (int i = 0; i < size && i < FRAME_SIZE; i++) G->end[i] = live[i];
}
