"""What is found of coalitional games with a letter: core, Shapley value and nucleolus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.coalitional.letter import CoalitionalFamily
from kibitz.coalitional.lexicographic.letter_nucleolus import LetterNucleolus
from kibitz.coalitional.sets.core_range import CoreRange
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import show
from kibitz.core.solution import Solution


@dataclass(frozen=True)
class CoalitionalFamilySolution(Solution, kind="coalitional-family-solution"):
    """Core, Shapley value and nucleolus for every value of a letter.

    >>> from kibitz import coalition
    >>> print(coalition("A:0 B:0 A,B:a").solve())
    the core is nonempty exactly for a >= 0
      v(A) + v(B) > v(A,B) below 0
    Shapley value
      A  a/2
      B  a/2
    nucleolus
      a >= 0: A a/2, B a/2
    """

    how = "linear programs, averages and rounds of complaints"
    game: CoalitionalFamily
    core: CoreRange
    shapley: tuple[str, ...]
    """What each player is paid, as a formula in the letter."""
    nucleolus: LetterNucleolus | None
    """None where it is not found, as for many players."""

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "letter": self.game.letter,
            "players": list(self.game.players),
            "shapley": dict(zip(self.game.players, self.shapley, strict=True)),
            "core": self.core.to_json(),
            "nucleolus": None if self.nucleolus is None else self.nucleolus.to_json(),
        }

    @classmethod
    def from_json(cls, game: CoalitionalFamily, data: dict[str, Any]) -> CoalitionalFamilySolution:
        claim = Claim(data)
        shares = claim.part("shapley")
        rest = None if claim.raw("nucleolus") is None else claim.part("nucleolus").data
        return cls(
            game,
            CoreRange.from_json(game, dict(claim.part("core").data)),
            tuple(shares.text(name) for name in game.players),
            None if rest is None else LetterNucleolus.from_json(game, dict(rest)),
        )

    def __str__(self) -> str:
        lines, grand = [str(self.core)], self.game.constant.spell(self.game.constant.grand)
        for end, side, weights in (
            (self.core.low, "below", self.core.low_weights),
            (self.core.high, "above", self.core.high_weights),
        ):
            if weights:
                where = "" if end is None else f" {side} {show(end)}"
                lines.append(f"  {self.game.spelled(weights)} > v({grand}){where}")
        width = max(map(len, self.game.players))
        lines.append("Shapley value")
        pairs = zip(self.game.players, self.shapley, strict=True)
        lines += [f"  {name:<{width}}  {share}" for name, share in pairs]
        return "\n".join([*lines, str(self.nucleolus or f"nucleolus: {_why_none(self.game)}")])


def _why_none(family: CoalitionalFamily) -> str:
    """Why no nucleolus is found."""
    try:
        family.nucleolus()
    except GameError as error:
        return str(error)
    return "not given"


@method(
    CoalitionalFamily,
    "auto",
    finds="the core, the Shapley value and the nucleolus for every value of the letter",
    cost="two linear programs, and a nucleolus for each piece",
)
def solve_coalitional_family(family: CoalitionalFamily) -> CoalitionalFamilySolution:
    """Core, Shapley value and nucleolus for every value of the letter.

    Parameters
    ----------
    family : CoalitionalFamily
        Games whose worths are linear in a letter.

    Returns
    -------
    CoalitionalFamilySolution
        All three; no nucleolus where there are no imputations, or too many players.
    """
    try:
        nucleolus = family.nucleolus()
    except GameError:
        nucleolus = None
    return CoalitionalFamilySolution(family, family.core(), family.shapley(), nucleolus)
