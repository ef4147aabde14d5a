"""Matrix games with a parameter: the value as an exact function of it."""
