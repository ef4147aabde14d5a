"""Exercises about coalitional games."""
