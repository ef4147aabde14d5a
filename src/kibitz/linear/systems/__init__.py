"""Exact solutions of integer linear systems."""
