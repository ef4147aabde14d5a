"""The thesis from beginning to end, in parts that can be asked for alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation, Step
from kibitz.reproduce import bucket_cost, bucket_games, kuhn_tables, unbucketed

TITLE = "J. Young, Optimal poker strategy by linear programming (2017), computed again"
PARTS: dict[str, Callable[[float], list[Step]]] = {
    "kuhn": lambda seconds: kuhn_tables.steps(),
    "cards": lambda seconds: bucket_games.card_steps(),
    "tables": lambda seconds: bucket_games.table_steps(),
    "buckets": lambda seconds: bucket_games.game_steps(),
    "replica": lambda seconds: bucket_games.replica_steps(),
    "unbucketed": unbucketed.steps,
    "cost": lambda seconds: bucket_cost.steps(),
}


def reproduce(parts: Sequence[str] = (), seconds: float = 15) -> Explanation:
    """All tables of the thesis, right where it is right and with a proof where it is not.

    ``seconds`` is the time for each of the two games without buckets.

    >>> len(reproduce(["cards"]).steps)
    2
    """
    if seconds <= 0:
        raise GameError(f"seconds is {seconds}; it must be positive")
    for name in parts:
        if name not in PARTS:
            raise GameError(f"unknown part {name!r}{did_you_mean(name, PARTS)}")
    chosen = [name for name in PARTS if not parts or name in parts]
    return Explanation(TITLE, tuple(step for name in chosen for step in PARTS[name](seconds)))
