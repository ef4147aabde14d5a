"""Disjunctive sums, and games that are worth the same in every sum."""
