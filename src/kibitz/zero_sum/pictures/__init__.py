"""Pictures of matrix games: payoff tables and graphs of lines."""
