"""Simple games and voting: winning coalitions, swings, and power indices."""
