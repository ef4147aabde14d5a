"""Checks of claims, kind by kind, in the vocabulary of the kernel."""
