"""Learned evaluations: what they consist of, and how they search and play at compiled speed."""
