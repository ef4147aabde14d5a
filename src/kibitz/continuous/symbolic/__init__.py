"""Closed forms of games with parameters."""
