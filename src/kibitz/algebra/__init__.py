"""Exact algebra: polynomials, algebraic numbers, number fields, plane curves, and expressions."""
