"""Answers about coalitional games with several letters: the Shapley value, and the core."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.algebra.linear_form import Form, in_lowest_terms, write_form
from kibitz.coalitional.balanced_collections import (
    MOST_PLAYERS,
    Weights,
    balanced_collections,
)
from kibitz.coalitional.letters import CoalitionalLetters
from kibitz.core.claim import Claim
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain
from kibitz.core.solution import Solution


@dataclass(frozen=True)
class CoreCondition:
    """A balanced collection must not earn more than all players: a linear inequality."""

    text: str
    weights: Weights


@dataclass(frozen=True)
class CoalitionalLettersSolution(Solution, kind="coalitional-letters-solution"):
    """The Shapley value, and the conditions under which the core is not empty.

    >>> from kibitz import coalition
    >>> print(coalition("A:0 B:0 C:0 A,B:a A,C:b B,C:c A,B,C:2").solve())
    Shapley value
      A  a/6 + b/6 - c/3 + 2/3
      B  a/6 - b/3 + c/6 + 2/3
      C  -a/3 + b/6 + c/6 + 2/3
    the core is nonempty exactly for c <= 2, b <= 2, a <= 2, a + b + c <= 4
    the nucleolus needs numbers for all letters but one
    """

    how: ClassVar[str] = "averages, and minimal balanced collections"
    game: CoalitionalLetters
    shapley: tuple[str, ...]
    """What each player is paid, as a formula in the letters."""
    conditions: tuple[CoreCondition, ...] | None
    """What the letters must satisfy for a core; None where it is not found."""
    empty: bool = False
    """Whether the core is empty whatever the letters are."""

    def to_json(self) -> dict[str, Any]:
        spell = self.game.constant.spell
        return {
            "kind": self.kind,
            "letters": list(self.game.letters),
            "players": list(self.game.players),
            "shapley": dict(zip(self.game.players, self.shapley, strict=True)),
            "core": None
            if self.conditions is None
            else [
                {"condition": c.text, "weights": {spell(m): plain(w) for m, w in c.weights}}
                for c in self.conditions
            ],
            "empty": self.empty,
        }

    @classmethod
    def from_json(
        cls, game: CoalitionalLetters, data: dict[str, Any]
    ) -> CoalitionalLettersSolution:
        claim = Claim(data)
        shares = claim.part("shapley")
        conditions = None
        if claim.raw("core") is not None:
            conditions = tuple(
                CoreCondition(
                    part.text("condition"),
                    tuple(
                        (game.constant.mask(name), exact(part.part("weights").raw(name), name))
                        for name in part.part("weights").data
                    ),
                )
                for part in claim.parts("core")
            )
        return cls(
            game,
            tuple(shares.text(name) for name in game.players),
            conditions,
            claim.flag("empty"),
        )

    def __str__(self) -> str:
        width = max(map(len, self.game.players))
        pairs = zip(self.game.players, self.shapley, strict=True)
        lines = ["Shapley value", *(f"  {name:<{width}}  {share}" for name, share in pairs)]
        if self.conditions is None:
            lines.append(
                f"the core with several letters is computed for up to {MOST_PLAYERS} players"
            )
        elif self.empty:
            lines.append("the core is empty whatever the letters are")
        elif not self.conditions:
            lines.append("the core is nonempty whatever the letters are")
        else:
            listed = ", ".join(condition.text for condition in self.conditions)
            lines.append(f"the core is nonempty exactly for {listed}")
        if self.game.constant.n <= 2:
            lines.append("the nucleolus is the Shapley value wherever the core is not empty")
        else:
            lines.append("the nucleolus needs numbers for all letters but one")
        return "\n".join(lines)


@method(
    CoalitionalLetters,
    "auto",
    finds="the Shapley value, and for which letters the core is not empty",
    cost="a Shapley value for each letter, and 41 inequalities for 4 players",
    reference="Bondareva 1963; Shapley 1967",
)
def solve_coalitional_letters(family: CoalitionalLetters) -> CoalitionalLettersSolution:
    """The Shapley value in letters, and a linear inequality for each balanced collection.

    Parameters
    ----------
    family : CoalitionalLetters
        Games whose worths are linear in several letters.

    Returns
    -------
    CoalitionalLettersSolution
        Formulas for the Shapley value, and the conditions for a core of up to 4 players.

    Notes
    -----
    Cost: a Shapley value for each letter, and an inequality for each minimal balanced collection,
    5 of them for 3 players and 41 for 4.

    References
    ----------
    Bondareva 1963; Shapley 1967.
    """
    shares = family.shapley()
    if family.constant.n > MOST_PLAYERS:
        return CoalitionalLettersSolution(family, shares, None)
    strongest: dict[Form, tuple[Form, Weights]] = {}
    for weights in balanced_collections(family.constant.n):
        form = in_lowest_terms(surplus(family, weights))
        if not any(form[1:]):
            if form[0] > 0:
                never = CoreCondition(condition_text(form, family.letters), weights)
                return CoalitionalLettersSolution(family, shares, (never,), True)
            continue
        known = strongest.get(form[1:])
        if known is None or form[0] > known[0][0]:
            strongest[form[1:]] = (form, weights)
    conditions = tuple(
        CoreCondition(condition_text(form, family.letters), weights)
        for form, weights in strongest.values()
    )
    return CoalitionalLettersSolution(family, shares, conditions)


def surplus(family: CoalitionalLetters, weights: Weights) -> Form:
    """How much balanced coalitions earn beyond all players, as a linear form."""
    total = [-x for x in family.worth(family.constant.grand)]
    for mask, weight in weights:
        total = [x + weight * y for x, y in zip(total, family.worth(mask), strict=True)]
    return tuple(total)


def condition_text(form: Form, letters: tuple[str, ...]) -> str:
    """That a linear form is at most 0, in positive numbers on both sides.

    >>> condition_text((Fraction(-4), Fraction(1), Fraction(1)), ("a", "b"))
    'a + b <= 4'
    >>> condition_text((Fraction(2), Fraction(-1), Fraction(0)), ("a", "b"))
    'a >= 2'
    >>> condition_text((Fraction(0), Fraction(1), Fraction(-3)), ("a", "b"))
    'a <= 3b'
    """
    less = tuple(max(x, Fraction(0)) for x in form)
    more = tuple(max(-x, Fraction(0)) for x in form)
    left, right = write_form(less, letters), write_form(more, letters)
    return f"{left} <= {right}" if any(less[1:]) else f"{right} >= {left}"
