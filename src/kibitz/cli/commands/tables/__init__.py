"""Commands for tables of payoffs."""
