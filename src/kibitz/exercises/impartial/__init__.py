"""Exercises about impartial games."""
