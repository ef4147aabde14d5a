"""Counterfactual regret minimization: trees, samples, public trees, subgames, stored solutions."""
