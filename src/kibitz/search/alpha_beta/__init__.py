"""Minimax and alpha-beta with their refinements, to a depth or to the end of the game."""
