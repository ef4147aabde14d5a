"""Searches of positions: outcomes, nimbers, remoteness and perfect play, with their proofs."""
