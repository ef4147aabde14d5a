"""Values: one payoff for every player, by an average, a formula or a compromise."""
