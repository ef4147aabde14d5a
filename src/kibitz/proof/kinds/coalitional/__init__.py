"""Claims about coalitional games, cost games, votes and estates."""
