"""Equilibria of two players: best-response polytopes, enumeration, Lemke and Howson."""
