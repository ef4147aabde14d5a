"""Strategies in trees: pure, mixed and behavior; perfect and imperfect recall."""
