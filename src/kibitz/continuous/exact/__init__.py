"""Best responses, reaction curves and equilibria in exact arithmetic."""
