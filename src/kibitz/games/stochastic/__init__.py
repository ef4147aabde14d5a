"""Stochastic games: inspection, exhaustion, duels, and the classical examples."""
