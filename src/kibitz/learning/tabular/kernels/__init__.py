"""Compiled steps of the learners that keep tables, a file for each."""
