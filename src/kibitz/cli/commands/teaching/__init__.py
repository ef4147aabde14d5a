"""Commands for the class."""
