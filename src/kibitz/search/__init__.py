"""Search: from minimax to Monte Carlo, over games written as rules."""
