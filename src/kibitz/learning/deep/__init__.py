"""Reinforcement learning with networks: policy gradients and deep Q-learning, by JAX."""
