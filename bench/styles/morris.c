/* Three men's morris. */
#define MOST_MOVES 24
typedef struct { signed char board[9]; int plies; } State;
static const signed char near[9][9] = {{1, 3, 4, -1}, {0, 2, 4, -1}, {1, 4, 5, -1}, {0, 4, 6, -1}, {0, 1, 2, 3, 5, 6, 7, 8, -1},
  {2, 4, 8, -1}, {3, 4, 7, -1}, {4, 6, 8, -1}, {4, 5, 7, -1}};
static const signed char lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
static State start(void) { State s = {{0}, 0}; return s; }
static int won(const State *s) {
  for (int k = 0; k < 8; k++) {
    int a = s->board[lines[k][0]];
    if (a && a == s->board[lines[k][1]] && a == s->board[lines[k][2]]) return 1;
  }
  return 0;
}
static int player(const State *s) { return s->plies == 30 || won(s) ? -1 : s->plies % 2; }
static int moves(const State *s, int *row) {
  int n = 0;
  if (s->plies < 6) {
    for (int k = 0; k < 9; k++) if (!s->board[k]) row[n++] = k;
    return n;
  }
  for (int k = 0; k < 9; k++)
    if (s->board[k] == 1 + s->plies % 2)
      for (int j = 0; near[k][j] >= 0; j++) if (!s->board[near[k][j]]) row[n++] = 9 * k + near[k][j];
  if (n == 0) row[n++] = 81;
  return n;
}
static State play(const State *s, int move) {
  State t = *s;
  if (s->plies < 6) t.board[move] = 1 + s->plies % 2;
  else if (move < 81) t.board[move / 9] = 0, t.board[move % 9] = 1 + s->plies % 2;
  t.plies++;
  return t;
}
static double payoff(const State *s) { return !won(s) ? 0 : s->plies % 2 ? 1 : -1; }
#include "bare.h"
