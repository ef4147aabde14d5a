"""Mixed strategies: probability vectors over a player's pure strategies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, in_radicals, is_root, magnitude, number, show
from kibitz.core.spelling import count_of

Mixture = tuple[Number, ...]
_NUMBER = re.compile(r"-?[\d.]+(?:/\d+|[eE]-?\d+)?")
_ROOT = r"[-+*/^().\d]*(?:sqrt|√)[-+*/^().\d√sqrt]*"
_PAIR = re.compile(rf"([^:=,;]*[^:=,;\s])\s*[:=]\s*({_ROOT}|{_NUMBER.pattern})\s*[,;]?\s*")
TOLERANCE = 1e-9
"""How far a floating-point mixture may be from a distribution."""


def mixture(given: Any, labels: Sequence[str], where: str = "strategy") -> Mixture:
    """Read a mixed strategy: probabilities in order, a mapping from labels, or one pure label.

    >>> mixture(["1/3", "2/3"], ("left", "right"))
    (Fraction(1, 3), Fraction(2, 3))
    >>> mixture("1/3 2/3", ("left", "right")) == mixture("left: 1/3, right: 2/3", ("left", "right"))
    True
    >>> mixture({"right": 1}, ("left", "right")) == mixture("right", ("left", "right"))
    True
    >>> mixture("50% 50%", ("left", "right")) == mixture("½ ½", ("left", "right"))
    True
    >>> [round(float(w), 3) for w in mixture("sqrt(3)/3, 1 - sqrt(3)/3", ("left", "right"))]
    [0.577, 0.423]
    >>> mixture([0.5, 0.6], ("left", "right"))
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: strategy: the probabilities add up to 1.1, not 1
    """
    if isinstance(given, str):
        given = _from_text(given, labels)
    if not isinstance(given, Iterable):
        raise GameError(
            f"{where}: {given!r} is not a list of {count_of(len(labels), 'probability')}"
        )
    weights = _from_mapping(given, labels, where) if isinstance(given, Mapping) else list(given)
    if len(weights) != len(labels):
        raise GameError(
            f"{where}: {count_of(len(weights), 'probability')} for "
            f"{count_of(len(labels), 'strategy')}"
        )
    read = [_weight(w, f"{where}, probability {i}") for i, w in enumerate(weights, 1)]
    rounded = any(isinstance(w, float) for w in read)
    for i, w in enumerate(read, 1):
        if w < (-TOLERANCE if isinstance(w, float) else 0):
            raise GameError(f"{where}: probability {i} is {show(w)}, below 0")
    total = _total(read, rounded)
    if magnitude(total - 1) > (TOLERANCE if rounded else 0):
        raise GameError(f"{where}: the probabilities add up to {show(total)}, not 1")
    return tuple(float(w) for w in read) if rounded else tuple(read)


def _weight(given: Any, where: str) -> Any:
    if not is_root(given):
        return number(given, where)
    from kibitz.algebra.weight import read_weight

    return read_weight(given, where)


def _total(read: list[Any], rounded: bool) -> Any:
    """The sum, exactly where all are exact."""
    if rounded or not any(map(is_root, read)):
        return sum(read)
    from kibitz.algebra.field_number import in_one_field

    return sum(in_one_field(read))


def _from_text(text: str, labels: Sequence[str]) -> Any:
    """A label, or probabilities in order or after their labels."""
    if text in labels:
        return {text: 1}
    pairs = dict(_PAIR.findall(text))
    if pairs and not _PAIR.sub("", text).strip():
        return pairs
    words = weights_in(text)
    listed = len(words) > 1 or not text.strip().isdigit()
    return words if listed and words and all(map(_is_weight, words)) else {text: 1}


def _is_weight(word: str) -> bool:
    if _NUMBER.fullmatch(word) is not None or in_radicals(word):
        return True
    try:
        number(word)
    except GameError:
        return False
    return True


def weights_in(text: str) -> list[str]:
    """The words of a list of weights, at commas where it has them, else at blanks.

    >>> weights_in("1/2, 1 - sqrt(3)/3"), weights_in("1/2 1/4, 1/4")
    (['1/2', '1 - sqrt(3)/3'], ['1/2', '1/4', '1/4'])
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 1 and all(map(_is_weight, parts)):
        return parts
    return text.replace(",", " ").split()


def _from_mapping(given: Mapping[Any, Any], labels: Sequence[str], where: str) -> list[Any]:
    weights: list[Any] = [0] * len(labels)
    for key, weight in given.items():
        if str(key) not in labels:
            raise GameError(f"{where}: no strategy {key!r}{did_you_mean(str(key), labels)}")
        weights[labels.index(str(key))] = weight
    return weights


def pure(index: int, size: int) -> Mixture:
    """The pure strategy ``index`` (from 0) as a mixture.

    >>> pure(1, 3)
    (Fraction(0, 1), Fraction(1, 1), Fraction(0, 1))
    """
    return tuple(Fraction(int(i == index)) for i in range(size))


def uniform(size: int) -> Mixture:
    """Every pure strategy with the same probability."""
    return (Fraction(1, size),) * size


def support(weights: Sequence[Number]) -> tuple[int, ...]:
    """The positions (from 0) with positive probability."""
    return tuple(
        i
        for i, w in enumerate(weights)
        if (w.numerator > 0 if isinstance(w, Fraction) else w > (0 if is_root(w) else TOLERANCE))
    )


def embed(weights: Sequence[Number], positions: Sequence[int], size: int) -> Mixture:
    """Lift a mixture over some of the strategies to all of them."""
    lifted: list[Number] = [0.0 if isinstance(weights[0], float) else Fraction(0)] * size
    for position, weight in zip(positions, weights, strict=True):
        lifted[position] = weight
    return tuple(lifted)
