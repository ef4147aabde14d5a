"""Exercises about matrix games."""
