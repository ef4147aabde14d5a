/* Take one to three stones from one of three heaps. */
#define MOST_MOVES 9
typedef struct { int heaps[3], turn; } State;
static State start(void) { State s = {{7, 8, 9}, 0}; return s; }
static int player(const State *s) { return s->heaps[0] + s->heaps[1] + s->heaps[2] == 0 ? -1 : s->turn; }
static int moves(const State *s, int *row) { int n = 0; for (int k = 0; k < 3; k++) for (int t = 1; t < 4; t++) if (t <= s->heaps[k]) row[n++] = 4 * k + t; return n; }
static State play(const State *s, int move) { State t = *s; t.heaps[move / 4] -= move % 4; t.turn = 1 - s->turn; return t; }
static double payoff(const State *s) { return s->turn == 0 ? -1 : 1; }
#include "bare.h"
