"""Properties that games may be wished to have, a file for each form."""
