"""Derivations of values, sets and nucleoli, step by step."""
