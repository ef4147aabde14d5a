"""Trees from their histories: what was played so far, who moves next, and what the ends pay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kibitz.core.errors import GameError
from kibitz.extensive.build import extensive_game
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.node import Chance, Decision, Leaf


def from_histories(
    histories: Iterable[str],
    mover: Mapping[str, Any],
    payoffs: Mapping[str, Any],
    chances: Mapping[str, Mapping[str, Any]] | None = None,
    infosets: Mapping[str, str] | None = None,
    players: Iterable[str] | int | None = None,
    separator: str = ".",
) -> ExtensiveGame:
    """A game from histories such as ``"A.E"``; the empty one is the root.

    ``mover`` names the player of each history that continues (numbers count from 1), or "chance",
    whose probabilities are in ``chances``. ``infosets`` names what looks alike; other histories are
    information sets of their own, called by the history itself.

    Parameters
    ----------
    histories : iterable[str]
        All histories, from the empty one to the terminal ones.
    mover : mapping[str, Any]
        The player to move after each history that is not terminal, or "chance".
    payoffs : mapping[str, Any]
        The payoffs after each terminal history.
    chances : mapping[str, mapping[str, Any]], optional
        The probabilities of the moves of chance, by history.
    infosets : mapping[str, str], optional
        The name of the information set of a history.
    players : iterable[str] or int, optional
        The names of the players, or how many there are.
    separator : str, default "."
        What stands between the moves of a history.

    Returns
    -------
    ExtensiveGame
        The game, checked.

    Examples
    --------
    >>> game = from_histories(["", "l", "r"], {"": 1}, {"l": [1, 0], "r": [0, 1]})
    >>> game.moves(0), game.infoset_name(0)
    (('l', 'r'), 'start')
    """
    known = list(dict.fromkeys(histories))
    below: dict[str, list[tuple[str, str]]] = {h: [] for h in known}
    for history in known:
        if not history:
            continue
        before, _, move = history.rpartition(separator)
        if before not in below:
            raise GameError(
                f"the history {history!r} is listed, but {before!r}, which comes before it, is not"
            )
        below[before].append((move, history))
    if "" not in below:
        raise GameError("the empty history, the root, is missing")
    for history in mover:
        if history not in below:
            raise GameError(f"a player is given for {history!r}, which is not a history")
    made: dict[str, Any] = {}
    for history in sorted(known, key=lambda h: (-len(h.split(separator)), h == "")):
        made[history] = _node(history, below[history], made, mover, payoffs, chances, infosets)
    numbered = [m for m in mover.values() if isinstance(m, int)]
    if players is None and numbered:
        players = max(
            [*numbered, *(len(p) for p in payoffs.values() if isinstance(p, list | tuple))]
        )
    return extensive_game(made[""], players)


def _node(
    history: str,
    children: list[tuple[str, str]],
    made: dict[str, Any],
    mover: Mapping[str, Any],
    payoffs: Mapping[str, Any],
    chances: Mapping[str, Mapping[str, Any]] | None,
    infosets: Mapping[str, str] | None,
) -> Any:
    if not children:
        if history not in payoffs:
            raise GameError(f"the history {history!r} is terminal, but no payoffs are given")
        paid = payoffs[history]
        return Leaf(tuple(paid) if isinstance(paid, list | tuple) else (paid,), history)
    if history not in mover:
        raise GameError(f"the history {history!r} is not terminal, but no player is given for it")
    who = mover[history]
    if str(who).lower() in ("chance", "c", "n", "nature"):
        given = (chances or {}).get(history)
        if given is None:
            raise GameError(f"{history!r}: chance moves, but its probabilities are missing")
        for move, _ in children:
            if move not in given:
                raise GameError(
                    f"{history!r}: chance moves, but the probability of {move!r} is missing"
                )
        return Chance(tuple((move, given[move], made[h]) for move, h in children))
    player = who - 1 if isinstance(who, int) else str(who)
    name = (infosets or {}).get(history, history or "start")
    return Decision(player, tuple((move, made[h]) for move, h in children), name)
