/* Runners: one to three steps, but not onto the other. */
#define MOST_MOVES 3
typedef struct { int at[2], turn; } State;
static State start(void) { State s = {{0, 1}, 0}; return s; }
static int player(const State *s) { return s->at[0] >= 20 || s->at[1] >= 20 ? -1 : s->turn; }
static int moves(const State *s, int *row) { int n = 0; for (int k = 1; k < 4; k++) if (s->at[s->turn] + k != s->at[1 - s->turn]) row[n++] = k; return n; }
static State play(const State *s, int move) { State t = *s; t.at[s->turn] += move; t.turn = 1 - s->turn; return t; }
static double payoff(const State *s) { return s->at[0] >= 20 ? 1 : -1; }
#include "bare.h"
