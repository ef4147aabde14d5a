"""Equilibria of three and more players: supports, paths, proofs, continua."""
