"""Elicitation: utilities from answers to "for which probability are you indifferent?".

Two outcomes are given the utilities 0 and 1; every answer "P is as good as that lottery" is a
linear equation. The three classical questions place an outcome P beside the worse anchor P0 and
the better one P1:

between   P ~ q P1 + (1-q) P0     gives  u(P) = q,
above     P1 ~ q P + (1-q) P0     gives  u(P) = 1/q,
below     P0 ~ q P1 + (1-q) P     gives  u(P) = -q/(1-q).

Ferguson, Appendix 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import exact, show
from kibitz.utility.expected_utility import Utility
from kibitz.utility.lottery import Lottery, lottery, mix

ZONES = ("between", "above", "below")
ALSO = {
    "inside": "between",
    "middle": "between",
    "better": "above",
    "over": "above",
    "worse": "below",
    "under": "below",
}
_SIGN = re.compile(r"~|∼|≈|\bis as good as\b|\bindifferent to\b|=")
Statement = tuple[Lottery, Lottery]


def zone_utility(zone: str, probability: Any) -> Fraction:
    """The utility that an answer in one of the three zones gives, with anchors at 0 and 1.

    Parameters
    ----------
    zone : {"between", "above", "below"}
        Where the outcome lies with respect to the two anchors.
    probability : number
        The probability at which the person is indifferent.

    Returns
    -------
    Fraction
        The utility.

    Examples
    --------
    >>> [str(zone_utility(zone, "1/4")) for zone in ("between", "above", "below")]
    ['1/4', '4', '-1/3']
    """
    name = _zone(zone)
    q = exact(probability, "probability")
    if not 0 <= q <= 1:
        raise GameError(f"probability: {show(q)} does not lie between 0 and 1")
    if name == "between":
        return q
    if name == "above":
        if q == 0:
            raise GameError("probability: 0 would make the outcome infinitely good")
        return 1 / q
    if q == 1:
        raise GameError("probability: 1 would make the outcome infinitely bad")
    return -q / (1 - q)


def zone_statement(zone: str, outcome: str, probability: Any, zero: str, one: str) -> Statement:
    """The indifference that an answer in a zone states."""
    zone_utility(zone, probability)
    name = _zone(zone)
    if name == "between":
        return lottery(outcome), mix(probability, one, zero)
    if name == "above":
        return lottery(one), mix(probability, outcome, zero)
    return lottery(zero), mix(probability, one, outcome)


def elicit(answers: Any, zero: str = "P0", one: str = "P1") -> Utility:
    """The utilities that indifferences determine, with ``zero`` at 0 and ``one`` at 1.

    Answers are texts such as ``"C ~ 1/3 A + 2/3 B"``, pairs of lotteries, or a mapping from
    outcomes to (zone, probability); a bare probability means "between".

    Parameters
    ----------
    answers : sequence or mapping
        The indifferences.
    zero : str, default "P0"
        The outcome with utility 0.
    one : str, default "P1"
        The outcome with utility 1.

    Returns
    -------
    Utility
        The utility.

    Examples
    --------
    >>> print(elicit(["C ~ 1/3 A + 2/3 B", "A ~ 1/2 D + 1/2 B"], zero="B", one="A"))
    u(B) = 0   u(A) = 1   u(C) = 1/3   u(D) = 2
    >>> print(elicit({"C": "1/3", "D": ("above", "1/2"), "E": ("below", "1/4")}, "B", "A"))
    u(B) = 0   u(A) = 1   u(C) = 1/3   u(D) = 2   u(E) = -1/3
    """
    if zero == one:
        raise GameError("the two anchors must be different outcomes")
    statements = read_statements(answers, zero, one)
    names = list(
        dict.fromkeys([zero, one, *(n for s in statements for x in s for n in x.outcomes)])
    )
    rows = [[Fraction(int(name == zero)) for name in names] + [Fraction(0)]]
    rows.append([Fraction(int(name == one)) for name in names] + [Fraction(1)])
    words = [f"u({zero}) = 0", f"u({one}) = 1"]
    for left, right in statements:
        rows.append([left[name] - right[name] for name in names] + [Fraction(0)])
        words.append(f"{left} ~ {right}")
    found = tuple(zip(names, _solved(rows, words, names), strict=True))
    return Utility(found, (zero, one, *words[2:]))


def read_statements(answers: Any, zero: str = "P0", one: str = "P1") -> list[Statement]:
    """Indifferences as pairs of lotteries."""
    if isinstance(answers, str):
        answers = [part for part in re.split(r";|\n", answers) if part.strip()]
    if isinstance(answers, Mapping):
        found = []
        for outcome, answer in answers.items():
            zone, q = answer if isinstance(answer, (tuple, list)) else ("between", answer)
            found.append(zone_statement(str(zone), str(outcome), q, zero, one))
        return found
    if not isinstance(answers, Iterable):
        raise GameError(f"{answers!r} is not a list of indifferences such as 'C ~ 1/3 A + 2/3 B'")
    return [_statement(item) for item in answers]


def _statement(item: Any) -> Statement:
    if isinstance(item, str):
        sides = _SIGN.split(item)
        if len(sides) != 2:
            raise GameError(f"{item!r} is not an indifference; write C ~ 1/3 A + 2/3 B")
        return lottery(sides[0]), lottery(sides[1])
    try:
        left, right = item
    except (TypeError, ValueError):
        raise GameError(f"{item!r} is not a pair of equally good lotteries") from None
    return lottery(left), lottery(right)


def _zone(zone: str) -> str:
    name = ALSO.get(str(zone).lower(), str(zone).lower())
    if name not in ZONES:
        raise GameError(f"unknown zone {zone!r}{did_you_mean(name, ZONES)}")
    return name


def _solved(rows: list[list[Fraction]], words: list[str], names: list[str]) -> list[Fraction]:
    """The unique solution of linear equations; otherwise which answer contradicts or is missing."""
    reduced: list[tuple[int, list[Fraction]]] = []
    for row, said in zip(rows, words, strict=True):
        rest = list(row)
        for column, known in reduced:
            factor = rest[column]
            rest = [x - factor * y for x, y in zip(rest, known, strict=True)]
        pivot = next((c for c, x in enumerate(rest[:-1]) if x), None)
        if pivot is None:
            if rest[-1]:
                raise GameError(f"the answer {said} contradicts earlier ones")
            continue
        rest = [x / rest[pivot] for x in rest]
        reduced = [
            (c, [x - k[pivot] * y for x, y in zip(k, rest, strict=True)]) for c, k in reduced
        ]
        reduced.append((pivot, rest))
    values = {c: k[-1] for c, k in reduced if not any(x for j, x in enumerate(k[:-1]) if j != c)}
    open_ones = [name for c, name in enumerate(names) if c not in values]
    if open_ones:
        raise GameError(f"the answers do not determine the utility of {', '.join(open_ones)}")
    return [values[c] for c in range(len(names))]
