"""Polyhedra: their vertices, rays and lines."""
