"""Searches where something is hidden: clairvoyance, beliefs, information-set Monte Carlo."""
