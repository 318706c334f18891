/* Chance. Shuffles have a stream of their own each (SplitMix64, keyed by seed, name and count); random
   moves are drawn from the Mersenne Twister (Matsumoto and Nishimura, 1998) that Python has, so that
   the same seed plays the same game in both backends. */

static uint64_t splitmix64(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint64_t named(uint64_t key, const char *name) {
    for (; *name; name++) key = (key ^ (unsigned char)*name) * 0x100000001B3u;
    return key;
}

#define NO_NAME 0xCBF29CE484222325u

static uint64_t numbered(uint64_t key, word number) {
    char digits[24];
    int at = 23;
    digits[at] = 0;
    if (number < 0) return key;
    do digits[--at] = (char)('0' + (int)(number % 10));
    while ((number /= 10) && at);
    return named(key, digits + at);
}

static uint64_t below(uint64_t *state, uint64_t limit) {
    uint64_t spare = (UINT64_MAX % limit + 1) % limit; /* 2**64 mod limit */
    for (;;) {
        uint64_t number = splitmix64(state);
        if (!spare || number < 0 - spare) return number % limit;
    }
}

static int by_number(const void *a, const void *b) {
    word left = *(const word *)a, right = *(const word *)b;
    return (left > right) - (left < right);
}

static void shuffle(game *G, word pile, uint64_t key) {
    int mark = G->used;
    list mixed = cells_list(G, pile + PILE_HEAD, G->C[cell_at(G, pile)]);
    uint64_t state = (uint64_t)G->C[SEED] ^ key;
    uint64_t first = splitmix64(&state);
    state = first + (uint64_t)G->C[cell_at(G, pile + 1)];
    state = splitmix64(&state);
    if (mixed.size) qsort(mixed.items, (size_t)mixed.size, sizeof(word), by_number);
    for (int last = mixed.size - 1; last > 0; last--) {
        int other = (int)below(&state, (uint64_t)last + 1);
        word kept = mixed.items[last];
        mixed.items[last] = mixed.items[other];
        mixed.items[other] = kept;
    }
    for (int i = 0; i < mixed.size; i++) put(G, pile + PILE_HEAD + i, mixed.items[i]);
    put(G, pile + 1, G->C[pile + 1] + 1);
    G->used = mark;
}

/* The state that Python's `Random(seed)` begins with. */
static void seed_twister(uint32_t *state, uint64_t seed) {
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t length = key[1] ? 2 : 1;
    state[0] = 19650218u;
    for (uint32_t i = 1; i < 624; i++)
        state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
    uint32_t i = 1, j = 0;
    for (int k = 0; k < 624; k++) {
        state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1664525u)) + key[j] + j;
        if (++i == 624) state[0] = state[623], i = 1;
        if (++j == length) j = 0;
    }
    for (int k = 0; k < 623; k++) {
        state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1566083941u)) - i;
        if (++i == 624) state[0] = state[623], i = 1;
    }
    state[0] = 0x80000000u;
    state[624] = 624;
}

static void twist(game *G) {
    uint32_t *state = G->twister;
    if (!G->twisted++) memcpy(G->twister_before, state, sizeof G->twister);
    for (int i = 0; i < 624; i++) {
        int next = i < 623 ? i + 1 : 0, far = i < 227 ? i + 397 : i - 227;
        uint32_t mixed = (state[i] & 0x80000000u) | (state[next] & 0x7fffffffu);
        state[i] = state[far] ^ (mixed >> 1) ^ (-(mixed & 1) & 0x9908b0dfu);
    }
    state[624] = 0;
}

static inline uint32_t twister(game *G) {
    if (G->twister[624] >= 624) twist(G);
    uint32_t y = G->twister[G->twister[624]++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

/* A number from 0 to limit - 1. */
static inline int drawn(game *G, int limit) {
    uint32_t high = twister(G) >> 5, low = twister(G) >> 6;
    return (int)((high * 67108864.0 + low) / 9007199254740992.0 * limit);
}

/* Where chance stands before a move, to go back there after a trap. */
static uint32_t mark_chance(game *G) {
    G->twisted = 0;
    return G->twister[624];
}

static void restore_chance(game *G, uint32_t mark) {
    if (G->twisted) memcpy(G->twister, G->twister_before, sizeof G->twister);
    G->twister[624] = mark;
}
