"""Claims about strategic games, matrix games among them."""
