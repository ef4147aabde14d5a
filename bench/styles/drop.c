/* Drop: three in a line on four rows of five. */
#define MOST_MOVES 5
typedef struct { signed char board[20]; } State;
static State start(void) { State s = {{0}}; return s; }
static int stones(const State *s) { int n = 0; for (int k = 0; k < 20; k++) n += s->board[k] != 0; return n; }
static int won(const State *s) {
  const signed char *b = s->board;
  for (int k = 0; k < 20; k++) {
    if (!b[k]) continue;
    int c = k % 5;
    if (c < 3 && b[k] == b[k + 1] && b[k] == b[k + 2]) return 1;
    if (k < 10 && b[k] == b[k + 5] && b[k] == b[k + 10]) return 1;
    if (k < 10 && c < 3 && b[k] == b[k + 6] && b[k] == b[k + 12]) return 1;
    if (k < 10 && c > 1 && b[k] == b[k + 4] && b[k] == b[k + 8]) return 1;
  }
  return 0;
}
static int player(const State *s) { int n = stones(s); return n == 20 || won(s) ? -1 : n % 2; }
static int moves(const State *s, int *row) { int n = 0; for (int c = 0; c < 5; c++) if (!s->board[15 + c]) row[n++] = c; return n; }
static State play(const State *s, int move) {
  State t = *s;
  int place = move;
  while (t.board[place]) place += 5;
  t.board[place] = 1 + stones(s) % 2;
  return t;
}
static double payoff(const State *s) { return !won(s) ? 0 : stones(s) % 2 == 0 ? -1 : 1; }
#include "bare.h"
