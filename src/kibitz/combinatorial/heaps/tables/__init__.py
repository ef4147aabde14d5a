"""Nimbers of single heaps, tabulated as far as they are needed."""
