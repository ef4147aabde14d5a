"""Positions of games with moves: where a claim is, minimax, and retrograde analysis."""

from __future__ import annotations

from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.proof.kernel.arithmetic import dot
from kibitz.proof.kernel.walks import Graph, Unsettled, later_first, listed, turned
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Position, Rules

MOST = 200_000
"""Positions that are looked at before a claim is left unproved."""
Payoffs = tuple[Number, ...]


def at(game: Any, claim: Claim) -> Position:
    """The position that a claim is about: the game's start, and the moves that were made."""
    if hasattr(game, "as_rules"):
        game = game.as_rules()
    if not isinstance(game, (Rules, Position)):
        raise GameError(
            f"the claim is for games with moves, not for {getattr(game, 'several', 'this')}"
        )
    here = game if isinstance(game, Position) else game.position()
    rules = here.rules
    if "history" in claim:
        after = rules.position()
        for text in claim.items("history"):
            after = after.play(named(after, text))
        if isinstance(game, Position) and after.state != here.state:
            raise GameError("history: it leads to another position")
        here = after
    elif "state" in claim:
        after = Position(rules, state_like(claim.raw("state"), rules.start()))
        if isinstance(game, Position) and after.state != here.state:
            raise GameError("state: it is another position")
        here = after
    return here


def named(here: Position, text: Any) -> Any:
    """The move of this notation, also of chance."""
    for move in here.moves:
        if here.rules.show_move(here.state, move) == text:
            return move
    raise GameError(f"no move {text!r:.40} here")


def state_like(given: Any, like: Any) -> Any:
    """A state from JSON, in which tuples are lists."""
    if not isinstance(given, list):
        return given
    if not isinstance(like, tuple) or len(like) != len(given):
        return tuple(state_like(x, None) for x in given)
    parts = [state_like(x, y) for x, y in zip(given, like, strict=True)]
    return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)


def backed_up(here: Position, ties: str) -> dict[Any, Payoffs] | None:
    """Minimax with memory: the payoffs of perfect play at every position; None if they recur."""
    rules = here.rules
    values: dict[Any, Payoffs] = {}
    follow: dict[Any, list[tuple[Any, Any]]] = {}

    def after(state: Any) -> list[Any]:
        follow[state] = _after(rules, state)
        return [then for then, _ in follow[state]]

    try:
        for state in later_first([here.state], after, MOST):
            values[state] = _best(rules, state, follow.pop(state), values, ties)
    except Unsettled:
        return None
    return values


def _after(rules: Rules, state: Any) -> list[tuple[Any, Any]]:
    """What can follow, with its chance or 1."""
    player = rules.player(state)
    if player == SIMULTANEOUS:
        raise Unsettled("players move at once")
    if player == CHANCE:
        return [(rules.play(state, move), weight) for move, weight in rules.chance(state)]
    return [] if player == OVER else [(rules.play(state, m), 1) for m in rules.moves(state)]


def _best(
    rules: Rules, state: Any, after: list[tuple[Any, Any]], values: dict[Any, Payoffs], ties: str
) -> Payoffs:
    player = rules.player(state)
    if player == OVER:
        return tuple(rules.payoffs(state))
    options = [values[then] for then, _ in after]
    if player == CHANCE:
        weights = [weight for _, weight in after]
        return tuple(dot(weights, column) for column in zip(*options, strict=True))
    return max(reversed(options) if ties == "last" else options, key=lambda paid: paid[player])


def recurring(here: Position) -> dict[Any, Payoffs] | None:
    """Values where positions recur: what no one can force is drawn."""
    found = labeled([here])
    return None if found is None else {state: (v, -v) for state, (v, _) in found.items()}


def labeled(starts: list[Position]) -> dict[Any, tuple[int, int]] | None:
    """Value and distance of every position, backward from the ends; None beyond the limit."""
    rules = starts[0].rules
    if not rules.is_opposed or rules.has("chance"):
        return None

    def after(state: Any) -> list[Any]:
        if rules.player(state) == OVER:
            return []
        return list({rules.play(state, move): None for move in rules.moves(state)})

    try:
        graph = listed([start.state for start in starts], after, MOST)
    except Unsettled:
        return None
    return _from_the_ends(rules, graph)


def _from_the_ends(rules: Rules, graph: Graph) -> dict[Any, tuple[int, int]] | None:
    before, left = turned(graph), {state: len(then) for state, then in graph.items()}
    found: dict[Any, tuple[int, int]] = {}
    layer = []
    for state in graph:
        if rules.player(state) == OVER:
            paid = rules.payoffs(state)[0]
            if paid not in (-1, 0, 1):
                return None
            found[state] = (int(paid), 0)
            layer.append(state)
    while layer:
        later = []
        for state in layer:
            value, far = found[state]
            for earlier in before[state] if value else ():
                own = 1 if rules.player(earlier) == 0 else -1
                left[earlier] -= 1
                if earlier not in found and (own == value or not left[earlier]):
                    found[earlier] = (value, far + 1)
                    later.append(earlier)
        layer = later
    return {state: found.get(state, (0, -1)) for state in graph}
