"""Markov decision processes, and games in which one player at a time has a choice."""
