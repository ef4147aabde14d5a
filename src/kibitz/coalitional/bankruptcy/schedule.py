"""The awards of each rule as functions of the estate, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.coalitional.bankruptcy.corners import between, corners_of
from kibitz.coalitional.bankruptcy.game import Bankruptcy, bankruptcy
from kibitz.coalitional.bankruptcy.rules import RULES, rule_called, still_claimed
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain, show
from kibitz.core.solution import Solution

LETTER = "E"


@dataclass(frozen=True)
class SchedulePiece:
    """Awards as functions of the estate, and the estates for which they hold.

    They are linear in the estate; by adjusted proportions they are quotients.
    """

    low: Fraction
    high: Fraction
    awards: tuple[RationalFunction, ...]

    def at(self, estate: Fraction) -> tuple[Fraction, ...]:
        return tuple(award(estate) for award in self.awards)


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
        pieces = dict(self.pieces).get(name)
        if pieces is None:
            raise GameError(f"the awards by {name} are not listed; known: {', '.join(self.rules)}")
        return pieces

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

        def piece(part: Claim) -> SchedulePiece:
            awards = part.part("awards")
            read = tuple(RationalFunction.read(awards.raw(x), LETTER) for x in game.players)
            ends = exact(part.raw("low"), "low"), exact(part.raw("high"), "high")
            return SchedulePiece(*ends, read)

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
    return [_one_written(award, (piece.low + piece.high) / 2) for award in piece.awards]


def _one_written(award: RationalFunction, estate: Fraction) -> str:
    """The award, over something positive at this estate."""
    top, bottom = award.numerator, award.denominator
    if bottom.degree < 1:
        return top.scale(1 / bottom.leading).write(LETTER)
    return (award if bottom(estate) > 0 else RationalFunction(-top, -bottom)).write(LETTER)


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
        One rule; all rules if None.

    Returns
    -------
    EstateSchedule
        By rule the pieces, each with the awards as functions of the estate.

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
    pieces = []
    for name in names:
        corners = corners_of(name, claims)
        if corners is not None:
            pieces.append((name, tuple(_pieces(whole, name, corners))))
        elif rule is not None:
            raise GameError(
                f"the awards by {name} have too many corners for {len(claims)} claims; give the "
                "estate a number"
            )
    return EstateSchedule(whole, tuple(pieces))


def _pieces(
    problem: Bankruptcy, rule: str, corners: tuple[Fraction, ...]
) -> Iterator[SchedulePiece]:
    """The pieces between neighboring corners; those on one line are put together."""
    held: SchedulePiece | None = None
    if len(corners) == 1:  # no one claims anything
        nothing = RationalFunction.constant(Fraction(0))
        yield SchedulePiece(*corners, *corners, (nothing,) * problem.n)
    for low, high in between(corners):
        if rule == "adjusted-proportional":
            awards = _in_proportion(problem, low, high)
        else:
            first, last = (RULES[rule][1](e, problem.claims) for e in (low, high))
            lines = (_line(low, high, a, b) for a, b in zip(first, last, strict=True))
            awards = tuple(map(RationalFunction.of, lines))
        if held is not None and held.awards == awards:
            held = SchedulePiece(held.low, high, awards)
            continue
        if held is not None:
            yield held
        held = SchedulePiece(low, high, awards)
    if held is not None:
        yield held


def _line(low: Fraction, high: Fraction, first: Any, last: Any) -> Polynomial:
    """The linear function with these values at two estates."""
    slope = (exact(last) - exact(first)) / (high - low)
    return Polynomial.of([exact(first) - slope * low, slope])


def _in_proportion(
    problem: Bankruptcy, low: Fraction, high: Fraction
) -> tuple[RationalFunction, ...]:
    """Minimal rights, and the rest in proportion to claims that are linear between two estates."""
    (rights, still), (rights_up, still_up) = (
        still_claimed(estate, problem.claims) for estate in (low, high)
    )
    granted = [_line(low, high, a, b) for a, b in zip(rights, rights_up, strict=True)]
    claimed = [_line(low, high, a, b) for a, b in zip(still, still_up, strict=True)]
    left = Polynomial.of([0, 1])
    for line in granted:
        left = left - line
    everything = sum(claimed[1:], claimed[0])
    return tuple(
        RationalFunction.of(right * everything + left * claim, everything)
        if everything
        else RationalFunction.of(right)
        for right, claim in zip(granted, claimed, strict=True)
    )
