"""Pictures of payoffs in the triangle and in the tetrahedron of imputations."""
