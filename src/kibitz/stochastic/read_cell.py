"""Cells as people write them: numbers, ``{"pay": 1, "go": {"G": "1/2"}}``, or ``"1 + G/2"``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number, show
from kibitz.stochastic.table import CellOutcome, Moves

_PAY = ("pay", "payoff", "payoffs", "reward", "rewards", "now")
_PRIZE = ("prize", "prizes")
"""What a play that stops is paid besides, times the probability that it stops."""
_GO = ("go", "next", "to", "then", "transition", "transitions", "prob", "probabilities")
_EXCHANGED = ("neg_go", "exchanged", "swap", "reversed", "swap_go")
_STOP = ("stop", "end", "quit")
"""Words for the end of the play; as a key, its probability."""
_TOKEN = re.compile(
    r"""\s*(?: (?P<number>\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)
        | (?P<name>[^\W\d]\w*)(?P<turned>\^\{?[Tt]\}?|')?
        | (?P<mark>[-+−*/()]) )""",
    re.VERBOSE,
)

_TURNED = re.compile(r"\^\{?[Tt]\}?|'")
"""Behind a state: with the roles exchanged."""


def read_cell(given: Any, names: Mapping[str, int], where: str) -> CellOutcome:
    """What a cell pays, and the probabilities of the states that it leads to.

    >>> read_cell("1 + 3G/5", {"G": 0}, "G")
    CellOutcome(pay=(Fraction(1, 1),), go={(0, 1): Fraction(3, 5)}, prize=None)
    >>> read_cell({"pay": 2, "neg_go": {"G": 1}}, {"G": 0}, "G")
    CellOutcome(pay=(Fraction(2, 1),), go={(0, -1): Fraction(1, 1)}, prize=None)
    >>> read_cell("1 + .3 G(1)", {"G(1)": 0}, "G(1)").go
    {(0, 1): Fraction(3, 10)}
    >>> read_cell("2* + G/2", {"G": 0}, "G").prize
    (Fraction(2, 1),)
    """
    if isinstance(given, Mapping):
        entry = _read_mapping(given, names, where)
    elif isinstance(given, str):
        entry = _read_text(given, names, where)
    elif _is_pair(given):
        entry = _read_mapping({"pay": given[0], "go": given[1]}, names, where)
    elif isinstance(given, Sequence) and not isinstance(given, (bytes, bytearray)):
        entry = CellOutcome(_read_pays(given, where), {})
    else:
        entry = CellOutcome((number(given, where),), {})
    pay, go, prize = entry
    total = sum(go.values(), Fraction(0))
    if prize is not None and total == 1 and any(prize):
        raise GameError(f"{where}: a prize is paid only when play stops, and it never stops here")
    if total > 1 + (0 if isinstance(total, Fraction) else 1e-9):
        raise GameError(
            f"{where}: the probabilities of continuing add up to {show(total)}, above 1"
        )
    if len(pay) > 1 and any(sign < 0 for _, sign in go):
        raise GameError(f"{where}: roles are exchanged in zero-sum games only")
    return entry if total else CellOutcome(pay, go)


def _read_mapping(given: Mapping[Any, Any], names: Mapping[str, int], where: str) -> CellOutcome:
    known = (*_PAY, *_PRIZE, *_GO, *_EXCHANGED, *_STOP)
    go: Moves = {}
    stops: Number | None = None
    for key, value in given.items():
        if key in known and not (key in _STOP and key in names):
            continue
        name, sign = _goal(key, names)
        if name not in names:
            raise GameError(f"{where}: no key {key!r} in a cell{did_you_mean(str(key), known)}")
        _add(go, names[name], sign, _probability(value, key, where))
    pay = next((_read_pays(given[key], where) for key in _PAY if key in given), (Fraction(0),))
    for keys, way in ((_GO, 1), (_EXCHANGED, -1)):
        for key in keys:
            for goal, weight in _targets(given.get(key), where):
                name, sign = _goal(goal, names)
                chance = _probability(weight, goal, where)
                if name.lower() in _STOP and name not in names:
                    stops = (stops or Fraction(0)) + chance
                else:
                    _add(go, _state(name, names, where), way * sign, chance)
    for key in _STOP:
        if key in given and key not in names and not isinstance(given[key], bool):
            stops = (stops or Fraction(0)) + _probability(given[key], key, where)
    total = sum(go.values(), Fraction(0))
    if stops is not None and abs(float(total + stops) - 1) > 1e-9:
        raise GameError(
            f"{where}: the probabilities of continuing and stopping add up to "
            f"{show(total + stops)}, not 1"
        )
    prize = next((_read_pays(given[key], where) for key in _PRIZE if key in given), None)
    if prize is None:
        return CellOutcome(pay, go)
    if "pay" not in given and len(pay) < len(prize):
        pay = pay * len(prize)
    if len(pay) != len(prize):
        raise GameError(f"{where}: pay and prize list a number for each player, or one each")
    return CellOutcome(tuple(a + b for a, b in zip(pay, prize, strict=True)), go, prize)


def _goal(given: Any, names: Mapping[str, int]) -> tuple[str, int]:
    """A state and 1, or -1 where ``-G`` or ``G^T`` exchanges the roles."""
    key = str(given).strip()
    if key in names:
        return key, 1
    bare = re.sub(r"(\^\{?[Tt]\}?|')$", "", key.lstrip("-−").strip())
    return (bare, -1) if bare != key else (key, 1)


def _targets(given: Any, where: str) -> list[tuple[Any, Any]]:
    if given is None:
        return []
    if isinstance(given, Mapping):
        return list(given.items())
    if isinstance(given, str):
        return [(given, 1)]
    if isinstance(given, Sequence) and all(
        isinstance(pair, Sequence) and not isinstance(pair, str) and len(pair) == 2
        for pair in given
    ):
        return [(pair[0], pair[1]) for pair in given]
    raise GameError(f"{where}: go names states with probabilities, such as {{'G': '1/2'}}")


def _read_pays(given: Any, where: str) -> tuple[Number, ...]:
    if isinstance(given, str) and "," in given:
        given = given.split(",")
    if isinstance(given, Sequence) and not isinstance(given, str):
        if len(given) < 1:
            raise GameError(
                f"{where}: a cell has no payoff; write a number, or one for each player"
            )
        return tuple(number(x, where) for x in given)
    return (number(given, where),)


def _is_pair(given: Any) -> bool:
    """Whether a cell is a payment and a mapping of states."""
    return isinstance(given, Sequence) and len(given) == 2 and isinstance(given[1], Mapping)


def _read_text(text: str, names: Mapping[str, int], where: str) -> CellOutcome:
    """A sum of numbers and multiples of states, such as ``-2/3 + 2/3*G1`` or ``1*`` to stop.

    A number with a star is a prize: only plays that stop are paid it.
    """
    if not text.strip():
        raise GameError(f"{where}: this cell is empty; write a number or a sum such as 1 + G/2")
    if text.strip() in names:
        return CellOutcome((Fraction(0),), {(names[text.strip()], 1): Fraction(1)})
    return _Sum(text, names, where).sum()


class _Sum:
    """A cell as a sum of products, read from left to right."""

    def __init__(self, text: str, names: Mapping[str, int], where: str) -> None:
        self.text, self.names, self.where = text, names, where
        body = text.strip()
        self.tokens: list[tuple[str, str, bool]] = []
        at = 0
        unusual = sorted((n for n in names if not n.isidentifier()), key=len, reverse=True)
        while at < len(body):
            begin = at + len(body[at:]) - len(body[at:].lstrip())
            name = next((n for n in unusual if body.startswith(n, begin)), None)
            if name is not None:
                turn = _TURNED.match(body, begin + len(name))
                self.tokens.append(("name", name, turn is not None))
                at = turn.end() if turn is not None else begin + len(name)
                continue
            match = _TOKEN.match(body, at)
            if match is None:
                raise self.wrong()
            at = match.end()
            kind = str(match.lastgroup if match.lastgroup != "turned" else "name")
            self.tokens.append((kind, str(match[kind]), bool(match["turned"])))
        self.at = 0

    def wrong(self) -> GameError:
        return GameError(f"{self.where}: {self.text!r} cannot be read; write a sum such as 1 + G/2")

    def mark(self) -> str:
        """The sign or bracket that comes next, if one does."""
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "mark":
            return self.tokens[self.at][1]
        return ""

    def starred(self) -> bool:
        """Whether a star comes next that multiplies nothing."""
        after = self.tokens[self.at + 1 : self.at + 2]
        return self.mark() == "*" and (not after or after[0][1] in ("+", "-", "−"))

    def sum(self) -> CellOutcome:
        pay: Number = Fraction(0)
        prize: Number = Fraction(0)
        go: Moves = {}
        first = True
        while self.at < len(self.tokens):
            sign = 1
            if self.mark() in ("+", "-", "−"):
                sign = 1 if self.mark() == "+" else -1
                self.at += 1
            elif not first:
                raise self.wrong()
            first = False
            value, state, turned = self.product()
            if self.starred():
                if state is not None:
                    raise self.wrong()
                self.at += 1
                prize = prize + sign * value
            if state is None:
                pay = pay + sign * value
            elif state != STOPS:
                _add(go, state, -1 if turned or sign < 0 else 1, value)
        return CellOutcome((pay,), go, (prize,) if prize else None)

    def product(self) -> tuple[Number, int | None, bool]:
        """Numbers and at most one state, multiplied and divided."""
        value: Number = Fraction(1)
        state: int | None = None
        turned = False
        divide, first = False, True
        while self.at < len(self.tokens):
            mark = self.mark()
            if self.starred():
                break
            if mark in ("*", "/"):
                if first:
                    raise self.wrong()
                divide = mark == "/"
                self.at += 1
            elif mark in ("+", "-", "−", ")"):
                break
            elif not first and self.tokens[self.at][0] == "number":
                raise self.wrong()
            factor, name, exchanged = self.factor()
            if name is not None:
                if state is not None or divide:
                    raise self.wrong()
                state, turned = name, exchanged
            elif divide and not factor:
                raise GameError(f"{self.where}: {self.text!r} divides by zero")
            value = value / factor if divide else value * factor
            divide, first = False, False
        if first or divide:
            raise self.wrong()
        return value, state, turned

    def factor(self) -> tuple[Number, int | None, bool]:
        if self.at >= len(self.tokens):
            raise self.wrong()
        kind, text, turned = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return number(text, self.where), None, False
        if kind == "name":
            if text not in self.names and text.lower() in _STOP:
                return Fraction(1), STOPS, False
            return Fraction(1), _state(text, self.names, self.where), turned
        if text != "(":
            raise self.wrong()
        value, state, exchanged = self.product()
        if self.mark() != ")":
            raise self.wrong()
        self.at += 1
        return value, state, exchanged


STOPS = -1
"""In place of a state: the play ends."""


def _add(go: Moves, state: int, sign: int, weight: Number) -> None:
    if weight:
        go[state, sign] = go.get((state, sign), Fraction(0)) + weight


def _state(name: Any, names: Mapping[str, int], where: str) -> int:
    key = str(name).strip()
    if key not in names:
        letter = len(key) == 1 and key.islower()
        why = (
            "; a letter is not a number here, since values need not be formulas in it"
            if letter
            else ""
        )
        raise GameError(f"{where}: unknown state {key!r}{did_you_mean(key, names)}{why}")
    return names[key]


def _probability(given: Any, name: Any, where: str) -> Number:
    value = number(given, f"{where}, to {name}")
    if value < 0:
        raise GameError(f"{where}: the probability of {name} is {show(value)}, below 0")
    if value > 1:
        raise GameError(f"{where}: the probability of {name} is {show(value)}, above 1")
    return value
