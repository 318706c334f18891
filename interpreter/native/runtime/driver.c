/* What drives the rules: the stage at hand, going one way, the course of the game to the next decision,
   whole games. It does what `Position` does in Python, step for step. */

enum { END, STOP, DRAW };
#define OVER (-1)
#define NO_FUNCTION (-2)
#define FOUND 1
#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* Results of what is exported. */
enum { DONE, TRAPPED, NO_SUCH_WAY, GAME_OVER };

static int player(game *G) { return G->C[FLOW] == OVER ? 0 : (int)G->C[ME]; }

/* The stages that a move may begin with; how many there are. */
static int verbs(game *G, const int **stages, int *one) {
    int label = (int)G->C[FLOW];
    if (label == OVER) return 0;
    if (G->C[ACTION]) {
        int action = (int)row_at(G, G->C[ACTION], ACTIONS + 1);
        *one = FIRST_STAGE[action] + (int)row_at(G, G->C[POINT], POINTS[action]);
        *stages = one;
        return 1;
    }
    const struct waiting *here = waiting_at(label);
    if (!here) trap(G);
    *stages = here->stages;
    return here->count;
}

static int go(game *G, int stage, int mode, way next, void *env) {
    G->mode = mode;
    G->ways = G->found = 0;
    G->depth = 0;
    G->used = G->held = 0;
    G->stage = stage;
    return stage_ways(G, stage, next, env);
}

static int found_first(game *G, void *env) {
    (void)G, (void)env;
    return FOUND;
}

static void stand(game *G, int stage) {
    int kind = G->end_kind;
    if (kind == END) {
        const struct waiting *here = waiting_at((int)G->C[FLOW]);
        if (!here) trap(G);
        put(G, FLOW, here->following);
        if (!G->C[ACTION]) return;
    }
    word values[3] = {kind == END ? 0 : ACTION_OF[stage], G->end_point, kind};
    word cells[3] = {ACTION, POINT, SUSPENDED};
    for (int i = 0; i < 3; i++)
        if (G->C[cells[i]] != values[i]) put(G, cells[i], values[i]);
    for (int place = 0; place < FRAME_SIZE; place++) {
        word value = place < G->end_size ? G->end[place] : 0;
        if (G->C[FRAME + place] != value) put(G, FRAME + place, value);
    }
}

static int is_whole(game *G, void *env) {
    (void)env;
    return !G->script_length || G->depth == G->script_length ? FOUND : 0;
}

/* Go the way of the script through a stage; is there such a way? */
static int take_script(game *G, int stage) {
    int mark = G->noted;
    if (go(G, stage, SCRIPTED, is_whole, NULL)) {
        stand(G, stage);
        return 1;
    }
    undo(G, mark);
    return 0;
}

static void script_one(game *G, word answer) {
    G->script_length = 1;
    G->script[0] = (step){.size = ONE, .answer = {answer}};
}

static int has_way(game *G, int stage, int mode) {
    int mark = G->noted, found = go(G, stage, mode, found_first, NULL) != 0;
    undo(G, mark);
    return found;
}

struct only { int count; };

static int only_one(game *G, void *env) {
    struct only *only = env;
    if (!only->count++) {
        memcpy(G->script, G->path, sizeof(step) * (size_t)G->depth);
        G->script_length = G->depth;
    }
    return only->count > 1 ? FOUND : 0;
}

/* How many ways there are through a stage, 2 standing for more; the script is the first of them. */
static int count_to_two(game *G, int stage) {
    struct only only = {0};
    int mark = G->noted;
    go(G, stage, EVERY, only_one, &only);
    undo(G, mark);
    return only.count;
}

static int pass_stop(game *G) {
    const int *stages;
    int one;
    verbs(G, &stages, &one);
    if (G->C[SUSPENDED] == STOP) {
        script_one(G, 1);
        if (has_way(G, one, SCRIPTED)) return 0;
        script_one(G, 0);
    } else if (count_to_two(G, one) != 1) {
        return 0;
    }
    if (!take_script(G, one)) trap(G);
    return 1;
}

static int pass_choice(game *G, const struct waiting *here) {
    int found = count_to_two(G, here->stages[0]);
    if (found > 1) return 0;
    if (!found) put(G, FLOW, here->otherwise);
    else if (!take_script(G, here->stages[0])) trap(G);
    return 1;
}

static void need_action(game *G, const struct waiting *here) {
    for (int i = 0; i < here->count; i++)
        if (has_way(G, here->shortest[i], EVERY)) return;
    trap(G);
}

/* On to the next decision; answers that are the only ones are given. */
static void run(game *G, int sure) {
    int steps = 0;
    for (;;) {
        if (G->C[ACTION]) {
            if ((!sure && G->C[SUSPENDED] == STOP) || !pass_stop(G)) return;
            continue;
        }
        int label = (int)G->C[FLOW], before = label;
        for (int next; (next = flow_step(G, label)) != NO_FUNCTION; label = next) {
            G->used = 0;
            if (++steps > MOST_STEPS) trap(G);
        }
        if (label != before) put(G, FLOW, label);
        if (label == OVER) return;
        const struct waiting *here = waiting_at(label);
        if (!here) trap(G);
        if (!here->is_choice) {
            if (sure) need_action(G, here);
            return;
        }
        if (!pass_choice(G, here)) return;
    }
}

static void begin_move(game *G) {
    if (G->C[REVEALED]) put(G, REVEALED, 0);
}

/* -- random moves ------------------------------------------------------------------------- */

static int take_drawn(game *G) {
    const int *stages;
    int one, left[MOST_VERBS + 1], count = verbs(G, &stages, &one);
    for (int i = 0; i < count; i++) left[i] = stages[i];
    while (count) {
        int place = drawn(G, count), stage = left[place];
        left[place] = left[--count];
        begin_move(G);
        int mark = G->noted;
        if (go(G, stage, DRAWN, found_first, NULL)) {
            stand(G, stage);
            return 1;
        }
        undo(G, mark);
    }
    return 0;
}

/* -- the best move by what the rules say a position is worth --------------------------------- */

#ifdef WORTH
static int judge(game *G, void *env) {
    (void)env;
    G->found++;
    word worth = WORTH(G, G->C[ME]);
    if (G->best_found && worth <= G->best) return 0;
    G->best = worth;
    G->best_found = 1;
    G->best_stage = G->stage;
    G->best_depth = G->depth;
    memcpy(G->best_path, G->path, sizeof(step) * (size_t)G->depth);
    return 0;
}

static void as_script(game *G) {
    memcpy(G->script, G->best_path, sizeof(step) * (size_t)G->best_depth);
    G->script_length = G->best_depth;
}

/* The script becomes the best way of those that differ in more than what is given of what is held;
   false if there is none. */
static int best_of_some(game *G) {
    const int *stages;
    int one, count = verbs(G, &stages, &one), mark = G->noted;
    G->best_found = 0;
    G->worth_now = WORTH(G, G->C[ME]);
    for (int i = 0; i < count; i++) {
        go(G, stages[i], SPARING, judge, NULL);
        undo(G, mark);
    }
    if (G->best_found) as_script(G);
    return G->best_found;
}

/* The script becomes the best way of all. */
static int best_way(game *G) {
    int mark = G->noted;
    if (!best_of_some(G)) return 0;
    G->best_found = 0;
    go(G, G->best_stage, VARIANTS, judge, NULL);
    undo(G, mark);
    as_script(G);
    return 1;
}
#endif

/* -- listing ------------------------------------------------------------------------------ */

static void write_out(game *G, word value) {
    if (G->out_size == G->out_room) {
        size_t room = G->out_room ? 2 * G->out_room : 4096;
        word *wider = room > (size_t)1 << 26 ? NULL : realloc(G->out, sizeof(word) * room);
        if (!wider) trap(G);
        G->out = wider;
        G->out_room = room;
    }
    G->out[G->out_size++] = value;
}

static void write_way(game *G, int stage, const step *path, int depth) {
    write_out(G, stage);
    write_out(G, depth);
    for (int i = 0; i < depth; i++) {
        write_out(G, path[i].site);
        write_out(G, path[i].size);
        int size = path[i].size == ONE ? 1 : path[i].size;
        for (int k = 0; k < size; k++) write_out(G, path[i].answer[k]);
    }
}

static int listed(game *G, void *env) {
    ++*(int64_t *)env;
    write_way(G, G->stage, G->path, G->depth);
    return 0;
}

static int64_t list_all(game *G) {
    const int *stages;
    int64_t found = 0;
    int one, count = verbs(G, &stages, &one), mark = G->noted;
    for (int i = 0; i < count; i++) {
        go(G, stages[i], EVERY, listed, &found);
        undo(G, mark);
    }
    return found;
}

static size_t read_script(game *G, size_t at) {
    int depth = (int)G->out[at++];
    if (depth > DEEPEST) trap(G);
    G->script_length = depth;
    for (int i = 0; i < depth; i++) {
        step *each = &G->script[i];
        each->site = (int)G->out[at++];
        each->size = (int)G->out[at++];
        int size = each->size == ONE ? 1 : each->size;
        if (size > MOST_TAKEN) trap(G);
        for (int k = 0; k < size; k++) each->answer[k] = G->out[at++];
    }
    return at;
}

static int64_t perft(game *G, int depth) {
    size_t first = G->out_size;
    int64_t found = list_all(G);
    size_t end = G->out_size;
    if (depth > 1) {
        found = 0;
        for (size_t at = first; at < end;) {
            int stage = (int)G->out[at];
            at = read_script(G, at + 1);
            int mark = G->noted;
            put(G, REVEALED, 0);
            if (!take_script(G, stage)) trap(G);
            run(G, 1);
            found += perft(G, depth - 1);
            undo(G, mark);
        }
    }
    G->out_size = first;
    return found;
}
