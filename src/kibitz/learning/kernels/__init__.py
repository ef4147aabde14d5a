"""Inner loops of learning: plain functions that are compiled together with a game's rules."""
