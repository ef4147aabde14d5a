"""Properties of general_sum games."""
