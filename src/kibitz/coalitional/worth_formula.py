"""Worths by a formula: ``v(S) = |S|^2``, ``v(S) = |S| if 1 in S else 0``."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.expressions.tree import FUNCTIONS, Expression
from kibitz.algebra.linear_form import write_form
from kibitz.coalitional.coalitions import members
from kibitz.coalitional.names import read_coalition, read_players
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact

MOST_CALLS = 20
"""Players up to which a function is asked for the worth of every coalition."""

_OF_ANY = re.compile(
    r"^\s* [vcf] \s* \( \s* (?: (?P<size>[sk]) | S | \|S\| ) \s* \) \s* =", re.VERBOSE
)
"""The beginning of a formula for every coalition: ``v(S) =``, ``v(k) =`` in their size."""
_HAS = re.compile(
    r"(?: \{ (?P<group>[^{}]*) \} | (?P<player>[^\s{}()<>=|,;:]+) )"
    r"\s* (?P<how> ∈ | ∉ | ⊆ | ⊂ | ⊈ | \b not \s+ in \b | \b in \b ) \s* S \b",
    re.VERBOSE,
)
"""Who is in S: ``1 in S``, ``A ∉ S``, ``{1,2} ⊆ S``."""
_COUNT = re.compile(r"\| \s* S \s* [∩&] \s* \{ (?P<group>[^{}]*) \} \s* \|", re.VERBOSE)
"""How many of a group are in S: ``|S ∩ {1,2}|``."""
_MORE_WORTHS = re.compile(r"[vcf]\s*\(|:|(?<![<>=!])=(?!=)")
"""What follows the worth of S where S is the name of a player."""
_LETTER = re.compile(r"(?<![^\W\d]) [A-Za-z] (?!\w)", re.VERBOSE)
_LACKS = ("∉", "⊈")


def formula_in(text: str) -> str | None:
    """A formula for the worth of any coalition S, in its size s or |S|; None for a table.

    >>> formula_in("v(S) = |S|^2"), formula_in("v(k) = 2k - 1"), formula_in("A:1 B:2 A,B:s")
    ('(s)^2', '2s - 1', None)
    >>> formula_in("v(S) = 5"), formula_in("v(S)=5 v(F)=3"), formula_in("v(S)=5, S,F=8")
    ('5', None, None)
    """
    start = _OF_ANY.match(text)
    formula = text[start.end() :].strip() if start else text.strip()
    if start and start["size"] == "k":
        formula = re.sub(r"(?<![^\W\d])k(?!\w)", "s", formula)
    if re.search(_MORE_WORTHS if start else "[:={]", formula):
        return None
    if not start and not re.search(r"\bs\b|\|S\||\bsum\b|\d*s\b|\bS\b", formula):
        return None
    return formula.replace("|S|", "(s)").replace("|N|", "(n)")


class WorthFormula:
    """A formula in s, the size of a coalition, n, that of all players, sum, and who is in S.

    >>> f = WorthFormula("s if 1 in S else 0", ("1", "2", "3"))
    >>> [str(f.at(mask)) for mask in range(8)]
    ['0', '1', '0', '2', '0', '2', '0', '3']
    >>> glove = WorthFormula("min(|S ∩ {A}|, |S ∩ {B,C}|)", ("A", "B", "C"))
    >>> print(glove.at(0b111), glove.at(0b110))
    1 0
    >>> WorthFormula("a s - b", ("1", "2")).letters
    ('a', 'b')
    """

    def __init__(self, text: str, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self._given = text.replace("(s)", "|S|").replace("(n)", "|N|")
        if len(self.players) > MOST_CALLS:
            raise GameError(
                f"a formula is supported for up to {MOST_CALLS} players, not {len(self.players)}"
            )
        amounts = [Fraction(name) if name.isdecimal() else None for name in self.players]
        self._amounts = [x or Fraction(0) for x in amounts]
        self._inside = [f"member_{i}" for i in range(len(self.players))]
        known = ["s", "n", *([] if None in amounts else ["sum"])]
        formula = _HAS.sub(self._membership, _COUNT.sub(self._count, text))
        letters = {x for x in _LETTER.findall(formula) if x not in known and x not in FUNCTIONS}
        if "S" in letters:
            raise GameError(
                f"v(S): {self._given!r}: S is a coalition; write |S| for its size, or 1 in S for "
                "a member"
            )
        self.letters = tuple(sorted(letters))
        self._formula: Expression = read_formula(
            formula, [*known, *self._inside, *self.letters], "v(S)"
        )

    def at(self, mask: int, **letters: Fraction) -> Any:
        """The worth of a coalition, by bitmask; of no one it is 0."""
        if not mask:
            return Fraction(0)
        inside = list(members(mask))
        values = {name: Fraction(i in inside) for i, name in enumerate(self._inside)}
        values |= {"s": Fraction(len(inside)), "n": Fraction(len(self.players)), **letters}
        values["sum"] = sum((self._amounts[i] for i in inside), Fraction(0))
        try:
            return self._value(values)
        except GameError:
            raise
        except (ArithmeticError, ValueError):
            who = ",".join(self.players[i] for i in inside)
            raise GameError(f"v(S): {self._given!r} has no value for {who}") from None

    def _value(self, values: dict[str, Fraction]) -> Any:
        try:
            return self._formula.at(values)
        except GameError:
            if self._formula.is_rational():
                raise
        worth = self._formula.at_float({name: float(x) for name, x in values.items()})
        if not math.isfinite(worth):
            raise ArithmeticError
        return worth

    def table(self) -> dict[tuple[str, ...], str]:
        """The worths of all coalitions as linear forms in the letters.

        >>> WorthFormula("a s if s > 1 else b", ("1", "2")).table()
        {('1',): 'b', ('2',): 'b', ('1', '2'): '2a'}
        """
        if not self._formula.is_rational():
            raise GameError(
                f"v(S): {self._given!r}: beside letters there can be no roots, exp or log"
            )
        return {
            tuple(self.players[i] for i in members(mask)): write_form(
                self._form(mask), self.letters
            )
            for mask in range(1, 1 << len(self.players))
        }

    def _form(self, mask: int) -> tuple[Fraction, ...]:
        none = dict.fromkeys(self.letters, Fraction(0))
        constant = exact(self.at(mask, **none))
        slopes = [exact(self.at(mask, **{**none, x: Fraction(1)})) - constant for x in self.letters]
        far = {x: Fraction(1009 + 2 * k, 7 + k) for k, x in enumerate(self.letters)}
        straight = constant + sum(s * x for s, x in zip(slopes, far.values(), strict=True))
        if self.at(mask, **far) != straight:
            names = ", ".join(self.letters)
            raise GameError(f"v(S): it must be linear in {names}, such as {self.letters[0]}|S|")
        return (constant, *slopes)

    def _group(self, text: str) -> list[str]:
        mask = read_coalition([text.replace(";", ",")], self.players)
        return [self._inside[i] for i in members(mask)]

    def _membership(self, match: re.Match[str]) -> str:
        lacks = match["how"] in _LACKS or match["how"].startswith("not")
        group = self._group(match["player"] if match["group"] is None else match["group"])
        tests = [f"{name} {'<' if lacks else '>='} 1" for name in group] or ["s >= 0"]
        joined = (" or " if lacks else " and ").join(tests)
        return f"({joined})" if len(tests) > 1 else joined

    def _count(self, match: re.Match[str]) -> str:
        return "(" + " + ".join(["0", *self._group(match["group"])]) + ")"


def worth_formula(text: str, players: Any, what: str = "worth") -> WorthFormula:
    """A formula for the worths of these players, given by name or by their number."""
    if players is None:
        raise GameError(f"{what}s given by a formula need the players; give their number or names")
    return WorthFormula(text, read_players(players))
