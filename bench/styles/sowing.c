/* Sowing: four pits each and a store. */
#define MOST_MOVES 4
typedef struct { int pits[2][4], stores[2], turn, plies; } State;
static State start(void) { State s = {{{3, 3, 3, 3}, {3, 3, 3, 3}}, {0, 0}, 0, 0}; return s; }
static int sum(const int *p) { return p[0] + p[1] + p[2] + p[3]; }
static int player(const State *s) { return sum(s->pits[s->turn]) == 0 || s->plies == 60 ? -1 : s->turn; }
static int moves(const State *s, int *row) { int n = 0; for (int k = 0; k < 4; k++) if (s->pits[s->turn][k] > 0) row[n++] = k; return n; }
static State play(const State *s, int move) {
  State t = *s;
  int *mine = t.pits[s->turn], *theirs = t.pits[1 - s->turn];
  int seeds = mine[move], place = move;
  mine[move] = 0;
  while (seeds-- > 0) {
    place = (place + 1) % 9;
    if (place < 4) mine[place]++;
    else if (place == 4) t.stores[s->turn]++;
    else theirs[place - 5]++;
  }
  t.turn = 1 - s->turn;
  t.plies++;
  return t;
}
static double payoff(const State *s) { return s->stores[0] + sum(s->pits[0]) - s->stores[1] - sum(s->pits[1]); }
#include "bare.h"
