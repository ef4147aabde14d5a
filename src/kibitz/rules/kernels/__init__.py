"""Inner loops that several algorithms over rules share."""
