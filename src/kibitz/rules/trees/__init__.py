"""Finite games written out node by node: lists, dicts, names or text."""
