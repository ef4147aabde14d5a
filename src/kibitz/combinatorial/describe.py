"""What kind of impartial game it is: its play, its size, whether it ends."""

from __future__ import annotations

from itertools import islice

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.sums.sum import Sum
from kibitz.core.explanation import Description
from kibitz.core.verbs import describe

LISTED = 100_000
"""Positions or moves counted before the count is broken off."""


@describe.register
def describe_impartial(game: ImpartialGame) -> Description:
    """Play, position, number of moves, and the size of the game graph if it can be listed.

    Parameters
    ----------
    game : ImpartialGame
        The game.

    Returns
    -------
    Description
        The facts.
    """
    facts = [
        ("form", "impartial game" if not isinstance(game, Sum) else "sum of impartial games"),
        ("play", game.ending()),
        ("position", game.show(game.position)),
        ("moves", _moves(game)),
        *_size(game),
    ]
    if isinstance(game, Sum):
        facts.insert(1, ("components", ", ".join(g.name for g in game.components) or "none"))
    return Description(game.name, tuple(facts))


def _moves(game: ImpartialGame) -> str:
    count = 0
    try:
        for _ in islice(game.moves(game.position), LISTED):
            count += 1
    except LimitError:
        return f"more than {count:,}"
    return f"{count:,}" if count < LISTED else f"{LISTED:,} or more"


def _size(game: ImpartialGame) -> list[tuple[str, str]]:
    try:
        graph = game.graph(LISTED)
    except LimitError:
        return [("positions within reach", f"more than {LISTED:,}")]
    longest = graph.longest_play()
    return [
        ("positions within reach", f"{len(graph):,}"),
        ("ends", f"{len(graph.terminals()):,}"),
        ("longest play", "unbounded: play can cycle" if longest is None else f"{longest:,} moves"),
    ]
