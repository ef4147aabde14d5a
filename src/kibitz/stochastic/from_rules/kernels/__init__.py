"""Algorithms over rules, compiled together with them."""
