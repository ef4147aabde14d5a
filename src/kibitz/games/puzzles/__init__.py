"""Puzzles for one player, as games with moves."""
