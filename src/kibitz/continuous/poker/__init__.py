"""Poker with hands from [0, 1]."""
