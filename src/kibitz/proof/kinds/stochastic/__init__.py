"""Claims about stochastic games, decision processes and dice."""
