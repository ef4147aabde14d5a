"""Who wins: P (the previous player) or N (the next player), by search that stops at a win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from kibitz.combinatorial.errors import require_hashable
from kibitz.combinatorial.limits import few_collections
from kibitz.combinatorial.methods.depth_first import (
    Options,
    Pauses,
    explain_type_error,
    nearer_first,
)
from kibitz.core.errors import GameError
from kibitz.core.progress import work


def outcome_search(
    start: Any,
    options: Options,
    misere: bool = False,
    known: dict[Any, bool] | None = None,
    limit: int | None = None,
    show: Callable[[Any], str] = str,
) -> str:
    """The outcome class of a position in a game that ends: a position is N when an option is P.

    Only what is needed is visited: the other options of a position are left alone once one of them
    is P, and options that are yielded are not even asked for. ``known`` says whether a position is
    N. Where play can cycle it raises :class:`CycleError`, and retrograde analysis must decide.

    Parameters
    ----------
    start : position
        The position.
    options : Options
        A function that gives the options of a position.
    misere : bool, default False
        Whether the player who cannot move wins.
    known : dict[Any, bool], optional
        Values already known; it is read and filled.
    limit : int, optional
        The largest number of positions visited.
    show : callable, default str
        How a position is printed.

    Returns
    -------
    str
        N or P.

    Notes
    -----
    Cost: O(positions + moves) of what is visited, in time and memory; no recursion.

    Examples
    --------
    >>> outcome_search(21, lambda n: [n - k for k in (1, 2, 3) if k <= n], misere=True)
    'P'
    """
    require_hashable(start)
    won = {} if known is None else known
    if start not in won:
        with work("positions searched for the outcome") as task, few_collections() as tidy:
            path: list[tuple[Any, Iterator[Any]]] = []
            pauses = Pauses("the outcome", limit, won, path, options, show, task, tidy)
            _search(start, options, misere, won, path, pauses)
    return "N" if won[start] else "P"


def _search(
    start: Any,
    options: Options,
    misere: bool,
    won: dict[Any, bool],
    path: list[tuple[Any, Iterator[Any]]],
    pauses: Pauses,
) -> None:
    """Label positions until the start is labeled.

    ``rest`` gives the options of ``position`` that have not been seen. It was entered after
    ``entry`` moves; -1 where play has returned to it, so that it is known to have options.
    """
    get, push, pop = won.get, path.append, path.pop
    position = option = start
    below: Any = ()
    moves, pause, entry = 0, pauses.first, 0
    try:
        below = options(start)
        turned = nearer_first(start, below)
        rest = turned(below)
        while True:
            for option in rest:
                moves += 1
                if moves > pause:
                    pause = pauses(moves, position, rest)
                label = get(option)
                if label:
                    continue
                if label is None:
                    below = options(option)
                    push((position, rest))
                    position, entry = option, moves
                    try:
                        rest = turned(below)
                    except TypeError:
                        rest = iter(below)
                    break
                won[position] = True
                if not path:
                    return
                (position, rest), entry = pop(), -1
                break
            else:
                won[position] = label = misere and moves == entry
                if not label and path:
                    position, rest = pop()
                    won[position] = True
                if not path:
                    return
                (position, rest), entry = pop(), -1
    except TypeError as error:
        raise explain_type_error(position, option, below, error) from None


def outcome_of_sum(*outcomes: str | Iterable[str]) -> str | None:
    """What the outcomes of the parts say about a sum in normal play; None when they leave it open.

    Parts that are P change nothing, and one part that is N beside them makes the sum N; two parts
    that are N may be worth the same or not.

    Parameters
    ----------
    *outcomes : str or iterable of str
        The outcomes of the parts, N or P, one by one or together.

    Returns
    -------
    str
        The outcome, or None when it is not determined.

    Examples
    --------
    >>> outcome_of_sum("PP"), outcome_of_sum(["P", "N", "P"]), outcome_of_sum("N", "N")
    ('P', 'N', None)
    """
    alive = 0
    for label in chain.from_iterable(outcomes):
        if label not in ("N", "P"):
            raise GameError(f"{label!r} is not the outcome of a game that ends; write N or P")
        alive += label == "N"
    return "P" if alive == 0 else "N" if alive == 1 else None
