"""What names mean: other names of games, words of the field, and their types."""
