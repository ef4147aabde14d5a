"""Compiled loops of games of two players."""
