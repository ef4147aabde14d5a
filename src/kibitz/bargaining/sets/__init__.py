"""Feasible sets: what two players can reach together."""
