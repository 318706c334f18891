/* Places joined by links, as sets: what can be reached, and how far it is. `ends[link]` is the set of
   places that a link joins. */

static word reach(game *G, const word *ends, int rows, word start, word links) {
    if (links >> (rows - 1) >> 1) trap(G);
    word near = start, rest = links & -2;
    for (;;) {
        word wider = near;
        for (word left = rest; left; left &= left - 1) {
            int link = lowest_bit(left);
            if (!(ends[link] & wider)) continue;
            wider |= ends[link];
            rest ^= (word)((bits)1 << link);
        }
        if (wider == near) return near;
        near = wider;
    }
}

static word distance(game *G, const word *ends, int rows, word start, word goal, word links) {
    if (links >> (rows - 1) >> 1) trap(G);
    word near = start, rest = links & -2, steps = 0;
    for (;; steps++) {
        if (has(G, near, goal)) return steps;
        word wider = near;
        for (word left = rest; left; left &= left - 1) {
            int link = lowest_bit(left);
            if (!(ends[link] & near)) continue;
            wider |= ends[link];
            rest ^= (word)((bits)1 << link);
        }
        if (wider == near) return -1;
        near = wider;
    }
}

/* Rows by the value of a constant field, and by a set of values. */
static inline word rows_of(const word *sets, word count, word value) {
    return value >= 0 && value < count ? sets[value] : 0;
}

static inline word rows_in(const word *sets, word count, word values) {
    word found = 0;
    for (word rest = values; rest; rest &= rest - 1) found |= rows_of(sets, count, lowest_bit(rest));
    return found;
}
