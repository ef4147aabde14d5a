"""Subgame-perfect play when players choose one after the other."""
