"""Solution concepts for any number of players, from pure to correlated equilibria."""
