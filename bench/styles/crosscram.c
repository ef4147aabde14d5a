/* Crosscram: dominoes upright against dominoes lying, on five by five. */
#define MOST_MOVES 20
typedef struct { long long taken; int turn; } State;
static State start(void) { State s = {0, 0}; return s; }
static long long fits(const State *s) {
  long long open = ~s->taken & 0x1FFFFFF;
  return s->turn == 0 ? open & (open >> 5) : open & (open >> 1) & 0xF7BDEF;
}
static int player(const State *s) { return fits(s) ? s->turn : -1; }
static int moves(const State *s, int *row) {
  long long f = fits(s);
  int n = 0;
  for (int k = 0; k < 25; k++) if (f >> k & 1) row[n++] = k;
  return n;
}
static State play(const State *s, int move) {
  State t = {s->taken | 1LL << move | 1LL << (move + (s->turn == 0 ? 5 : 1)), 1 - s->turn};
  return t;
}
static double payoff(const State *s) { return s->turn == 0 ? -1 : 1; }
#include "bare.h"
