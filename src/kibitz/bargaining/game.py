"""The noun: a bargaining problem, what two players can reach and what they get if they disagree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.bargaining.sets.feasible import FeasibleSet, Pair, read_pair, show_pair
from kibitz.bargaining.sets.frontier import Frontier
from kibitz.bargaining.sets.read import below, exact_payoffs, ntu_set, read_set, two_person
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.sets.transferable import TransferableSet
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.spelling import count_of
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.mixture import Mixture, mixture

if TYPE_CHECKING:
    from kibitz._types import SolveBargainingProblem
    from kibitz.bargaining.axioms import AxiomReport
    from kibitz.bargaining.solution import BargainingSolution
    from kibitz.bargaining.solutions.lambda_transfer import LambdaTransfer
    from kibitz.bargaining.solutions.tu_solution import TuSolution

Threats = tuple[Mixture, Mixture]
_SAFETY = ("safety", "safety level", "safety-level", "maximin", "maxmin", "security")


@dataclass(frozen=True)
class BargainingProblem(Noun):
    """A feasible set with a disagreement point, or with a game whose threats are still open.

    ``disagreement`` is None only when ``game`` is there: then each player chooses a threat, and the
    solution finds them. Numbers are exact; floats are read at their shortest decimal spelling.

    >>> triangle = bargaining([(0, 0), (0, 1), (3, 0)], disagreement=(0, 0))
    >>> print(triangle.nash())
    Nash solution (3/2, 1/2)
    gains (3/2, 1/2) over (0, 0), product 3/4
    found by tangency on the Pareto frontier
    >>> bargaining([(0, 0), (0, 1), (3, 0)], disagreement=(2, 2))
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: disagreement point (2, 2) cannot be reached: it lies beyond ...
    """

    kind: ClassVar[str] = "bargaining"
    plural: ClassVar[str] = "bargaining problems"
    usual_answer: ClassVar[str] = "bargaining-solution"

    feasible: FeasibleSet
    disagreement: Pair | None
    game: StrategicGame | None = None
    threats: Threats | None = None
    free_disposal: bool = False
    players: tuple[str, str] = ("I", "II")
    title: str = ""

    def __post_init__(self) -> None:
        if len(set(self.players)) != 2:
            raise GameError(f"players: {self.players!r} are not two different names")
        if isinstance(self.feasible, Region) and (dent := self.feasible.not_convex()):
            raise GameError(dent)
        if self.disagreement is None:
            if self.game is None:
                raise GameError("a feasible set needs a disagreement point, such as (0, 0)")
            return
        if self.free_disposal:
            if not self.feasible.reaches(self.disagreement):
                raise GameError(
                    f"disagreement point {show_pair(self.disagreement)}: no feasible pair gives "
                    "both players at least as much, so there is nothing to agree on"
                )
        elif not self.feasible.contains(self.disagreement):
            hint = ""
            if self.feasible.reaches(self.disagreement):
                hint = "; free disposal allows it (free_disposal=True)"
            if self.game is not None and tu_set(self.game).contains(self.disagreement):
                hint += "; side payments reach it (the tu solution)"
            raise GameError(
                f"disagreement point {show_pair(self.disagreement)} cannot be reached: "
                f"{self.feasible.outside(self.disagreement)}{hint}"
            )

    @property
    def point(self) -> Pair:
        """The disagreement point; an error when threats are still to be chosen."""
        if self.disagreement is None:
            raise GameError(
                "this game has no disagreement point; give one, or use the tu or lambda-transfer "
                "solution, which choose threats"
            )
        return self.disagreement

    @property
    def exact(self) -> bool:
        """Whether its solutions are exact: not where the frontier is any function."""
        return not isinstance(self.feasible, Frontier)

    if TYPE_CHECKING:
        solve: ClassVar[SolveBargainingProblem]

    def nash(self, weights: Any = None) -> BargainingSolution:
        """The point with the greatest product of gains.

        Parameters
        ----------
        weights : sequence, optional
            Bargaining powers of the players; equal ones if None.
        """
        return call(self, "nash", weights)

    def kalai_smorodinsky(self) -> BargainingSolution:
        """The Pareto point whose gains are in proportion to the best each could hope for."""
        return call(self, "kalai_smorodinsky")

    def egalitarian(self) -> BargainingSolution:
        """The point with equal gains, or the nearest to it on the Pareto frontier."""
        return call(self, "egalitarian")

    def utilitarian(self) -> BargainingSolution:
        """The point with the greatest sum."""
        return call(self, "utilitarian")

    def tu(self) -> TuSolution:
        """The solution with side payments, by optimal threats unless they are given.

        A disagreement point that only side payments reach needs ``transferable=True``.
        """
        self._the_game("tu")
        return call(self, "tu_solution")

    def lambda_transfer(self) -> LambdaTransfer:
        """The solution without side payments, by exchange rates that make transfers idle."""
        self._the_game("lambda-transfer")
        return call(self, "lambda_transfer")

    def axioms(self, concept: str = "nash") -> AxiomReport:
        """Which of Nash's axioms the solution by a concept satisfies here.

        Parameters
        ----------
        concept : str, default nash
            The name of a bargaining solution.
        """
        return call(self, "axioms", concept)

    def _the_game(self, concept: str) -> StrategicGame:
        if self.game is None:
            raise GameError(f"the {concept} solution does not apply: {why_no_game(self)}")
        return self.game

    def __str__(self) -> str:
        where = "threats are open" if self.disagreement is None else show_pair(self.disagreement)
        return (
            f"{self.title or 'bargaining problem'}\n"
            f"feasible      {self.feasible.words()}\n"
            f"disagreement  {where}"
        )


def why_no_point(problem: BargainingProblem) -> str | None:
    """Why a concept that needs a disagreement point does not apply; None when it does."""
    if problem.disagreement is not None:
        return None
    return "it needs a disagreement point; give one, or the threats that bring it"


def why_no_game(problem: BargainingProblem) -> str | None:
    """Why a concept that chooses threats does not apply; None when it does."""
    if problem.game is not None:
        return None
    return "it needs a two-player game with threats, but this problem is only a feasible set"


def why_not_open(problem: BargainingProblem) -> str | None:
    """Why a concept that finds the threats itself does not apply; None when it does."""
    if problem.game is not None and problem.disagreement is not None:
        return (
            "it chooses the threats itself, but this problem gives them; from a given "
            "disagreement point the solution without side payments is Nash's (nash)"
        )
    return why_no_game(problem)


def bargaining(
    feasible: Any = None,
    disagreement: Any = None,
    *,
    threats: Any = None,
    transferable: bool = False,
    sigma: Any = None,
    frontier: Any = None,
    on: Any = None,
    free_disposal: bool = False,
    players: Any = None,
    title: str = "",
) -> BargainingProblem:
    """A bargaining problem from a feasible set and a disagreement point, or from a game.

    ``feasible`` is a list of points, inequalities as text, a game of two players, or an object as
    :func:`~kibitz.bargaining.sets.read.read_set` takes it; instead of it there may be a total
    ``sigma`` that can be shared at will, or a ``frontier`` with its interval ``on``. The
    disagreement point is the origin unless it is given; for a game it is what the ``threats``
    bring, or open. ``transferable`` lets the players of a game pay each other.

    Parameters
    ----------
    feasible : points, str, StrategicGame or mapping, optional
        The feasible set.
    disagreement : pair of numbers or "safety", optional
        The disagreement point; the origin if omitted. ``"safety"`` stands for the safety levels of
        a game, what each player can guarantee alone.
    threats : pair of strategies, optional
        Threats of the two players of a game.
    transferable : bool, default False
        Whether the players of a game can pay each other.
    sigma : number, optional
        A total that can be shared at will, in place of ``feasible``.
    frontier : str or callable, optional
        The Pareto frontier, v as a function of u, in place of ``feasible``.
    on : pair of numbers, optional
        The interval of the frontier.
    free_disposal : bool, default False
        Whether the players can throw utility away.
    players : pair of str, optional
        Names of the players.
    title : str, optional
        A title for output.

    Returns
    -------
    BargainingProblem
        The problem.

    References
    ----------
    Nash 1950; Nash 1953.

    Examples
    --------
    >>> print(bargaining("(x-2)^2 + 4(y-1)^2 <= 8", (2, 1)).nash().point)
    (Fraction(4, 1), Fraction(2, 1))
    >>> print(bargaining(sigma=10, disagreement=(1, 3)).nash().point)
    (Fraction(4, 1), Fraction(6, 1))
    >>> from kibitz import bimatrix
    >>> print(bargaining(bimatrix("5 0; 0 3", "3 -4; 0 6"), transferable=True).solve().payoff)
    (Fraction(11, 2), Fraction(7, 2))
    >>> print(bargaining(bimatrix("2 0; 0 1", "1 0; 0 2"), "safety").disagreement)
    (Fraction(2, 3), Fraction(2, 3))
    """
    if sum(x is not None for x in (feasible, sigma, frontier)) != 1:
        raise GameError("give one feasible set: points, inequalities, a game, sigma or a frontier")
    if on is not None and frontier is None:
        raise GameError("on is the interval of a frontier, and no frontier is given")
    game = _game_in(feasible)
    if game is not None:
        if players is not None:
            raise GameError("players: the game names its players; leave them out")
        return _from_game(game, disagreement, threats, transferable, free_disposal, title)
    if threats is not None:
        raise GameError(
            "threats are strategies of a game; for a feasible set give the disagreement point"
        )
    if sigma is not None:
        found: FeasibleSet = read_set({"sigma": sigma})
    elif frontier is not None:
        low, high = (None, None) if on is None else read_pair(on, "on")
        if low is None:
            raise GameError("a frontier needs its interval: on=(0, 2)")
        found = below(frontier, low, high)
    else:
        found = read_set(feasible)
    if transferable:
        raise GameError("transferable is for games; for a total to share give sigma")
    point = (0, 0) if disagreement is None else disagreement
    return BargainingProblem(
        found,
        read_disagreement(point, None),
        free_disposal=free_disposal,
        players=_names(players),
        title=title,
    )


def read_disagreement(given: Any, game: StrategicGame | None) -> Pair:
    """A disagreement point, or by ``"safety"`` what the players of a game can guarantee."""
    if not isinstance(given, str) or given.strip().lower().removesuffix("s") not in _SAFETY:
        return read_pair(given, "disagreement point")
    if game is None:
        raise GameError(
            "disagreement point: safety levels are those of a game, and this is a feasible set"
        )
    return read_pair(game.safety_levels().levels, "disagreement point")


def game_of(given: Any) -> StrategicGame:
    """The game of two players that is given, or that a bargaining problem comes from."""
    if isinstance(given, BargainingProblem):
        return given._the_game("threat")
    return two_person(given)


def _game_in(given: Any) -> StrategicGame | None:
    if isinstance(given, (StrategicGame, MatrixGame)):
        return two_person(given)
    if isinstance(given, dict) and "bimatrix" in given:
        return two_person(given["bimatrix"])
    return None


def _names(given: Any) -> tuple[str, str]:
    if given is None:
        return "I", "II"
    if not isinstance(given, (str, list, tuple)):
        raise GameError(f"players: {given!r:.40} is not a list of names")
    names = [str(name) for name in given]
    if len(names) != 2:
        raise GameError(f"players: {count_of(len(names), 'name')} for two players")
    return names[0], names[1]


def _from_game(
    game: StrategicGame,
    disagreement: Any,
    threats: Any,
    transferable: bool,
    free_disposal: bool,
    title: str,
) -> BargainingProblem:
    chosen = None if threats is None else _read_threats(game, threats)
    if chosen is not None and disagreement is not None:
        raise GameError("give the threats or the disagreement point, not both")
    point = None if disagreement is None else read_disagreement(disagreement, game)
    if chosen is not None:
        point = threat_point(game, chosen)
    return BargainingProblem(
        tu_set(game) if transferable else ntu_set(game),
        point,
        game,
        chosen,
        free_disposal,
        (game.players[0], game.players[1]),
        title or game.title,
    )


def tu_set(game: StrategicGame) -> TransferableSet:
    """What two players can reach with side payments: a strip between the extreme totals.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.

    Returns
    -------
    TransferableSet
        The strip.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(tu_set(bimatrix("4 0; 2 1", "3 0; 2 4")).words())
    all pairs with 0 <= u + v <= 7 (side payments)
    """
    first, second = exact_payoffs(game)
    totals = [a + b for r, s in zip(first, second, strict=True) for a, b in zip(r, s, strict=True)]
    return TransferableSet(max(totals), min(totals))


def threat_point(game: StrategicGame, threats: Threats) -> Pair:
    """What both get when they carry out their threats.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    threats : Threats
        A mixed strategy of each player.

    Returns
    -------
    Pair
        The payoffs of the two players.
    """
    p, q = threats
    found = []
    for matrix in exact_payoffs(game):
        rows = (sum(x * w for x, w in zip(row, q, strict=True)) for row in matrix)
        found.append(sum(x * w for x, w in zip(rows, p, strict=True)))
    return read_pair(found, "disagreement point")


def _read_threats(game: StrategicGame, given: Any) -> Threats:
    try:
        first, second = given
    except (TypeError, ValueError):
        raise GameError(
            f"threats: {given!r} is not a pair of strategies, one for each player; write both, "
            "as 1 0; 1/2 1/2"
        ) from None
    sides = zip((first, second), game.strategies, game.players, strict=True)
    p, q = (mixture(side, labels, f"threat of {name}") for side, labels, name in sides)
    return p, q
