"""Are these payoffs the nucleolus? Kohlberg's criterion as a test of any payoffs.

From the greatest excess down, the coalitions at each level must be balanced relative to what is
settled before. Where they are not, some change of the payoffs lowers the excess of one of them and
raises none; that change is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np

from kibitz.coalitional.conditions import up_to
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.complaints import Excesses
from kibitz.coalitional.lexicographic.span import Span
from kibitz.coalitional.sets.imputations import Imputations
from kibitz.coalitional.solution import DefinedAnswer, read_exact, read_object, read_objects
from kibitz.coalitional.values.axioms import efficiency
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import common_denominator, exact, plain, show, show_all
from kibitz.core.spelling import count_of
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

Point = tuple[Fraction, ...]

MOST_PLAYERS = 12


@dataclass(frozen=True)
class BalancedLevel:
    """The coalitions at one level of excess that are not settled before, with positive weights."""

    excess: Fraction
    masks: tuple[int, ...]
    weights: tuple[Fraction, ...]
    bounds: tuple[tuple[int, Fraction], ...]
    """Players who get as much as alone, with nonnegative weights of these bounds."""


@dataclass(frozen=True)
class PrenucleolusTest(DefinedAnswer, kind="prenucleolus-test"):
    """Whether payoffs are the prenucleolus: balanced levels, or a change that is better.

    >>> from kibitz import coalition
    >>> game = coalition("A:0 B:0 C:6 A,B:6 A,C:16 B,C:26 A,B,C:36")
    >>> print(is_prenucleolus(game, [5, 12, 19]))
    (5, 12, 19) is not the prenucleolus: to change it along (0, -1, 1) lowers the excess of A,C
    >>> print(is_prenucleolus(game, [5, "21/2", "41/2"]))
    (5, 21/2, 41/2) is the prenucleolus
      -5: A + B,C
      -19/2: A,B + A,C
    """

    concept: ClassVar[str] = "prenucleolus"
    bounded: ClassVar[bool] = False

    game: CoalitionalGame
    payoffs: Point
    levels: tuple[BalancedLevel, ...]
    improvement: Point | None

    def __bool__(self) -> bool:
        return self.improvement is None and not self._flaws

    @property
    def _flaws(self) -> tuple[str, ...]:
        """Why the payoffs are not allowed at all."""
        game = self.game.rational()
        if self.bounded:
            return Imputations(game, ()).objections(self.payoffs)
        handed_out = efficiency(game, self.payoffs, Fraction(0))
        return () if handed_out.passed else (f"{handed_out.what}: {handed_out.found}",)

    def to_json(self) -> dict[str, Any]:
        game = self.game
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(game.players),
            "payoffs": [plain(x) for x in self.payoffs],
            "holds": bool(self),
            "levels": [
                {
                    "excess": plain(level.excess),
                    "weights": {
                        game.spell(k): plain(w)
                        for k, w in zip(level.masks, level.weights, strict=True)
                    },
                    "bounds": {game.players[i]: plain(w) for i, w in level.bounds},
                }
                for level in self.levels
            ],
            "improvement": None
            if self.improvement is None
            else [plain(x) for x in self.improvement],
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Self:
        levels = []
        for given in read_objects(data, "levels"):
            weights, bounds = read_object(given, "weights"), read_object(given, "bounds")
            levels.append(
                BalancedLevel(
                    exact(given.get("excess")),
                    tuple(game.mask(k) for k in weights),
                    tuple(exact(w) for w in weights.values()),
                    tuple((game.position(p), exact(w)) for p, w in bounds.items()),
                )
            )
        better = None if data.get("improvement") is None else read_exact(game, data, "improvement")
        return cls(game, read_exact(game, data), tuple(levels), better)

    def __str__(self) -> str:
        shown = show_all(self.payoffs)
        if self._flaws:
            return f"{shown} is not the {self.concept}: {self._flaws[0]}"
        if self.improvement is not None:
            gains = Excesses(self.game).products(np.array(self.improvement, object))
            excess = Excesses(self.game.rational()).beyond(self.payoffs).array
            gainers = [k for k in range(1, self.game.grand) if gains[k] > 0]
            first = max(gainers, key=lambda k: excess[k])
            return (
                f"{shown} is not the {self.concept}: to change it along "
                f"{show_all(self.improvement)} lowers the excess of {self.game.spell(first)}"
            )
        lines = [f"  {show(lv.excess)}: {_sum_text(self.game, lv)}" for lv in self.levels]
        return "\n".join([f"{shown} is the {self.concept}", *lines])


@dataclass(frozen=True)
class NucleolusTest(PrenucleolusTest, kind="nucleolus-test"):
    """Whether payoffs are the nucleolus: balanced levels, or a change that is better."""

    concept: ClassVar[str] = "nucleolus"
    bounded: ClassVar[bool] = True


@method(
    CoalitionalGame,
    "prenucleolus-test",
    finds="whether payoffs are the prenucleolus",
    cost="at most n - 1 linear programs",
    reference="Kohlberg 1971",
    applies=up_to(MOST_PLAYERS),
    aliases=("is-prenucleolus",),
)
def is_prenucleolus(game: CoalitionalGame, payoffs: Any) -> PrenucleolusTest:
    """Test whether payoffs are the prenucleolus, in exact arithmetic, for up to 12 players.

    At most n - 1 linear programs, each with a row for every coalition at one level of excess.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    payoffs : sequence of numbers or mapping
        One payoff for each player, in order or by name.

    Returns
    -------
    PrenucleolusTest
        Yes, or no with a change that is better; by Kohlberg's criterion.

    Notes
    -----
    Cost: at most n - 1 linear programs.

    References
    ----------
    Kohlberg 1971.
    """
    x = _read(game, payoffs)
    if sum(x) != exact(game.total):
        return PrenucleolusTest(game, x, (), None)
    return PrenucleolusTest(game, x, *_levels(game.rational(), x, ()))


@method(
    CoalitionalGame,
    "nucleolus-test",
    finds="whether payoffs are the nucleolus",
    cost="at most n - 1 linear programs",
    reference="Kohlberg 1971",
    applies=up_to(MOST_PLAYERS),
    aliases=("is-nucleolus",),
)
def is_nucleolus(game: CoalitionalGame, payoffs: Any) -> NucleolusTest:
    """Test whether payoffs are the nucleolus, in exact arithmetic, for up to 12 players.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    payoffs : sequence of numbers or mapping
        One payoff for each player, in order or by name.

    Returns
    -------
    NucleolusTest
        Yes, or no with a change that is better; by Kohlberg's criterion.

    Notes
    -----
    Cost: at most n - 1 linear programs.

    References
    ----------
    Kohlberg 1971.

    Examples
    --------
    >>> from kibitz import coalition
    >>> bool(is_nucleolus(coalition({"A,B": 10, "A,B,C": 2}), [1, 1, 0]))
    True
    """
    x = _read(game, payoffs)
    rational = game.rational()
    if Imputations(rational, ()).objections(x):
        return NucleolusTest(game, x, (), None)
    at_bound = tuple(i for i in range(game.n) if x[i] == rational.value(1 << i))
    return NucleolusTest(game, x, *_levels(rational, x, at_bound))


def _read(game: CoalitionalGame, payoffs: Any) -> Point:
    if game.n > MOST_PLAYERS:
        raise GameError(
            f"{count_of(game.n, 'player')}: payoffs are tested for at most {MOST_PLAYERS}; "
            "compute the "
            "nucleolus and compare"
        )
    return tuple(map(exact, game.payoffs(payoffs)))


def _levels(
    game: CoalitionalGame, x: Point, at_bound: tuple[int, ...]
) -> tuple[tuple[BalancedLevel, ...], Point | None]:
    """The balanced levels from the top, and a better direction where one is not balanced."""
    family = Excesses(game)
    beyond = family.beyond(x)
    span = Span(game.n, [(1,) * game.n])
    levels: list[BalancedLevel] = []
    while not span.full:
        unsettled = np.flatnonzero(~family.settled(span))
        top = beyond.array[unsettled].max()
        masks = tuple(int(k) for k in unsettled if beyond.array[k] == top)
        normals = span.normals()
        answer = _raise(family, masks, at_bound, normals)
        if answer.value > 0:
            parts = [exact(z) for z in answer.x]
            change = tuple(
                sum((z * normal[i] for z, normal in zip(parts, normals, strict=True)), Fraction(0))
                for i in range(game.n)
            )
            scaled, _ = common_denominator(change)
            return tuple(levels), tuple(map(Fraction, scaled))
        prices = [-exact(y) for y in answer.dual]
        weights = tuple(1 + y for y in prices[: len(masks)])
        bounds = zip(at_bound, prices[len(masks) : -1], strict=True)
        held = tuple((i, w) for i, w in bounds if w)
        levels.append(BalancedLevel(Fraction(int(top), beyond.denominator), masks, weights, held))
        for row in family.rows(masks).tolist():
            span.add(row)
    return tuple(levels), None


def _raise(
    family: Excesses, masks: tuple[int, ...], at_bound: tuple[int, ...], normals: list[list[int]]
) -> Optimum:
    """How much coalitions can be given more, in total, when none of them is given less.

    A change is a combination of directions that leave what is settled as it is; it is brought to
    size one, so that the answer is 0 or 1.
    """
    rows = family.rows(masks) @ np.array(normals, object).T
    units = [[normal[i] for normal in normals] for i in at_bound]
    gains = rows.sum(axis=0).tolist()
    matrix = [*rows.tolist(), *units, gains]
    relations = [">="] * (len(matrix) - 1) + ["<="]
    right = [0] * (len(matrix) - 1) + [1]
    program = LinearProgram.read(gains, matrix, relations, right, lower=[None] * len(normals))
    answer = program.solve()
    assert isinstance(answer, Optimum), "no change is allowed, and the gain is bounded"
    return answer


def _sum_text(game: CoalitionalGame, level: BalancedLevel) -> str:
    terms = [
        game.spell(k) if w == 1 else f"{show(w)} {game.spell(k)}"
        for k, w in zip(level.masks, level.weights, strict=True)
    ]
    terms += [f"{show(w)} (bound of {game.players[i]})" for i, w in level.bounds]
    more = f" + {len(terms) - 8} more" if len(terms) > 8 else ""
    return " + ".join(terms[:8]) + more
