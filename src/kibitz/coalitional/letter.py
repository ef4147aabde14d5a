"""Coalitional games with a letter: worths that are linear in it, v(S) = c(S) + a s(S)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.algebra.polynomial import Polynomial
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.read_worths import parse_table, read_worths
from kibitz.coalitional.worth_formula import formula_in, worth_formula
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import exact, show
from kibitz.core.tensor import Tensor

if TYPE_CHECKING:
    from kibitz.coalitional.lexicographic.letter_nucleolus import LetterNucleolus
    from kibitz.coalitional.sets.core_range import CoreRange

MOST_PLAYERS = 12
_LETTER = re.compile(r"(?<![A-Za-z])([A-Za-z])(?![A-Za-z])")
_FORMULA = re.compile(r"[-+*/^().\s\dA-Za-z]+")
SAMPLES = (Fraction(1009, 7), Fraction(2003, 11), Fraction(-3001, 13))
"""Values of the letter at which worths are read; none makes a worth 0 by accident."""

Weights = tuple[tuple[int, Fraction], ...]
"""Balanced weights by coalition."""


@dataclass(frozen=True)
class CoalitionalFamily(Noun):
    """Coalitional games whose worths are linear in a letter.

    >>> from kibitz import coalition
    >>> family = coalition("A:0 B:0 C:0 A,B:a A,C:1 B,C:1 A,B,C:2")
    >>> print(family.at(1).worth("A", "B"), *family.shapley())
    1 a/6 + 1/2 a/6 + 1/2 1 - a/3
    """

    kind: ClassVar[str] = "coalitional-family"
    plural: ClassVar[str] = "coalitional games with a letter"

    constant: CoalitionalGame
    slope: CoalitionalGame
    letter: str

    @property
    def title(self) -> str:
        return self.constant.title

    @property
    def usual_answer(self) -> str:
        return "coalitional-family-solution"

    @property
    def players(self) -> tuple[str, ...]:
        return self.constant.players

    def at(self, value: Any) -> CoalitionalGame:
        """The game for one value of the letter."""
        a = exact(value, self.letter)
        worths = self.constant.worths + self.slope.worths.affine(a, Fraction(0))
        return CoalitionalGame(worths, self.players, self.constant.title)

    def worth(self, mask: int) -> Polynomial:
        """The worth of a coalition, by bitmask."""
        return Polynomial.of([self.constant.value(mask), self.slope.value(mask)])

    def shapley(self) -> tuple[str, ...]:
        """The Shapley value, which is linear in the worths and so in the letter."""
        fixed: Any = call(self.constant, "shapley")
        moving: Any = call(self.slope, "shapley")
        pairs = zip(fixed.payoffs, moving.payoffs, strict=True)
        return tuple(Polynomial.of(pair).write(self.letter) for pair in pairs)

    def core(self) -> CoreRange:
        """For which values of the letter the core is not empty; cost: two linear programs."""
        core: Any = self.solve("core")
        return core  # type: ignore[no-any-return]

    def nucleolus(self) -> LetterNucleolus:
        """The nucleolus, which is linear in the letter piece by piece."""
        nucleolus: Any = self.solve("nucleolus")
        return nucleolus  # type: ignore[no-any-return]

    def spelled(self, weights: Weights) -> str:
        """Balanced weights, written out."""
        terms = (
            f"v({self.constant.spell(m)})" if w == 1 else f"{show(w)} v({self.constant.spell(m)})"
            for m, w in weights
        )
        return " + ".join(terms)

    def __str__(self) -> str:
        worths = (
            f"{self.constant.spell(mask)}: {self.worth(mask).write(self.letter)}"
            for mask in self.constant.coalitions()
        )
        return f"coalitional games for every {self.letter}\n  " + "\n  ".join(worths)


def letters_in(given: Any, players: Any = None) -> tuple[tuple[str, ...], Mapping[Any, Any]] | None:
    """The letters in the worths of a table, and the table; None where all are numbers."""
    if isinstance(given, str):
        text = formula_in(given)
        if text is not None:
            formula = worth_formula(text, players)
            return (formula.letters, formula.table()) if formula.letters else None
        given = parse_table(given)
    if not isinstance(given, Mapping):
        return None
    texts = [w for w in given.values() if isinstance(w, str) and _FORMULA.fullmatch(w)]
    letters = {
        x for w in texts if not re.search("[A-Za-z]{2}|[0-9]e", w) for x in _LETTER.findall(w)
    }
    return (tuple(sorted(letters)), given) if letters else None


def read_family(
    letter: str, table: Mapping[Any, Any], players: Any, missing: str, title: str
) -> CoalitionalFamily:
    """A family from a table in which some worths are formulas such as ``a`` or ``1-2a``."""
    if missing == "cover":
        raise GameError("missing='cover' needs numbers; give all worths, or missing='zero'")
    formulas = {
        key: Polynomial.read(w, letter, f"worth of {key}")
        for key, w in table.items()
        if isinstance(w, str) and letter in w
    }
    steep = [key for key, formula in formulas.items() if formula.degree > 1]
    if steep:
        raise GameError(f"worth of {steep[0]}: it must be linear in {letter}, such as 1-2{letter}")
    read = []
    for a in SAMPLES[:2]:
        at = {key: formulas[key](a) if key in formulas else w for key, w in table.items()}
        tensor, names = read_worths(at, players, missing)
        read.append(tensor)
    if not all(t.exact for t in read):
        raise GameError(
            f"worths with a letter are exact; write fractions beside {letter}, not floats"
        )
    if len(names) > MOST_PLAYERS:
        raise GameError(f"a letter is supported for up to {MOST_PLAYERS} players, not {len(names)}")
    low, high = ([Fraction(x) for x in t.numbers()] for t in read)
    first, second = SAMPLES[:2]
    slope = [(y - x) / (second - first) for x, y in zip(low, high, strict=True)]
    constant = [x - first * s for x, s in zip(low, slope, strict=True)]
    fixed, moving = (CoalitionalGame(Tensor.read(w, 1), names, title) for w in (constant, slope))
    return CoalitionalFamily(fixed, moving, letter)
