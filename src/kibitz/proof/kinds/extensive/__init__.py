"""Claims about games in extensive form."""
