/* Konane on four by five. */
#define MOST_MOVES 40
typedef struct { signed char board[20]; int turn; } State;
static State start(void) {
  State s = {{1, 2, 1, 2, 2, 1, 2, 1, 1, 0, 0, 2, 2, 1, 2, 1, 1, 2, 1, 2}, 0};
  return s;
}
static int jumps(const State *s, int *row, int most) {
  const signed char *b = s->board;
  int n = 0, mine = 1 + s->turn, other = 3 - mine;
  for (int k = 0; k < 20 && n < most; k++) {
    if (b[k] != mine) continue;
    int r = k / 4, c = k % 4;
    if (c < 2 && b[k + 1] == other && !b[k + 2]) row[n++] = 4 * k;
    if (c > 1 && b[k - 1] == other && !b[k - 2]) row[n++] = 4 * k + 1;
    if (r < 3 && b[k + 4] == other && !b[k + 8]) row[n++] = 4 * k + 2;
    if (r > 1 && b[k - 4] == other && !b[k - 8]) row[n++] = 4 * k + 3;
  }
  return n;
}
static int player(const State *s) { int row[4]; return jumps(s, row, 1) ? s->turn : -1; }
static int moves(const State *s, int *row) { return jumps(s, row, MOST_MOVES - 4); }
static State play(const State *s, int move) {
  static const int steps[4] = {1, -1, 4, -4};
  State t = *s;
  int k = move / 4, step = steps[move % 4];
  t.board[k] = t.board[k + step] = 0;
  t.board[k + 2 * step] = 1 + s->turn;
  t.turn = 1 - s->turn;
  return t;
}
static double payoff(const State *s) { return s->turn == 0 ? -1 : 1; }
#include "bare.h"
