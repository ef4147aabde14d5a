"""Bankruptcy: an estate, claims on it, and the rules that divide it."""
