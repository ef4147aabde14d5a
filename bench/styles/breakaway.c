/* Breakthrough on four by five. */
#define MOST_MOVES 24
typedef struct { signed char board[20]; int turn; } State;
static State start(void) {
  State s = {{1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2}, 0};
  return s;
}
static int player(const State *s) {
  for (int k = 0; k < 4; k++) if (s->board[k] == 2 || s->board[16 + k] == 1) return -1;
  for (int k = 0; k < 20; k++) if (s->board[k] == 1 + s->turn) return s->turn;
  return -1;
}
static int moves(const State *s, int *row) {
  int n = 0, mine = 1 + s->turn, step = s->turn == 0 ? 4 : -4;
  for (int k = 0; k < 20; k++) {
    if (s->board[k] != mine) continue;
    for (int side = -1; side < 2; side++) {
      int column = k % 4 + side, to = k + step + side;
      if (column < 0 || column > 3 || to < 0 || to > 19) continue;
      if (side == 0 && s->board[to]) continue;
      if (s->board[to] != mine) row[n++] = 3 * k + side + 1;
    }
  }
  return n;
}
static State play(const State *s, int move) {
  State t = *s;
  t.board[move / 3] = 0;
  t.board[move / 3 + (s->turn == 0 ? 4 : -4) + move % 3 - 1] = 1 + s->turn;
  t.turn = 1 - s->turn;
  return t;
}
static double payoff(const State *s) { return s->turn == 0 ? -1 : 1; }
#include "bare.h"
