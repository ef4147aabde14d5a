"""Commands for any game."""
