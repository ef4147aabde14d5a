/* Alpha-beta with nothing else, as in bare.py; included after State, player, moves, play, payoff. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long nodes;

static double value(State s, int depth, double alpha, double beta) {
  nodes++;
  int who = player(&s);
  if (who < 0) return payoff(&s);
  if (depth == 0) return 0.0;
  int row[MOST_MOVES];
  int count = moves(&s, row);
  double best = who == 0 ? -1e300 : 1e300;
  for (int k = 0; k < count; k++) {
    double v = value(play(&s, row[k]), depth - 1, alpha, beta);
    if (who == 0) {
      best = v > best ? v : best;
      alpha = best > alpha ? best : alpha;
    } else {
      best = v < best ? v : best;
      beta = best < beta ? best : beta;
    }
    if (alpha >= beta) break;
  }
  return best;
}

int main(int count, char **words) {
  int depth = atoi(words[1]);
  clock_t began = clock();
  double found = value(start(), depth, -1e300, 1e300);
  double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
  printf("%lld %g %.9f\n", nodes, found, seconds);
  return 0;
}
