"""Properties of trees games."""
