"""Exercises about games without a fixed end."""
