"""Searches for three or more players: MAX^n, paranoid search, best reply search."""
