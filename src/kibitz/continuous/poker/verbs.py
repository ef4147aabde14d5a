"""What solve, explain, draw and describe do with poker on [0, 1]."""

from __future__ import annotations

from typing import Any

from kibitz.continuous.poker.game import ContinuousPoker
from kibitz.continuous.poker.newman import newman
from kibitz.continuous.poker.thresholds import check_call, la_relance, von_neumann
from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation
from kibitz.core.numbers import show
from kibitz.core.picture import Picture
from kibitz.core.verbs import describe, draw, explain, solve

_SOLVERS: dict[str, Any] = {
    "la-relance": la_relance,
    "von-neumann": von_neumann,
    "check-call": check_call,
    "newman": newman,
}
HANDS = 60


@solve.register
def _(game: ContinuousPoker, method: str = "auto", hands: int = HANDS) -> Any:
    if method not in ("auto", "thresholds", "discretized"):
        raise GameError(f"no method {method!r} for poker; there are thresholds and discretized")
    if method == "discretized" or game.model not in _SOLVERS:
        if method == "thresholds":
            raise GameError("thresholds are known for one bet size; use discretized")
        return game.discretized(hands)
    return _SOLVERS[game.model](game)


@explain.register
def _(game: ContinuousPoker, method: str = "auto") -> Explanation:
    found: Explanation = solve(game, method=method).explain()
    return found


@draw.register
def _(game: ContinuousPoker, what: str | None = None) -> Picture:
    found: Picture = solve(game).draw()
    return found


@describe.register
def _(game: ContinuousPoker) -> Description:
    facts = [
        ("hands", "uniform on [0, 1], independent"),
        ("ante", show(game.ante)),
        ("bet", "any amount" if game.model == "newman" else ", ".join(map(show, game.bets))),
    ]
    if game.model != "newman":
        tree = game.tree
        facts.append(("I may", ", ".join(tree.actions)))
        for action, replies in zip(tree.actions, tree.replies, strict=True):
            if len(replies) > 1:
                facts.append((f"after {action}", "II may " + " or ".join(r for r, _ in replies)))
    return Description(game.title, tuple(facts))
