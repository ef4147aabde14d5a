"""Supervised learning: positions labeled by exact solvers, and evaluations fitted to them."""
