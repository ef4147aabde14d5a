"""Games with moves for three or more players."""
