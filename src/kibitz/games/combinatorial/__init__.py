"""Impartial games: heaps, the nim family, coins, Hackenbush, digraphs."""
