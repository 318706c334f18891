/* What Python calls. Whatever goes wrong in the rules leaves the position as it was. */

static void enter(game *G, char *here) {
    G->stack = here;
    G->until = time(NULL) + LONGEST;
    G->asked = 0;
}

/* What goes wrong from here on leaves the position as it is now, and ends the function. */
#define BEGIN(G, failed)      \
    char here;                \
    int mark = (G)->noted;    \
    enter(G, &here);          \
    if (setjmp((G)->leave)) { \
        undo(G, mark);        \
        return failed;        \
    }

EXPORT game *game_new(void) {
    game *G = calloc(1, sizeof(game));
    if (!G) return NULL;
    G->room = 1 << 14;
    G->journal = malloc(sizeof(change) * (size_t)G->room);
    G->arena = malloc(sizeof(word) * ARENA);
    if (G->journal && G->arena) return G;
    free(G->journal);
    free(G->arena);
    free(G);
    return NULL;
}

EXPORT void game_free(game *G) {
    if (!G) return;
    free(G->journal);
    free(G->arena);
    free(G->out);
    free(G);
}

EXPORT word *game_cells(game *G) { return G->C; }
EXPORT uint32_t *game_twister(game *G) { return G->twister; }
EXPORT const word *game_out(game *G) { return G->out; }
EXPORT size_t game_out_size(game *G) { return G->out_size; }
EXPORT int game_noted(game *G) { return G->noted; }
EXPORT int game_word_size(void) { return (int)sizeof(word); }

/* One answer of a script; false if it can't be any. */
EXPORT int game_answer(game *G, int place, int size, const word *answer) {
    if (place < 0 || place >= DEEPEST || size < ONE || size > MOST_TAKEN) return 0;
    G->script[place].size = size;
    memcpy(G->script[place].answer, answer, sizeof(word) * (size_t)(size == ONE ? 1 : size));
    return 1;
}

EXPORT void game_forget(game *G) { G->noted = 0; }
EXPORT void game_undo(game *G, int mark) {
    if (mark >= 0) undo(G, mark);
}

/* From where the flow stands to the first decision. */
EXPORT int game_start(game *G) {
    BEGIN(G, TRAPPED);
    run(G, 1);
    return DONE;
}

/* All ways through the stage at hand, in `out`. */
EXPORT int64_t game_list(game *G) {
    BEGIN(G, -1);
    G->out_size = 0;
    return list_all(G);
}

/* The ways through one stage, in `out`. */
EXPORT int64_t game_list_stage(game *G, int stage) {
    int64_t found = 0;
    if (stage < 0 || stage >= STAGES) return -1;
    BEGIN(G, -1);
    G->out_size = 0;
    go(G, stage, EVERY, listed, &found);
    undo(G, mark);
    return found;
}

/* The move of the script, which begins at a stage, and all that follows until the next decision. */
EXPORT int game_push(game *G, int stage, int length) {
    if (stage < 0 || stage >= STAGES || length < 0 || length > DEEPEST) return NO_SUCH_WAY;
    BEGIN(G, TRAPPED);
    G->script_length = length;
    put(G, REVEALED, 0);
    if (!take_script(G, stage)) {
        undo(G, mark);
        return NO_SUCH_WAY;
    }
    run(G, 1);
    return DONE;
}

/* A random move and all that follows. */
EXPORT int game_play(game *G) {
    char here;
    int mark = G->noted;
    uint32_t chance = mark_chance(G);
    enter(G, &here);
    if (setjmp(G->leave)) {
        undo(G, mark);
        restore_chance(G, chance);
        return TRAPPED;
    }
    if (!player(G)) return GAME_OVER;
    if (!take_drawn(G)) return GAME_OVER;
    run(G, 1);
    return DONE;
}

/* Random moves to the end of the game; after a trap, the position before that move. */
EXPORT int game_playout(game *G, int *moves) {
    char here;
    volatile uint32_t chance = mark_chance(G);
    enter(G, &here);
    *moves = 0;
    G->noted = 0;
    if (setjmp(G->leave)) {
        undo(G, 0);
        restore_chance(G, chance);
        return TRAPPED;
    }
    while (player(G)) {
        chance = mark_chance(G);
        G->noted = 0;
        if (!take_drawn(G)) trap(G);
        run(G, 0);
        if (++*moves > MOST_STEPS) trap(G);
    }
    return DONE;
}

/* Does everything hold that must always hold? */
EXPORT int game_sound(game *G, int *sound) {
    BEGIN(G, TRAPPED);
    G->used = G->held = 0;
    *sound = all_hold(G);
    return DONE;
}

EXPORT int64_t game_perft(game *G, int depth) {
    BEGIN(G, -1);
    G->out_size = 0;
    return perft(G, depth);
}

#ifdef WORTH
/* The move after which the position is worth most, in `out`. */
EXPORT int game_best(game *G) {
    BEGIN(G, TRAPPED);
    if (!best_way(G)) return GAME_OVER;
    G->out_size = 0;
    write_way(G, G->best_stage, G->script, G->script_length);
    return DONE;
}

EXPORT int64_t game_gain(game *G) { return (int64_t)(G->best - G->worth_now); }

/* What the position is worth to a player. */
EXPORT int game_worth(game *G, int player, int64_t *worth) {
    BEGIN(G, TRAPPED);
    *worth = (int64_t)WORTH(G, player);
    return DONE;
}

/* How far a player is before the others, when after the move of the script it is that player's turn
   again, all playing on greedily; at most so many moves. The position stays as it is. */
EXPORT int game_outlook(game *G, int stage, int length, int most, int players,
                        int64_t *outlook) {
    int others = 0, me = player(G);
    if (stage < 0 || stage >= STAGES || length < 0 || length > DEEPEST) return NO_SUCH_WAY;
    BEGIN(G, TRAPPED);
    G->script_length = length;
    for (int i = 0; i <= most; i++) {
        put(G, REVEALED, 0);
        if (!take_script(G, i ? G->best_stage : stage)) trap(G);
        run(G, 1);
        if (i == most || !player(G) || (others && player(G) == me)) break;
        others |= player(G) != me;
        if (!best_of_some(G)) trap(G);
    }
    int some = 0;
    word rival = 0;
    for (int row = 1; row < players; row++) {
        if (row == me) continue;
        word worth = WORTH(G, row);
        rival = some++ ? larger(rival, worth) : worth;
    }
    *outlook = (int64_t)(WORTH(G, me) - rival);
    undo(G, mark);
    return DONE;
}

/* The best moves by `worth` to the end of the game; after a trap, the position before that move. */
EXPORT int game_greedy_playout(game *G, int *moves) {
    char here;
    enter(G, &here);
    *moves = 0;
    G->noted = 0;
    if (setjmp(G->leave)) {
        undo(G, 0);
        return TRAPPED;
    }
    while (player(G)) {
        G->noted = 0;
        if (!best_way(G)) trap(G);
        put(G, REVEALED, 0);
        if (!take_script(G, G->best_stage)) trap(G);
        run(G, 1);
        if (++*moves > MOST_STEPS) trap(G);
    }
    return DONE;
}
#endif

/* Whole games of the seeds from `first` on, from the cells before the set-up; how many moves. */
EXPORT int64_t game_many(game *G, const word *start, uint64_t first, int count, int greedy) {
    int64_t moves = 0;
    for (int i = 0; i < count; i++) {
        int played;
        memcpy(G->C, start, sizeof G->C);
        G->C[SEED] = (word)(first + (uint64_t)i);
        G->noted = 0;
        seed_twister(G->twister, first + (uint64_t)i);
        if (game_start(G) != DONE) return -1;
#ifdef WORTH
        if ((greedy ? game_greedy_playout(G, &played) : game_playout(G, &played)) != DONE) return -1;
#else
        if (greedy || game_playout(G, &played) != DONE) return -1;
#endif
        moves += played;
    }
    return moves;
}
