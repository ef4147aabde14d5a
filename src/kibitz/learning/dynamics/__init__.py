"""Dynamics of play: fictitious play, best replies, replicators, logit, regret matching."""
