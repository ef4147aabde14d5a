"""One door to all dynamics: the rules by name."""

from __future__ import annotations

from typing import Any

from kibitz.core import index
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.method import Method, find
from kibitz.core.spelling import canonical_name
from kibitz.learning.dynamics.field import strategic
from kibitz.learning.dynamics.trajectory import Trajectory

HERE = __name__.rpartition(".")[0]


def rules() -> tuple[str, ...]:
    """The names of the methods in this room.

    >>> [name for name in rules() if name.startswith("f")]
    ['fictitious-play', 'fp']
    """
    known = index.table("METHODS").get("StrategicGame", {})
    return tuple(name for name, module in known.items() if module.startswith(HERE))


def find_rule(game: Any, rule: str) -> tuple[Method, Any]:
    """The rule of a name, whole or without "dynamics", and the game in strategic form.

    >>> from kibitz import matrix
    >>> find_rule(matrix("1 0; 0 1"), "Logit")[0].name
    'logit-dynamics'
    """
    word, known = canonical_name(str(rule)), rules()
    for name in (f"{word}-dynamics", word):
        if name in known:
            return find(strategic(game), name)
    raise GameError(f"unknown dynamics {rule!r}{did_you_mean(word, known)}")


def dynamics(game: Any, rule: str = "replicator", start: Any = None, **options: Any) -> Trajectory:
    """Follow a rule of learning or evolution.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        The game.
    rule : str
        fictitious-play, best-response, best-response-flow, replicator, logit, regret-matching or
        multiplicative-weights.
    start : optional
        Where to begin: a cell, a profile, or one mixture for all.
    **options
        ``rounds`` for the rules that go round by round, ``time`` and ``step`` for the flows,
        ``step`` for weights, ``precision`` for logit.

    Returns
    -------
    Trajectory
        The path: times, states, and where it leads.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> dynamics(bimatrix("3 0; 4 1", "3 4; 0 1"), "fictitious-play", rounds=50).profile[0]
    (Fraction(1, 50), Fraction(49, 50))
    """
    chosen, noun = find_rule(game, rule)
    given = {key: value for key, value in options.items() if value is not None}
    taken = [p.name for p in chosen.options]
    for key in given:
        if key not in taken:
            raise GameError(f"{chosen.name} has no {key}; it takes {', '.join(taken)}")
    path: Trajectory = chosen(noun, start=start, **given)
    return path
