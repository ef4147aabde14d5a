"""Claimed solutions, read back from the JSON that solutions write."""
