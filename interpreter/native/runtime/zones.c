/* Where pieces lie: bags (a cell for each kind), piles (a length, a count of shuffles, the pieces,
   the top one last) and slots (one cell). */

enum shape { BAG, PILE, SLOT };

static void take_from_bag(game *G, word bag, word piece) {
    if (piece <= 0) trap(G);
    word cell = cell_at(G, bag + piece);
    if (G->C[cell] < 1) trap(G);
    put(G, cell, G->C[cell] - 1);
}

static void add_to_bag(game *G, word bag, word piece) {
    if (piece <= 0) trap(G);
    word cell = cell_at(G, bag + piece);
    if (G->C[cell] >= PILE_SIZE) trap(G);
    put(G, cell, G->C[cell] + 1);
}

static void take_from_slot(game *G, word slot, word piece) {
    if (!piece || G->C[cell_at(G, slot)] != piece) trap(G);
    put(G, slot, 0);
}

static void add_to_slot(game *G, word slot, word piece) {
    if (!piece || G->C[cell_at(G, slot)]) trap(G);
    put(G, slot, piece);
}

static void take_from_pile(game *G, word pile, word piece) {
    word first = pile + PILE_HEAD, length = G->C[cell_at(G, pile)];
    const word *cells = cells_at(G, first, length);
    for (word place = length - 1; place >= 0 && piece; place--) {
        if (cells[place] != piece) continue;
        for (word above = place; above < length - 1; above++)
            put(G, first + above, G->C[first + above + 1]);
        put(G, first + length - 1, 0);
        put(G, pile, length - 1);
        return;
    }
    trap(G);
}

static void add_to_pile(game *G, word pile, word piece) {
    word length = G->C[cell_at(G, pile)];
    if (!piece || length >= PILE_SIZE || length < 0) trap(G);
    put(G, pile + PILE_HEAD + length, piece);
    put(G, pile, length + 1);
}

static void take_piece(game *G, enum shape shape, word zone, word piece) {
    switch (shape) {
    case BAG: take_from_bag(G, zone, piece); return;
    case PILE: take_from_pile(G, zone, piece); return;
    case SLOT: take_from_slot(G, zone, piece); return;
    }
}

static void add_piece(game *G, enum shape shape, word zone, word piece) {
    switch (shape) {
    case BAG: add_to_bag(G, zone, piece); return;
    case PILE: add_to_pile(G, zone, piece); return;
    case SLOT: add_to_slot(G, zone, piece); return;
    }
}

/* What lies in a zone, in order; a pile from the bottom. */
static list pieces(game *G, enum shape shape, word zone, word kinds) {
    if (shape == SLOT) {
        word piece = G->C[cell_at(G, zone)];
        return copied(G, &piece, piece != 0);
    }
    if (shape == PILE) {
        word length = G->C[cell_at(G, zone)];
        return cells_list(G, zone + PILE_HEAD, length);
    }
    const word *counts = cells_at(G, zone, kinds + 1);
    word size = 0;
    for (word piece = 1; piece <= kinds; piece++) size += counts[piece];
    list found = new_list(G, size);
    for (word piece = 1; piece <= kinds; piece++)
        for (word i = 0; i < counts[piece]; i++) found.items[found.size++] = piece;
    return found;
}

static void move_all(game *G, enum shape from, word source, enum shape to, word target, word kinds) {
    int mark = G->used;
    list moved = pieces(G, from, source, kinds);
    for (int i = moved.size - 1; i >= 0; i--) {
        take_piece(G, from, source, moved.items[i]);
        add_piece(G, to, target, moved.items[i]);
    }
    G->used = mark;
}

static void put_pieces(game *G, enum shape shape, word target, word piece, word number) {
    rounds(G, number);
    for (word i = 0; i < number; i++) add_piece(G, shape, target, piece);
}

static word draw(game *G, word pile) {
    word length = G->C[cell_at(G, pile)];
    if (length <= 0) trap(G);
    word top = cell_at(G, pile + PILE_HEAD + length - 1), piece = G->C[top];
    put(G, top, 0);
    put(G, pile, length - 1);
    return piece;
}

static void reveal(game *G, word who) { put(G, REVEALED, G->C[REVEALED] | bit(G, who)); }

static void set_list(game *G, word start, list values, word room) {
    if (values.size > room) trap(G);
    word before = G->C[cell_at(G, start)];
    for (int i = 0; i < values.size; i++) put(G, start + PILE_HEAD + i, values.items[i]);
    for (word i = values.size; i < before; i++) put(G, start + PILE_HEAD + i, 0);
    put(G, start, values.size);
}
