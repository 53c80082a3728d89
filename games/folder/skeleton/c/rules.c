// The rules of TITLE: players take a free cell in turn, and three in a row win. Build them with the line in game.toml.

// A game in progress, without pointers.
typedef struct {
    signed char cells[9]; // 0 is free, n belongs to seat n - 1
    signed char player, left;
    signed char won; // the seat that has three in a row, plus 1
} State;

#include "agon.h"

static const signed char lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

void deal(State *s, int seats) { s->left = 9; }

int turn(const State *s, int seat) { return !s->won && s->left && s->player == seat; }

void moves(const State *s, int seat) {
    for (int i = 0; i < 9; i++) if (!s->cells[i]) agon_move_number(i + 1);
}

void step(State *s, const char *const *moves) {
    signed char own = s->player + 1;
    s->cells[moves[s->player][0] - '1'] = own;
    for (int i = 0; i < 8; i++) {
        const signed char *l = lines[i];
        if (s->cells[l[0]] == own && s->cells[l[1]] == own && s->cells[l[2]] == own) s->won = own;
    }
    s->left--;
    s->player = 1 - s->player;
}

double outcome(const State *s, int seat) { return s->won == seat + 1; }

void observe(const State *s, int seat) {
    int cells[9];
    for (int i = 0; i < 9; i++) cells[i] = s->cells[i];
    agon_grid("grid", cells, 3, 3);
}
