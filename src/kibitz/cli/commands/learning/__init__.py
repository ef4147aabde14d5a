"""Commands for learning by hand."""
