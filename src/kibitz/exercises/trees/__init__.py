"""Exercises about games in extensive form."""
