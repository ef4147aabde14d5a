"""Exercises about what game theory stands on: linear programs, utility, bandits."""
