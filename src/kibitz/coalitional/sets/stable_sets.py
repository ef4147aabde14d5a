"""Stable sets: imputations that do not dominate each other, and dominate all the others.

Von Neumann and Morgenstern, *Theory of Games and Economic Behavior*, 1944. Whether a finite set is
one can be decided: an imputation x is not dominated by y through S just when x_k >= y_k for some k
in S, so the imputations that no member dominates are a finite union of simplices {x >= b}.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import read_listed
from kibitz.coalitional.sets.domination import dominating_coalition
from kibitz.coalitional.sets.imputations import Imputations
from kibitz.coalitional.solution import DefinedAnswer, read_exact, read_points
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain, show_all

Point = tuple[Fraction, ...]

MOST_CASES = 100_000


@dataclass(frozen=True)
class StabilityTest(DefinedAnswer, kind="stability"):
    """Whether a finite set of imputations is stable; if not, why.

    ``clash`` has two members of which the first dominates the second; ``missed`` is an imputation
    outside the set that no member dominates.

    >>> from kibitz import coalition
    >>> majority = coalition(weights=[1, 1, 1], quota=2)
    >>> half = Fraction(1, 2)
    >>> print(stability(majority, [(half, half, 0), (half, 0, half), (0, half, half)]))
    stable: no member dominates another, every other imputation is dominated by one
    >>> print(stability(majority, [(half, half, 0), (half, 0, half)]))
    not stable: no member dominates (0, 1/2, 1/2)
    """

    game: CoalitionalGame
    candidates: tuple[Point, ...]
    clash: tuple[Point, Point] | None
    missed: Point | None

    @property
    def internal(self) -> bool:
        """Whether no member dominates another."""
        return self.clash is None

    @property
    def external(self) -> bool:
        """Whether every imputation outside is dominated by a member."""
        return self.missed is None

    def __bool__(self) -> bool:
        return self.internal and self.external

    def to_json(self) -> dict[str, Any]:
        def point(x: Point) -> list[Any]:
            return [plain(v) for v in x]

        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "candidates": [point(x) for x in self.candidates],
            "stable": bool(self),
            "internally_stable": self.internal,
            "externally_stable": self.external,
            "clash": None if self.clash is None else [point(x) for x in self.clash],
            "missed": None if self.missed is None else point(self.missed),
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> StabilityTest:
        clash = None if data.get("clash") is None else read_points(game, data, "clash")
        if clash is not None and len(clash) != 2:
            raise GameError("clash: expected two imputations")
        missed = None if data.get("missed") is None else read_exact(game, data, "missed")
        candidates = read_points(game, data, "candidates")
        return cls(game, candidates, None if clash is None else (clash[0], clash[1]), missed)

    def __str__(self) -> str:
        if self:
            return "stable: no member dominates another, every other imputation is dominated by one"
        reasons = []
        if self.clash is not None:
            reasons.append(f"{show_all(self.clash[0])} dominates {show_all(self.clash[1])}")
        if self.missed is not None:
            reasons.append(f"no member dominates {show_all(self.missed)}")
        return "not stable: " + "; ".join(reasons)


@method(
    CoalitionalGame,
    "stability",
    finds="whether finitely many imputations are a stable set",
    cost="exponential in the numbers of players and candidates",
    reference="von Neumann and Morgenstern 1944",
    applies=has_table,
    aliases=(
        "stable-set",
        "stable-sets",
        "von-neumann-morgenstern",
    ),
)
def stability(game: CoalitionalGame, candidates: Sequence[Any]) -> StabilityTest:
    """Test a finite set of imputations for stability, exactly.

    The cost grows quickly with players and candidates; it is meant for small games.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    candidates : sequence of payoffs
        Finitely many imputations.

    Returns
    -------
    StabilityTest
        Whether they are a stable set, with the domination that fails if not.

    Notes
    -----
    Cost: exponential in the players and the candidates.

    References
    ----------
    von Neumann and Morgenstern 1944.
    """
    rational = game.rational()
    points = []
    for k, given in enumerate(read_listed(candidates, "candidates"), 1):
        x = tuple(map(exact, game.payoffs(given, f"candidate {k}")))
        flaws = Imputations(rational, ()).objections(x)
        if flaws:
            raise GameError(f"candidate {k} is not an imputation: {flaws[0]}")
        points.append(x)
    members_of = tuple(dict.fromkeys(points))
    clash = _clash(rational, members_of)
    return StabilityTest(game, members_of, clash, _missed(rational, members_of))


def _clash(game: CoalitionalGame, points: Sequence[Point]) -> tuple[Point, Point] | None:
    """Two points of which the first dominates the second."""
    for y in points:
        for x in points:
            if dominating_coalition(game, y, x) is not None:
                return y, x
    return None


def _missed(game: CoalitionalGame, points: Sequence[Point]) -> Point | None:
    """An imputation outside that no point dominates, None if there is none."""
    total = exact(game.total)
    alone = tuple(exact(game.value(1 << i)) for i in range(game.n))
    if sum(alone) > total:
        return None
    corners = {alone}
    for y in points:
        for mask in _able(game, y):
            corners = _least(_raised(corners, y, mask, total))
            if len(corners) > MOST_CASES:
                raise GameError(f"more than {MOST_CASES} regions to check; give fewer candidates")
    for corner in sorted(corners):
        for x in _points_above(corner, total, len(points) + 1):
            if x not in points:
                return x
    return None


def _able(game: CoalitionalGame, y: Point) -> list[int]:
    """The coalitions, none within another, that can earn what y gives them."""
    able: list[int] = []
    for mask in game.coalitions():
        if any(mask & small == small for small in able):
            continue
        if sum(y[i] for i in members(mask)) <= game.value(mask):
            able.append(mask)
    return able


def _raised(corners: set[Point], y: Point, mask: int, total: Fraction) -> set[Point]:
    """Corners of the regions in which some member of the coalition gets what it gets at y."""
    points = set()
    for corner in corners:
        for k in members(mask):
            raised = (*corner[:k], max(corner[k], y[k]), *corner[k + 1 :])
            if sum(raised) <= total:
                points.add(raised)
    return points


def _least(corners: set[Point]) -> set[Point]:
    """The corners that are not above another one."""
    return {
        b
        for b in corners
        if not any(a != b and all(x <= y for x, y in zip(a, b, strict=True)) for a in corners)
    }


def _points_above(corner: Point, total: Fraction, count: int) -> Iterator[Point]:
    """Points that hand out the total and are nowhere below the corner; one if that is all."""
    spare = total - sum(corner)
    if spare == 0 or len(corner) == 1:
        yield (corner[0] + spare, *corner[1:])
        return
    for k in range(count):
        part = spare * k / count
        yield (corner[0] + part, corner[1] + spare - part, *corner[2:])
