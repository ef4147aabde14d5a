"""Search games: one player hides, the other looks again and again and learns from each answer.

Their pure strategies are decision trees, far too many for a matrix, so they have methods of their
own: :func:`~kibitz.games.searching.tree_generation.tree_generation` and
:func:`~kibitz.games.searching.information_flow.information_flow`.
"""
