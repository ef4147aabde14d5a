"""Lotteries: outcomes with probabilities, mixed and compounded, with exact probabilities."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show

_WEIGHT = r"-?(?:\d+\s*/\s*\d+|\d*\.\d+|\d+\.?)(?:\s*%)?"
_TERM = re.compile(
    rf"\s*(?:(?P<weight>{_WEIGHT})\s*[*·x]?\s*)?(?P<outcome>\(.*\)|[^\s()].*)\s*", re.DOTALL
)
_ENTRY = re.compile(rf"\s*(?P<outcome>[^:=]*[^:=\s])\s*[:=]\s*(?P<weight>{_WEIGHT})\s*")

_APART = re.compile(rf"([:=]\s*{_WEIGHT})(?=\s+[^\s,;%/\d])")
"""A probability after its outcome, with only a space before the next outcome."""


@dataclass(frozen=True)
class Lottery:
    """Outcomes with positive probabilities that add up to one.

    >>> coin = lottery({"dinner": "1/2", "nothing": "1/2"})
    >>> print(coin, coin["dinner"])
    1/2 dinner + 1/2 nothing 1/2
    >>> print(coin.mix("1/3", lottery("movie")))
    1/6 dinner + 1/6 nothing + 2/3 movie
    """

    prizes: tuple[tuple[str, Fraction], ...]

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What can be won."""
        return tuple(name for name, _ in self.prizes)

    def __getitem__(self, outcome: str) -> Fraction:
        return dict(self.prizes).get(str(outcome), Fraction(0))

    @property
    def sure(self) -> bool:
        """Is there one outcome only?"""
        return len(self.prizes) == 1

    def mix(self, weight: Any, other: Any) -> Lottery:
        """This lottery with a probability, the other one otherwise.

        Parameters
        ----------
        weight : number
            The probability of this lottery, from 0 to 1.
        other : lottery
            Another lottery.
        """
        return mix(weight, self, other)

    def __eq__(self, other: object) -> bool:
        """The same probabilities, in whatever order they were written."""
        return isinstance(other, Lottery) and dict(self.prizes) == dict(other.prizes)

    def __hash__(self) -> int:
        return hash(frozenset(self.prizes))

    def to_json(self) -> dict[str, str]:
        return {name: show(p) for name, p in self.prizes}

    def __str__(self) -> str:
        if self.sure:
            return self.prizes[0][0]
        return " + ".join(f"{show(p)} {name}" for name, p in self.prizes)


def lottery(given: Any, where: str = "lottery") -> Lottery:
    """A lottery from a mapping, pairs, text such as ``"1/3 A + 2/3 B"``, or one outcome.

    A prize can be a lottery itself; then the compound lottery is reduced.

    Parameters
    ----------
    given : mapping, sequence of pairs or str
        Outcomes with their probabilities.
    where : str, default "lottery"
        The name of the argument, for error messages.

    Returns
    -------
    Lottery
        The lottery.

    Examples
    --------
    >>> print(lottery("1/3 A + 2/3 B") == lottery([("1/3", "A"), ("2/3", "B")]))
    True
    >>> lottery("25% A + 75% B") == lottery("A: 1/4, B: 3/4") == lottery("A:1/4 B:3/4")
    True
    >>> lottery("25% A, 75% B") == lottery("1/4 A; 3/4 B")
    True
    >>> print(lottery("1/2 (1/3 A + 2/3 B) + 1/2 A"))
    2/3 A + 1/3 B
    >>> lottery({"A": "1/2", "B": "1/3"})
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: lottery: the probabilities add up to 5/6, not 1
    """
    if isinstance(given, Lottery):
        return given
    if isinstance(given, str):
        return _from_text(given, where)
    if isinstance(given, Mapping):
        items = [(weight, outcome) for outcome, weight in given.items()]
    elif isinstance(given, Iterable):
        items = [_pair(item, where) for item in given]
    else:
        return Lottery(((str(given), Fraction(1)),))
    return compound(items, where)


def compound(parts: Iterable[tuple[Any, Any]], where: str = "lottery") -> Lottery:
    """Reduce a lottery over lotteries, given as (probability, prize), to one over outcomes.

    Parameters
    ----------
    parts : iterable of pairs
        Probabilities with prizes, which may be lotteries.
    where : str, default "lottery"
        The name of the argument, for error messages.

    Returns
    -------
    Lottery
        The lottery.

    Examples
    --------
    >>> print(compound([("1/2", "A"), ("1/2", {"A": "1/2", "B": "1/2"})]))
    3/4 A + 1/4 B
    """
    total: dict[str, Fraction] = {}
    weights = Fraction(0)
    for weight, prize in parts:
        share = exact(weight, f"{where}, probability of {prize}")
        if share < 0:
            raise GameError(f"{where}: the probability of {prize} is {show(share)}, below 0")
        weights += share
        inner = prize if isinstance(prize, (Lottery, Mapping, list, tuple)) else None
        inside = Lottery(((str(prize).strip(), Fraction(1)),)) if inner is None else lottery(inner)
        for name, p in inside.prizes:
            total[name] = total.get(name, Fraction(0)) + share * p
    if weights != 1:
        raise GameError(f"{where}: the probabilities add up to {show(weights)}, not 1")
    return Lottery(tuple((name, p) for name, p in total.items() if p))


def mix(weight: Any, first: Any, second: Any) -> Lottery:
    """The first lottery with a probability, the second one otherwise.

    Parameters
    ----------
    weight : number
        The probability of the first lottery.
    first : lottery
        A lottery.
    second : lottery
        Another one.

    Returns
    -------
    Lottery
        The lottery.

    Examples
    --------
    >>> print(mix("1/4", "A", "B"))
    1/4 A + 3/4 B
    """
    share = exact(weight, "probability")
    if not 0 <= share <= 1:
        raise GameError(f"probability: {show(share)} does not lie between 0 and 1")
    return compound([(share, lottery(first)), (1 - share, lottery(second))])


def _pair(item: Any, where: str) -> tuple[Any, Any]:
    if isinstance(item, Mapping):
        weight = item.get("p", item.get("prob", item.get("probability")))
        prize = item.get("outcome", item.get("prize", item.get("lottery")))
        if weight is None or prize is None:
            raise GameError(f"{where}: {item!r} needs a probability 'p' and an 'outcome'")
        return weight, prize
    if isinstance(item, str) or not isinstance(item, Iterable):
        raise GameError(f"{where}: {item!r} is not a pair (probability, outcome)")
    parts = list(item)
    if len(parts) != 2:
        raise GameError(f"{where}: {item!r} is not a pair (probability, outcome)")
    first, second = parts
    return (first, second) if _is_number(first) else (second, first)


def _is_number(x: Any) -> bool:
    try:
        exact(x)
    except GameError:
        return False
    return True


def _from_text(text: str, where: str) -> Lottery:
    apart = _APART.sub(r"\1,", text)
    entries = [_ENTRY.fullmatch(part) for part in re.split("[,;]", apart)]
    if all(entries):
        return compound([(_weight(e["weight"]), e["outcome"]) for e in entries if e], where)
    parts = _split(text)
    if len(parts) == 1:
        listed = re.split("[,;]", text)
        terms = [_TERM.fullmatch(part) for part in listed]
        parts = listed if all(term and term["weight"] for term in terms) else parts
    if len(parts) == 1:
        found = _TERM.fullmatch(parts[0])
        if found is None:
            raise GameError(f"{where}: {text!r} is empty; write 1/3 A + 2/3 B")
        if found["weight"] is None or _weight(found["weight"]) == 1:
            return _prize(found["outcome"], where)
    items = []
    for part in parts:
        found = _TERM.fullmatch(part)
        if found is None or found["weight"] is None:
            raise GameError(f"{where}: {part.strip()!r} has no probability; write 1/3 A + 2/3 B")
        items.append((_weight(found["weight"]), _prize(found["outcome"], where)))
    return compound(items, where)


def _weight(text: str) -> Fraction:
    """A probability as it is written, perhaps in percent."""
    tight = re.sub(r"\s", "", text)
    return exact(tight[:-1]) / 100 if tight.endswith("%") else exact(tight)


def _prize(text: str, where: str) -> Lottery:
    inside = text.strip()
    if inside.startswith("(") and inside.endswith(")"):
        return _from_text(inside[1:-1], where)
    return Lottery(((inside, Fraction(1)),))


def _split(text: str) -> list[str]:
    """Cut at plus signs that are not inside brackets."""
    parts, depth, start = [], 0, 0
    for k, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            raise GameError(f"lottery: {text!r} has a closing parenthesis without an opening one")
        if sign == "+" and depth == 0:
            parts.append(text[start:k])
            start = k + 1
    if depth:
        raise GameError(f"lottery: {text!r} has an opening parenthesis without a closing one")
    return [*parts, text[start:]]
