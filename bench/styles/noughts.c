/* Tic-tac-toe with characters. */
#define MOST_MOVES 9
typedef struct { char board[9]; } State;
static const signed char lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
static State start(void) { State s = {{'.', '.', '.', '.', '.', '.', '.', '.', '.'}}; return s; }
static int empty(const State *s) { int n = 0; for (int k = 0; k < 9; k++) n += s->board[k] == '.'; return n; }
static int won(const State *s) {
  for (int k = 0; k < 8; k++) {
    char a = s->board[lines[k][0]];
    if (a != '.' && a == s->board[lines[k][1]] && a == s->board[lines[k][2]]) return 1;
  }
  return 0;
}
static int player(const State *s) { int n = empty(s); return n == 0 || won(s) ? -1 : (9 - n) % 2; }
static int moves(const State *s, int *row) { int n = 0; for (int k = 0; k < 9; k++) if (s->board[k] == '.') row[n++] = k; return n; }
static State play(const State *s, int move) { State t = *s; t.board[move] = "XO"[(9 - empty(s)) % 2]; return t; }
static double payoff(const State *s) { return !won(s) ? 0 : empty(s) % 2 ? -1 : 1; }
#include "bare.h"
