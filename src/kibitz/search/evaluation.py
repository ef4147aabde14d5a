"""Evaluation functions: what a position seems worth before the game is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, is_one, number, show
from kibitz.core.spelling import count_of
from kibitz.rules.game import Position, Rules
from kibitz.search.walk import root_of

UTILITIES = {"win": 1, "draw": 0, "loss": -1}
"""What outcomes are worth by default."""
MATERIAL = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}
"""What the pieces of chess are worth, in pawns."""
_PIECES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen"}
Numbers = Sequence[Any] | Mapping[Any, Any]
"""Numbers in a row, or by name."""


def category_value(probabilities: Numbers, utilities: Numbers | None = None) -> Number:
    """The expected utility of a class of positions, from how often each outcome follows.

    Parameters
    ----------
    probabilities : Numbers
        How often each outcome follows.
    utilities : Numbers, optional
        What each outcome is worth; 1, 0 and -1 for a win, a draw and a loss if omitted.

    Returns
    -------
    number
        The expected utility.

    Examples
    --------
    >>> print(category_value({"win": "0.72", "loss": "0.20", "draw": "0.08"}))
    13/25
    >>> print(category_value(["1/2", "1/4", "1/4"], [10, 5, 0]))
    25/4
    """
    worth = UTILITIES if utilities is None else utilities
    if utilities is None and isinstance(probabilities, Mapping):
        worth = {word: x for word, x in UTILITIES.items() if word in probabilities}
    pairs = _matched(probabilities, worth, "outcomes", "a probability and a utility")
    weights = [number(p, f"the probability of {word}") for word, p, _ in pairs]
    total: Any = sum(weights)
    if any(w < 0 for w in weights):
        raise GameError("a probability is negative")
    if not is_one(total):
        raise GameError(f"the probabilities add up to {show(total)}, not 1")
    mean: Any = sum(
        w * number(u, f"the utility of {word}")
        for w, (word, _, u) in zip(weights, pairs, strict=True)
    )
    result: Number = mean
    return result


def linear_value(features: Numbers, weights: Numbers) -> Number:
    """A weighted sum of features, such as material: pawns, knights, bishops, rooks, queens.

    Parameters
    ----------
    features : Numbers
        The features, in order or by name.
    weights : Numbers
        Their weights.

    Returns
    -------
    number
        The estimate.

    Examples
    --------
    >>> print(linear_value([1, 0, -1, 0, 1], [1, 3, 3, 5, 9]))
    7
    >>> print(linear_value({"queen": -1, "rook": 2}, {"rook": 5, "queen": 9}))
    1
    """
    if isinstance(features, Mapping) and isinstance(weights, Mapping):
        # weights of what is not there count nothing
        weights = {word: w for word, w in weights.items() if word in features}
    pairs = _matched(features, weights, "features", "a weight")
    total: Any = sum(
        number(f, f"the feature {word}") * number(w, f"the weight of {word}")
        for word, f, w in pairs
    )
    result: Number = total
    return result


def nonlinear_value(
    features: Mapping[Any, Any],
    weights: Mapping[Any, Any],
    bonuses: Sequence[tuple[Mapping[Any, Any], Any]] = (),
    endgame: Mapping[Any, Any] | None = None,
    phase: Any = 0,
) -> Number:
    """A weighted sum of features, with bonuses for combinations and weights that shift by phase.

    A bonus counts where every feature of its condition has at least the number it asks for.

    Parameters
    ----------
    features : mapping
        The features, by name.
    weights : mapping
        Their weights in the opening.
    bonuses : sequence of pairs, optional
        Conditions, each with what it adds.
    endgame : mapping, optional
        Weights in the endgame.
    phase : number, default 0
        From 0, the opening, to 1, the endgame.

    Returns
    -------
    number
        The estimate.

    Examples
    --------
    >>> pair = ({"bishop": 2}, "1/2")
    >>> print(nonlinear_value({"bishop": 2, "pawn": 3}, MATERIAL, [pair]))
    19/2
    >>> print(nonlinear_value({"bishop": 1}, {"bishop": 3}, endgame={"bishop": 4}, phase="1/4"))
    13/4
    """
    late = number(phase, "the phase")
    if not 0 <= late <= 1:
        raise GameError(f"the phase is {show(late)}; it goes from 0 to 1")
    total: Any = (1 - late) * linear_value(features, weights)
    if late:
        total += late * linear_value(features, weights if endgame is None else endgame)
    for condition, bonus in bonuses:
        if all(
            number(features.get(word, 0), f"the feature {word}") >= number(least, f"{word}")
            for word, least in condition.items()
        ):
            total += number(bonus, "a bonus")
    result: Number = total
    return result


def material(pieces: str | Mapping[str, Any]) -> Number:
    """The balance of material: capitals are ours, small letters theirs, as on a chess diagram.

    Parameters
    ----------
    pieces : str or Mapping[str, Any]
        A diagram as text, or counts by name, ours less theirs.

    Returns
    -------
    number
        The balance.

    Examples
    --------
    >>> print(material("QPPP rrp"))
    1
    >>> print(material("8/5k2/8/8/3R4/8/8/4K3"), material({"rook": 1, "pawn": -2}))
    5 3
    >>> print(material({"P": 8, "N": 2}))
    14
    """
    if isinstance(pieces, Mapping):
        named = {_PIECES.get(str(name).lower(), name): count for name, count in pieces.items()}
        if len(named) < len(pieces):
            raise GameError("the pieces name one kind twice; give each once, ours less theirs")
        return linear_value(named, MATERIAL)
    if not isinstance(pieces, str):
        raise GameError(f"the pieces are {pieces!r:.40}; write letters, or how many by name")
    board = pieces.split()[0] if pieces.count("/") == 7 else pieces
    total = 0
    for sign in board:
        if sign.lower() in _PIECES:
            worth = MATERIAL[_PIECES[sign.lower()]]
            total += worth if sign.isupper() else -worth
        elif sign.lower() != "k" and not (sign.isdigit() or sign in "/ ,.-"):
            raise GameError(
                f"{sign!r} is not a piece; write K, Q, R, B, N, P, and the opponent's in lower case"
            )
    return number(total)


def keeps_order(estimates: Numbers, utilities: Numbers) -> bool:
    """Whether estimates order positions as their utilities do; equal ones must stay equal.

    Parameters
    ----------
    estimates : Numbers
        One estimate for each position.
    utilities : Numbers
        One utility for each position.

    Returns
    -------
    bool
        True when they do.

    Examples
    --------
    >>> keeps_order([-5, 0, 40], [-1, 0, 1]), keeps_order([3, 2], [0, 1])
    (True, False)
    """
    pairs = _matched(estimates, utilities, "positions", "an estimate and a utility")
    known = [(number(e, "an estimate"), number(u, "a utility")) for _, e, u in pairs]
    return all((e < f) == (u < v) and (e == f) == (u == v) for e, u in known for f, v in known)


def with_evaluation(game: Any, evaluate: Callable[[Any], Any]) -> Position:
    """The game with another evaluation function.

    Parameters
    ----------
    game : Rules, Position or str
        The game.
    evaluate : callable
        The estimate: a function of the state, for the first of two players, or for all players.

    Returns
    -------
    Position
        The game with that estimate.

    Examples
    --------
    >>> from kibitz.search.alpha_beta.minimax import minimax
    >>> tree = [[3, 12], [2, 4]]
    >>> minimax(with_evaluation(tree, lambda state: {1: 7, 2: 9}[state]), depth=1).value
    9
    """
    position = root_of(game)
    own = type(position.rules)

    def estimate(self: Rules, state: Any) -> tuple[Any, ...]:
        value = evaluate(state)
        if isinstance(value, (tuple, list)):
            return tuple(value)
        if self.players != 2:
            raise GameError(
                f"{self.name}: an estimate for {count_of(self.players, 'player')} is a tuple"
            )
        return (value, -value)

    def has(self: Rules, method: str) -> bool:
        return method == "evaluate" or own.has(self, method)

    rules = copy(position.rules)
    rules.__class__ = type(own.__name__, (own,), {"evaluate": estimate, "has": has})
    return Position(rules, position.state, position.history)


def _matched(left: Numbers, right: Numbers, what: str, need: str) -> list[tuple[Any, Any, Any]]:
    """Two rows side by side, or two tables by name; each entry needs its mate."""
    if isinstance(left, Mapping) != isinstance(right, Mapping):
        raise GameError(f"{what} need {need} each: give both in a row, or both by name")
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        if set(left) != set(right):
            odd = ", ".join(sorted(map(str, set(left) ^ set(right))))
            raise GameError(f"{what} need {need} each; only one has: {odd}")
        return [(word, x, right[word]) for word, x in left.items()]
    if len(left) != len(right):
        raise GameError(f"{what} need {need} each: {len(left)} and {len(right)} are given")
    return [(k, x, y) for k, (x, y) in enumerate(zip(left, right, strict=True), 1)]
