"""Expressions: read from text, differentiated, cut into pieces, enclosed in intervals."""
