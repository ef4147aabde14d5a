"""Claims about games on intervals."""
