"""Supervised learning: positions labelled by exact solvers, and evaluations fitted to them."""
