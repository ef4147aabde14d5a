"""Cells as people write them: numbers, ``{"pay": 1, "go": {"G": "1/2"}}``, or ``"1 + G/2"``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number, show
from kibitz.stochastic.table import Entry, Moves

_PAY = ("pay", "payoff", "payoffs", "reward", "now")
_GO = ("go", "next", "to", "then")
_EXCHANGED = ("neg_go", "exchanged", "swap", "reversed")
_TERM = re.compile(
    r"""\s* (?P<sign>[-+−])? \s* (?:
        (?P<factor> \d+(?:\.\d*)?(?:/\d+)? | \.\d+ | \(\s*\d+\s*/\s*\d+\s*\)) \s*
            (?: \*? \s* (?P<name>[^\W\d]\w*) )?
      | (?P<bare>[^\W\d]\w*) ) (?:\^T|\^t|')? (?: \s*/\s*(?P<under>\d+) )?""",
    re.VERBOSE,
)


def read_cell(given: Any, names: Mapping[str, int], where: str) -> Entry:
    """What a cell pays, and the probabilities of the states that it leads to.

    >>> read_cell("1 + 3G/5", {"G": 0}, "G")
    ((Fraction(1, 1),), {(0, 1): Fraction(3, 5)})
    >>> read_cell({"pay": 2, "neg_go": {"G": 1}}, {"G": 0}, "G")
    ((Fraction(2, 1),), {(0, -1): Fraction(1, 1)})
    """
    if isinstance(given, Mapping):
        pay, go = _read_mapping(given, names, where)
    elif isinstance(given, str):
        pay, go = _read_text(given, names, where)
    elif isinstance(given, Sequence) and not isinstance(given, (bytes, bytearray)):
        pay, go = _read_pays(given, where), dict[tuple[int, int], Number]()
    else:
        pay, go = (number(given, where),), dict[tuple[int, int], Number]()
    total = sum(go.values(), Fraction(0))
    if total > 1 + (0 if isinstance(total, Fraction) else 1e-9):
        raise GameError(f"{where}: the probabilities to go on add up to {show(total)}, above 1")
    if len(pay) > 1 and any(sign < 0 for _, sign in go):
        raise GameError(f"{where}: roles are exchanged in zero-sum games only")
    return pay, go


def _read_mapping(given: Mapping[Any, Any], names: Mapping[str, int], where: str) -> Entry:
    known = (*_PAY, *_GO, *_EXCHANGED)
    for key in given:
        if key not in known:
            raise GameError(f"{where}: no key {key!r} in a cell{did_you_mean(str(key), known)}")
    pay = next((_read_pays(given[key], where) for key in _PAY if key in given), (Fraction(0),))
    go: Moves = {}
    for keys, sign in ((_GO, 1), (_EXCHANGED, -1)):
        for key in keys:
            for name, weight in _targets(given.get(key), where):
                _add(go, _state(name, names, where), sign, _probability(weight, name, where))
    return pay, go


def _targets(given: Any, where: str) -> list[tuple[Any, Any]]:
    if given is None:
        return []
    if isinstance(given, Mapping):
        return list(given.items())
    if isinstance(given, str):
        return [(given, 1)]
    raise GameError(f"{where}: go names states with probabilities, such as {{'G': '1/2'}}")


def _read_pays(given: Any, where: str) -> tuple[Number, ...]:
    if isinstance(given, str) and "," in given:
        given = given.split(",")
    if isinstance(given, Sequence) and not isinstance(given, str):
        if len(given) < 1:
            raise GameError(f"{where}: a cell pays nobody; write a number, or one for each player")
        return tuple(number(x, where) for x in given)
    return (number(given, where),)


def _read_text(text: str, names: Mapping[str, int], where: str) -> Entry:
    """A sum of numbers and multiples of states, such as ``-2/3 + 2/3*G1``."""
    pay: Number = Fraction(0)
    go: Moves = {}
    at, body = 0, text.strip()
    if not body:
        raise GameError(f"{where}: this cell is empty; write a number or a sum such as 1 + G/2")
    while at < len(body):
        found = _TERM.match(body, at)
        if found is None or (at and not found["sign"]):
            raise GameError(f"{where}: {text!r} cannot be read; write a sum such as 1 + G/2")
        at = found.end()
        factor = found["factor"] or "1"
        value = number(factor.strip("() ").replace(" ", ""), where)
        value = value / int(found["under"] or 1) if found["under"] != "0" else _no(text, where)
        sign = -1 if found["sign"] in ("-", "−") else 1
        name = found["name"] or found["bare"]
        if name is None:
            pay = pay + sign * value
        else:
            _add(go, _state(name, names, where), sign, value)
    return (pay,), go


def _no(text: str, where: str) -> Number:
    raise GameError(f"{where}: {text!r} divides by zero")


def _add(go: Moves, state: int, sign: int, weight: Number) -> None:
    if weight:
        go[state, sign] = go.get((state, sign), Fraction(0)) + weight


def _state(name: Any, names: Mapping[str, int], where: str) -> int:
    key = str(name).strip()
    if key not in names:
        raise GameError(f"{where}: no state is called {key!r}{did_you_mean(key, names)}")
    return names[key]


def _probability(given: Any, name: Any, where: str) -> Number:
    value = number(given, f"{where}, to {name}")
    if value < 0:
        raise GameError(f"{where}: the probability of {name} is {show(value)}, below 0")
    if value > 1:
        raise GameError(f"{where}: the probability of {name} is {show(value)}, above 1")
    return value
