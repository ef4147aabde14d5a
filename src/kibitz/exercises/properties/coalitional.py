"""Properties of coalitional games."""
