/* Take a square of four by four, and its neighbors are gone. */
#define MOST_MOVES 16
typedef struct { int left, turn; } State;
static State start(void) { State s = {0xFFFF, 0}; return s; }
static int player(const State *s) { return s->left ? s->turn : -1; }
static int moves(const State *s, int *row) { int n = 0; for (int k = 0; k < 16; k++) if (s->left >> k & 1) row[n++] = k; return n; }
static State play(const State *s, int move) {
  int r = move / 4, c = move % 4, gone = 1 << move;
  if (r > 0) gone |= 1 << (move - 4);
  if (r < 3) gone |= 1 << (move + 4);
  if (c > 0) gone |= 1 << (move - 1);
  if (c < 3) gone |= 1 << (move + 1);
  State t = {s->left & ~gone, 1 - s->turn};
  return t;
}
static double payoff(const State *s) { return s->turn == 0 ? -1 : 1; }
#include "bare.h"
