"""Bargaining problems: sharing a sum, and games that end in a deal."""
