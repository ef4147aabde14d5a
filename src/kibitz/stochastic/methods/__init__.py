"""Methods for stochastic games: iteration of values and strategies, exact solutions."""
