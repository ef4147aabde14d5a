"""Coalitional games with several letters: worths that are linear in all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.algebra.linear_form import Form, read_form, write_form
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.letter import CoalitionalFamily
from kibitz.coalitional.read_worths import read_worths
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import exact
from kibitz.core.tensor import Tensor

MOST_PLAYERS, MOST_LETTERS = 8, 12
FIRST = Fraction(1009, 7)
"""Near what letters are while worths are read, so that none is 0 by accident."""


@dataclass(frozen=True)
class CoalitionalLetters(Noun):
    """Coalitional games whose worths are linear in several letters.

    >>> from kibitz import coalition
    >>> family = coalition("A:0 B:0 C:0 A,B:a A,C:b B,C:1 A,B,C:2")
    >>> family.shapley()
    ('a/6 + b/6 + 1/3', 'a/6 - b/3 + 5/6', '-a/3 + b/6 + 5/6')
    >>> print(family.at(b=1).nucleolus().at(1)[0])
    2/3
    """

    kind: ClassVar[str] = "coalitional-letters"
    plural: ClassVar[str] = "coalitional games with several letters"

    constant: CoalitionalGame
    slopes: tuple[CoalitionalGame, ...]
    """What the worths gain by each letter."""
    letters: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.constant.title

    @property
    def players(self) -> tuple[str, ...]:
        return self.constant.players

    def worth(self, mask: int) -> Form:
        """The worth of a coalition, by bitmask, as a linear form."""
        return tuple(exact(game.value(mask)) for game in (self.constant, *self.slopes))

    def at(self, **values: Any) -> Any:
        """The games with numbers for some letters; with numbers for all, one game.

        Parameters
        ----------
        **values : number
            A number for each letter, by name.
        """
        for name in values:
            if name not in self.letters:
                raise GameError(f"no letter {name!r}; they are {', '.join(self.letters)}")
        worths, left = self.constant.worths, []
        for name, slope in zip(self.letters, self.slopes, strict=True):
            if name in values:
                worths = worths + slope.worths.affine(exact(values[name], name), Fraction(0))
            else:
                left.append((name, slope))
        game = CoalitionalGame(worths, self.players, self.title)
        if not left:
            return game
        if len(left) == 1:
            return CoalitionalFamily(game, left[0][1], left[0][0])
        return CoalitionalLetters(game, tuple(s for _, s in left), tuple(x for x, _ in left))

    def shapley(self) -> tuple[str, ...]:
        """The Shapley value, which is linear in the worths and so in the letters."""
        parts: list[Any] = [call(game, "shapley") for game in (self.constant, *self.slopes)]
        forms = zip(*(part.payoffs for part in parts), strict=True)
        return tuple(write_form(tuple(map(exact, form)), self.letters) for form in forms)

    def __str__(self) -> str:
        worths = (
            f"{self.constant.spell(mask)}: {write_form(self.worth(mask), self.letters)}"
            for mask in self.constant.coalitions()
        )
        return f"coalitional games for every {', '.join(self.letters)}\n  " + "\n  ".join(worths)


def read_letters(
    letters: Sequence[str], table: Mapping[Any, Any], players: Any, missing: str, title: str
) -> CoalitionalLetters:
    """Games from a table in which some worths are formulas such as ``a`` or ``1-2a+b``."""
    if missing == "cover":
        raise GameError("missing='cover' needs numbers; give all worths, or missing='zero'")
    if len(letters) > MOST_LETTERS:
        raise GameError(f"{len(letters)} letters; there can be at most {MOST_LETTERS}")
    forms = {
        key: read_form(w, letters, f"worth of {key}")
        for key, w in table.items()
        if isinstance(w, str) and any(letter in w for letter in letters)
    }
    first = [FIRST + k * k + Fraction(1, 3 + k) for k in range(len(letters))]
    moved = [[x + (j == k) for j, x in enumerate(first)] for k in range(len(letters))]
    read = []
    for point in (first, *moved):
        at = {k: _value(forms[k], point) if k in forms else w for k, w in table.items()}
        tensor, names = read_worths(at, players, missing)
        if not tensor.exact:
            raise GameError("worths with letters are exact; write fractions beside them")
        read.append([Fraction(x) for x in tensor.numbers()])
    if len(names) > MOST_PLAYERS:
        raise GameError(
            f"several letters are supported for up to {MOST_PLAYERS} players, not {len(names)}"
        )
    base, *rest = read
    slopes = [[y - x for x, y in zip(base, line, strict=True)] for line in rest]
    columns = zip(*slopes, strict=True)
    gained = [sum(s * x for s, x in zip(column, first, strict=True)) for column in columns]
    constant = [x - y for x, y in zip(base, gained, strict=True)]
    games = [CoalitionalGame(Tensor.read(w, 1), names, title) for w in (constant, *slopes)]
    return CoalitionalLetters(games[0], tuple(games[1:]), tuple(letters))


def _value(form: Form, point: Sequence[Fraction]) -> Fraction:
    constant, *slopes = form
    return constant + sum(s * x for s, x in zip(slopes, point, strict=True))
