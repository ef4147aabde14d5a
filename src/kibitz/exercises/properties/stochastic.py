"""Properties of stochastic games."""
