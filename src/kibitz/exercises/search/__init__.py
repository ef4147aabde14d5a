"""Exercises about searching game trees."""
