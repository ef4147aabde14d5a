"""Inner loops of the searches: plain functions that are compiled together with a game's rules."""
