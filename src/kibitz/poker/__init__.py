"""Poker: cards and rankings, betting, small games as rules, and abstraction measured exactly."""
