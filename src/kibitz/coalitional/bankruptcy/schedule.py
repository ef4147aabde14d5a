"""The awards of each rule as piecewise linear functions of the estate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.coalitional.bankruptcy.corners import between, corners_of
from kibitz.coalitional.bankruptcy.game import Bankruptcy, bankruptcy
from kibitz.coalitional.bankruptcy.rules import RULES, rule_called
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain, show
from kibitz.core.solution import Solution

LETTER = "E"
Linear = tuple[Fraction, Fraction]
"""A constant, and what the estate multiplies."""


@dataclass(frozen=True)
class SchedulePiece:
    """Awards that are linear in the estate, and the estates for which they hold."""

    low: Fraction
    high: Fraction
    awards: tuple[Linear, ...]

    def at(self, estate: Fraction) -> tuple[Fraction, ...]:
        return tuple(constant + slope * estate for constant, slope in self.awards)


@dataclass(frozen=True)
class EstateSchedule(Solution, kind="estate-schedule"):
    """What each claimant gets by each rule, for every estate that the claims exceed.

    >>> from kibitz import bankruptcy
    >>> print(bankruptcy(60, [10, 20, 30]).schedule("talmud"))
    claims of 10, 20, 30 on an estate of E
    Talmud, the nucleolus
      0 <= E <= 15: E/3, E/3, E/3
      15 <= E <= 25: 5, E/2 - 5/2, E/2 - 5/2
      25 <= E <= 35: 5, 10, E - 15
      35 <= E <= 45: 5, E/2 - 15/2, E/2 + 5/2
      45 <= E <= 60: E/3 - 10, E/3, E/3 + 10
    """

    how = "the corners of each rule, and its awards there"
    problem: Bankruptcy
    pieces: tuple[tuple[str, tuple[SchedulePiece, ...]], ...]
    """By the name of the rule."""

    @property
    def game(self) -> Bankruptcy:
        return self.problem

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(rule for rule, _ in self.pieces)

    def __getitem__(self, rule: str) -> tuple[SchedulePiece, ...]:
        name = rule_called(rule)
        found = dict(self.pieces).get(name)
        if found is None:
            raise GameError(f"the awards by {name} are not listed; known: {', '.join(self.rules)}")
        return found

    def at(self, estate: Any, rule: str) -> tuple[Fraction, ...]:
        """The awards by a rule for one estate.

        Parameters
        ----------
        estate : number
            The estate.
        rule : str
            The name of the rule.
        """
        amount = exact(estate, "estate")
        for piece in self[rule]:
            if piece.low <= amount <= piece.high:
                return piece.at(amount)
        raise GameError(f"an estate of {show(amount)} is outside the range of the rule {rule}")

    def to_json(self) -> dict[str, Any]:
        names = self.problem.players
        return {
            "kind": self.kind,
            "letter": LETTER,
            "players": list(names),
            "claims": [plain(c) for c in self.problem.claims],
            "rules": {
                rule: [
                    {
                        "low": plain(piece.low),
                        "high": plain(piece.high),
                        "awards": dict(zip(names, _written(piece), strict=True)),
                    }
                    for piece in pieces
                ]
                for rule, pieces in self.pieces
            },
            "method": self.how,
        }

    @classmethod
    def from_json(cls, game: Bankruptcy, data: dict[str, Any]) -> EstateSchedule:
        rules = Claim(data).part("rules")

        def line(given: Any) -> Linear:
            constant, slope, *_ = *Polynomial.read(given, LETTER).coefficients, *[Fraction(0)] * 2
            return constant, slope

        def piece(part: Claim) -> SchedulePiece:
            awards = part.part("awards")
            lines = tuple(line(awards.raw(name)) for name in game.players)
            ends = exact(part.raw("low"), "low"), exact(part.raw("high"), "high")
            return SchedulePiece(*ends, lines)

        return cls(
            game,
            tuple((rule, tuple(map(piece, rules.parts(rule)))) for rule in rules.data),
        )

    def __str__(self) -> str:
        claims = ", ".join(map(show, self.problem.claims))
        lines = [f"claims of {claims} on an estate of {LETTER}"]
        for rule, pieces in self.pieces:
            lines.append(RULES[rule][0])
            lines += [
                f"  {show(p.low)} <= {LETTER} <= {show(p.high)}: {', '.join(_written(p))}"
                for p in pieces
            ]
        return "\n".join(lines)


def _written(piece: SchedulePiece) -> list[str]:
    return [Polynomial.of(pair).write(LETTER) or "0" for pair in piece.awards]


@extends(Bankruptcy)
@method(
    Bankruptcy,
    "schedule",
    finds="the awards by each rule as functions of the estate",
    cost="a division for each corner; 2^n corners for random arrival",
    reference="Thomson 2003",
)
def schedule_of(problem: Bankruptcy, rule: str | None = None) -> EstateSchedule:
    """The awards for every estate up to the sum of the claims.

    Parameters
    ----------
    problem : Bankruptcy
        The claims; its estate does not matter.
    rule : str, optional
        One rule; all rules that are linear in the estate piece by piece if None.

    Returns
    -------
    EstateSchedule
        By rule the pieces, each with awards that are linear in the estate.

    Notes
    -----
    Cost: a division for each corner; random arrival has up to 2^n of them.

    References
    ----------
    Thomson 2003.

    Examples
    --------
    >>> from kibitz import bankruptcy
    >>> found = bankruptcy(60, [10, 20, 30]).schedule()
    >>> [str(x) for x in found.at(45, "shapley")]
    ['20/3', '85/6', '145/6']
    """
    claims = [exact(c) for c in problem.claims]
    whole = bankruptcy(sum(claims, Fraction(0)), claims, problem.players, problem.title)
    names = list(RULES) if rule is None else [rule_called(rule)]
    found = []
    for name in names:
        corners = corners_of(name, claims)
        if corners is not None:
            found.append((name, tuple(_pieces(whole, name, corners))))
        elif rule is not None:
            raise GameError(
                f"the awards by {name} are not piecewise linear in the estate, or have too "
                f"many corners; give the estate a number"
            )
    return EstateSchedule(whole, tuple(found))


def _pieces(
    problem: Bankruptcy, rule: str, corners: tuple[Fraction, ...]
) -> Iterator[SchedulePiece]:
    """The pieces between neighboring corners; those on one line are put together."""
    held: SchedulePiece | None = None
    divide = RULES[rule][1]
    if len(corners) == 1:  # no one claims anything
        yield SchedulePiece(*corners, *corners, ((Fraction(0), Fraction(0)),) * problem.n)
    for low, high in between(corners):
        first, last = (divide(e, problem.claims) for e in (low, high))
        slopes = [(exact(b) - exact(a)) / (high - low) for a, b in zip(first, last, strict=True)]
        awards = tuple((exact(a) - s * low, s) for a, s in zip(first, slopes, strict=True))
        if held is not None and held.awards == awards:
            held = SchedulePiece(held.low, high, awards)
            continue
        if held is not None:
            yield held
        held = SchedulePiece(low, high, awards)
    if held is not None:
        yield held
