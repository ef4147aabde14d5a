"""Pictures of strategic games and their equilibria."""
