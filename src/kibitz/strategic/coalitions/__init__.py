"""What coalitions can earn in a strategic game."""
