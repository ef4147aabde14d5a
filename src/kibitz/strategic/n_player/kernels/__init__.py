"""Compiled loops of games of n players."""
