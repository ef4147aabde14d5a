"""Games in strategic form whose payoffs do not cancel, for two and more players."""
