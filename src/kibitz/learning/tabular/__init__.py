"""Reinforcement learning with tables: one algorithm to a file, each beside the exact answer."""
