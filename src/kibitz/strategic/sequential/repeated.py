"""Finitely repeated games: the same stage played a known number of times, solved from the end.

In the last round a stage equilibrium must be played; when there is only one, what happened before
cannot matter, so it is also played in the round before, and hence in all rounds. When the stage has
several equilibria, the threat of a bad one later can hold players to other cells earlier. Benoit
and Krishna (1985).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, number, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.verbs import describe, explain
from kibitz.strategic.expected_payoffs import expected_payoffs
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Profile, mixture_text, pure_profile
from kibitz.strategic.two_player.equilibrium import sorted_pairs
from kibitz.zero_sum.strategies.dominance import Elimination

MOST_POINTS = 20_000
MOST_ROUNDS = 10**6
Point = tuple[Number, ...]


@dataclass(frozen=True)
class RepeatedGame(Noun):
    """A stage game, played this many times; each round's payoffs count ``discount`` of the last's.

    >>> from kibitz import bimatrix
    >>> dilemma = bimatrix("3,3 0,4; 4,0 1,1", rows="silent confess", columns="silent confess")
    >>> print(repeated(dilemma, 100).solve())
    the only subgame-perfect play of 100 rounds: in every round I confess, II confess
    payoffs 1, 1 a round and 100, 100 in all
    """

    kind: ClassVar[str] = "repeated"
    usual_answer: ClassVar[str] = "repeated-solution"

    stage: StrategicGame
    rounds: int
    discount: Number = Fraction(1)
    title: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.rounds, bool) or not isinstance(self.rounds, int) or self.rounds < 1:
            raise GameError(f"rounds is {self.rounds!r}; it must be a positive integer")
        if self.rounds > MOST_ROUNDS:
            raise GameError(f"{count_of(self.rounds, 'round')}; the limit is {MOST_ROUNDS:,}")
        if not 0 < self.discount <= 1:
            raise GameError(f"discount is {show(self.discount)}; it must be above 0 and at most 1")

    @property
    def players(self) -> tuple[str, ...]:
        return self.stage.players

    @property
    def weight(self) -> Number:
        """What a unit in every round adds up to."""
        if self.discount == 1:
            return Fraction(self.rounds)
        return (1 - self.discount**self.rounds) / (1 - self.discount)

    def total(self, profile: Any) -> Point:
        """What each player gets in all when every round is played the same way.

        Parameters
        ----------
        profile : profile
            A mixed strategy of the stage game for each player.

        Returns
        -------
        Point
            The discounted sum of the payoffs of all rounds.
        """
        return tuple(self.weight * x for x in expected_payoffs(self.stage, profile))

    @property
    def exact(self) -> bool:
        return self.stage.exact

    if TYPE_CHECKING:

        def solve(
            self, method: str = "auto", *, exact: bool | None = None, **options: Any
        ) -> RepeatedSolution: ...

    def with_numbers(self, exact: bool) -> RepeatedGame:
        """The same game in exact numbers, or in floats."""
        return replace(self, stage=self.stage.in_numbers(exact))

    def subgame_perfect_payoffs(self) -> tuple[Point, ...]:
        """Every total that pure subgame-perfect play can reach."""
        return subgame_perfect_payoffs(self)

    def __str__(self) -> str:
        rate = "" if self.discount == 1 else f", discount {show(self.discount)}"
        rounds = count_of(self.rounds, "round")
        return f"{self.title or 'repeated game'}, {rounds}{rate}\n{self.stage}"

    def _repr_html_(self) -> str:
        return self.stage._repr_html_()


@dataclass(frozen=True)
class RepeatedSolution(Solution, kind="repeated-solution"):
    """The stage equilibria, and what playing one of them in every round adds up to."""

    game: RepeatedGame
    equilibria: tuple[Profile, ...]
    """The stage equilibria; of infinitely many, the extreme ones."""
    unique: bool
    """Is there only one, so that no other play is subgame-perfect?"""
    removed: Elimination | None = field(default=None, compare=False, repr=False)
    """The removals that leave a single cell, when strict dominance does."""

    @property
    def each_round(self) -> Profile:
        """What is played in every round: the only stage equilibrium, or the first one listed."""
        return self.equilibria[0]

    @property
    def per_round(self) -> Point:
        return expected_payoffs(self.game.stage, self.each_round)

    @property
    def total(self) -> Point:
        """What each player gets in all rounds together."""
        return self.game.total(self.each_round)

    @property
    def totals(self) -> tuple[Point, ...]:
        """The totals when one of the stage equilibria is played throughout, for each of them."""
        return tuple(self.game.total(e) for e in self.equilibria)

    def explain(self) -> Explanation:
        return _explanation(self)

    def to_json(self) -> dict[str, Any]:
        word = self.game.stage.word
        return {
            "kind": self.kind,
            "rounds": self.game.rounds,
            "discount": plain(self.game.discount),
            "unique": self.unique,
            "each_round": [[plain(x) for x in w] for w in self.each_round],
            f"per_round_{word}s": [plain(x) for x in self.per_round],
            "total": [plain(x) for x in self.total],
            "stage_equilibria": [
                {
                    "profile": [[plain(x) for x in w] for w in e],
                    "total": [plain(x) for x in total],
                }
                for e, total in zip(self.equilibria, self.totals, strict=True)
            ],
            **({} if self.removed is None else {"removals": self.removed.to_json()["removals"]}),
        }

    @classmethod
    def from_json(cls, game: RepeatedGame, data: dict[str, Any]) -> RepeatedSolution:
        claim = Claim(data)
        listed = tuple(part.table("profile") for part in claim.parts("stage_equilibria"))
        removed = Elimination.from_json(game.stage, data) if "removals" in claim else None
        return cls(game, listed, claim.flag("unique"), removed)

    def __str__(self) -> str:
        stage, rounds = self.game.stage, self.game.rounds
        if self.unique:
            per, total = show_all(self.per_round)[1:-1], show_all(self.total)[1:-1]
            return (
                f"the only subgame-perfect play of {count_of(rounds, 'round')}: in every round "
                f"{_words(stage, self.each_round)}\n{stage.word}s {per} a round and {total} in all"
            )
        lines = [
            f"the stage has {count_of(len(self.equilibria), 'equilibrium')} to choose from; "
            "any of them in each "
            f"of {count_of(rounds, 'round')} is subgame-perfect, for instance always"
        ]
        lines += [
            f"  {_words(stage, e)}: {show_all(total)} in all"
            for e, total in zip(self.equilibria, self.totals, strict=True)
        ]
        return "\n".join(lines)


@extends(StrategicGame)
def repeated(stage: StrategicGame, rounds: int, discount: Any = 1, title: str = "") -> RepeatedGame:
    """A game played several times.

    Parameters
    ----------
    stage : StrategicGame
        The game of each round.
    rounds : int
        How many rounds are played.
    discount : number
        What a round counts compared with the one before.
    title : str, optional
        A title for the game.

    Returns
    -------
    RepeatedGame
        The repeated game.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> repeated(bimatrix("3,3 0,4; 4,0 1,1"), 0)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: rounds is 0; it must be a positive integer
    """
    if not isinstance(stage, StrategicGame):
        raise GameError(f"the stage is {type(stage).__name__}; it must be a strategic game")
    return RepeatedGame(stage, rounds, number(discount, "discount"), title or stage.title)


@method(
    RepeatedGame,
    "auto",
    finds="subgame-perfect play",
    cost="same as finding all equilibria of the stage",
    reference="Benoit and Krishna 1985",
    aliases=("backward-induction",),
)
def backward_induction(game: RepeatedGame) -> RepeatedSolution:
    """Solve from the last round back: stage equilibria throughout.

    Where payoffs add up to a constant, the extreme equilibria are all pairs of extreme optimal
    strategies.

    Parameters
    ----------
    game : RepeatedGame
        A repeated game.

    Returns
    -------
    RepeatedSolution
        The equilibria of the stage, and the play they lead to.

    References
    ----------
    Benoit and Krishna 1985.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> solution = backward_induction(repeated(bimatrix("2,1 0,0; 0,0 1,2"), 3))
    >>> solution.unique, len(solution.equilibria)
    (False, 3)
    """
    removed = game.stage.eliminate(mixed=True, strict=True)
    if removed.solved:
        cell = tuple(kept[0] for kept in removed.kept)
        return RepeatedSolution(game, (pure_profile(game.stage, cell),), True, removed)
    stage = game.stage
    if stage.exact and len(stage.players) == 2 and stage.is_constant_sum:
        optimal = stage.matrix_game().optimal_strategies()
        pairs = sorted_pairs(product(optimal.row_extreme, optimal.column_extreme))
        return RepeatedSolution(game, pairs, optimal.unique)
    equilibria = stage.equilibria()
    profiles = tuple(tuple(e.profile) for e in equilibria)
    return RepeatedSolution(game, profiles, bool(equilibria.unique))


def subgame_perfect_payoffs(game: RepeatedGame) -> tuple[Point, ...]:
    """Every total payoff of subgame-perfect play in pure strategies.

    A cell can be played before a promised continuation when no deviation, answered by the
    continuation that is worst for the deviator, gains. The sets of all rounds are found from the
    last one back; at most MOST_POINTS points are kept track of.

    Parameters
    ----------
    game : RepeatedGame
        A repeated game.

    Returns
    -------
    tuple[Point, ...]
        The totals, a payoff for each player.

    References
    ----------
    Benoit and Krishna 1985.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> stage = bimatrix("4,4 0,5 0,0; 5,0 1,1 0,0; 0,0 0,0 3,3")
    >>> (7, 7) in subgame_perfect_payoffs(repeated(stage, 2))
    True
    """
    stage, rate = game.stage, game.discount
    cells = list(product(*map(range, stage.shape)))
    paid = [tuple(t[cell] for t in stage.payoffs) for cell in cells]
    alone = [_best_deviation(stage, cell) for cell in cells]
    zero: Point = (Fraction(0) * rate,) * len(stage.players)
    points: set[Point] = {zero}
    for _ in range(game.rounds):
        if not points:
            break
        worst = [min(p[k] for p in points) for k in range(len(stage.players))]
        needed = [
            [best + rate * low for best, low in zip(deviation, worst, strict=True)]
            for deviation in alone
        ]
        following: set[Point] = set()
        for own, least in zip(paid, needed, strict=True):
            for later in points:
                total = tuple(x + rate * y for x, y in zip(own, later, strict=True))
                if all(t >= low for t, low in zip(total, least, strict=True)):
                    following.add(total)
            if len(following) > MOST_POINTS:
                raise GameError(f"more than {MOST_POINTS:,} different totals; play fewer rounds")
        points = following
    return tuple(sorted(tuple(stage.reported(x) for x in p) for p in points))


def _best_deviation(stage: StrategicGame, cell: tuple[int, ...]) -> Point:
    """For each player, the best payoff alone against what the others do in a cell."""
    return tuple(
        max(t[(*cell[:k], i, *cell[k + 1 :])] for i in range(stage.shape[k]))
        for k, t in enumerate(stage.payoffs)
    )


def _words(stage: StrategicGame, profile: Profile) -> str:
    pairs = zip(stage.players, stage.strategies, profile, strict=True)
    return ", ".join(f"{name} {mixture_text(labels, w)}" for name, labels, w in pairs)


def _explanation(solution: RepeatedSolution) -> Explanation:
    game = solution.game
    rows = tuple(
        (_words(game.stage, e), show_all(expected_payoffs(game.stage, e)), show_all(total))
        for e, total in zip(solution.equilibria, solution.totals, strict=True)
    )
    steps = [
        Step(
            "The last round",
            "Nothing comes after it, so it is the stage game itself, and a stage equilibrium is "
            "played there.",
            Table(("stage equilibrium", "a round", "always"), rows),
        )
    ]
    if solution.unique:
        prose = (
            "There is only one, so the last round is the same whatever happened before. Then the "
            "round before it is the stage game plus a constant, with the same unique equilibrium; "
            f"and so on back to the first of {count_of(game.rounds, 'round')}."
        )
    else:
        prose = (
            "There are several. Playing any of them in each round, whatever happened before, is "
            "subgame-perfect; and a threat to choose a bad one later may hold players to other "
            "cells before, see subgame_perfect_payoffs()."
        )
    steps.append(Step("The rounds before", prose))
    steps.append(Step("In all", str(solution)))
    return Explanation(game.title or "A repeated game", tuple(steps))


@explain.register
def _(game: RepeatedGame) -> Explanation:
    return backward_induction(game).explain()


@describe.register
def _(game: RepeatedGame) -> Description:
    facts = (
        ("form", "finitely repeated game"),
        ("rounds", str(game.rounds)),
        ("discount", show(game.discount)),
        ("players", ", ".join(game.players)),
        ("stage", " x ".join(map(str, game.stage.shape))),
    )
    return Description(game.title or "A repeated game", facts)
