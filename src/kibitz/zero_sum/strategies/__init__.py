"""Strategies of matrix games: mixtures, guarantees, best responses, dominance, optimal sets."""
