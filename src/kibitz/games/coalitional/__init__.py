"""Coalitional games: markets and costs, votes, bankruptcies."""
