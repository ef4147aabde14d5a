"""Cooperation with side payments: the most to share, and threats that decide how.

The players earn ``sigma``, the greatest total of a cell, and pay each other. How they split it is
decided by threats: a player who threatens p against q pushes the disagreement point along lines
u - v = const, so the threats are optimal strategies of the matrix game A - B with value ``delta``.
Both then share what is left over: ((sigma + delta)/2, (sigma - delta)/2). One linear program, and
one vertex enumeration for all optimal threats. Nash (1953); Ferguson III.4.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from kibitz.bargaining.game import BargainingProblem, game_of, threat_point, why_no_game
from kibitz.bargaining.sets.feasible import Pair, plain_pair, read_pair, show_pair
from kibitz.bargaining.sets.read import exact_payoffs
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.pictures import Picture
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame, matrix
from kibitz.zero_sum.strategies.optimal_strategies import optimal_strategies

Cell = tuple[int, int]
Weights = tuple[Fraction, ...]


@dataclass(frozen=True)
class TuSolution(Solution, kind="tu-solution"):
    """The total, the split, the threats behind it and the side payments that bring it about.

    Cells are positions from 0 here, labels in text and JSON.

    >>> from kibitz import bimatrix
    >>> solution = tu_solution(bimatrix("0 6 -1; 4 3 5", "0 2 2; -1 6 5"))
    >>> print(solution)
    TU solution (91/20, 109/20): sigma 10, delta -9/10
    cooperate at (2, 3), which pays (5, 5): I pays 9/20 to II
    threat of I    1: 3/10   2: 7/10
    threat of II   2: 3/10   3: 7/10
    disagreement point (341/100, 431/100)
    >>> solution.verify().holds
    True
    """

    game: StrategicGame
    sigma: Fraction
    cooperative_cells: tuple[Cell, ...]
    delta: Fraction
    first_threats: tuple[Weights, ...]
    """The extreme optimal threats of the first player."""
    second_threats: tuple[Weights, ...]
    """The extreme optimal threats of the second player."""
    given: Pair | None = None
    """The disagreement point where it was given; the threats are then those given, if any."""

    @property
    def method(self) -> str:
        if self.given is not None:
            return "the greatest total, shared from the given disagreement point"
        return "the greatest total, and optimal threats in A - B"

    @property
    def value(self) -> Pair:
        """What both receive in the end."""
        return (self.sigma + self.delta) / 2, (self.sigma - self.delta) / 2

    @property
    def payoff(self) -> Pair:
        return self.value

    tu_value = value

    @property
    def exact(self) -> bool:
        return True

    @cached_property
    def difference(self) -> MatrixGame:
        """The matrix game A - B that the threats are played in."""
        return difference_game(self.game)

    @cached_property
    def sums(self) -> tuple[tuple[Fraction, ...], ...]:
        """What both earn together in every cell, A + B."""
        first, second = exact_payoffs(self.game)
        return tuple(
            tuple(a + b for a, b in zip(r, s, strict=True))
            for r, s in zip(first, second, strict=True)
        )

    @cached_property
    def disagreement_points(self) -> tuple[Pair, ...]:
        """What the extreme threats lead to, all on one line u - v = delta."""
        if self.given is not None:
            return (self.given,)
        pairs = ((p, q) for p in self.first_threats for q in self.second_threats)
        return tuple(sorted({threat_point(self.game, pair) for pair in pairs}))

    @property
    def disagreement(self) -> Pair:
        """What the first of the listed threats lead to."""
        if self.given is not None:
            return self.given
        return threat_point(self.game, (self.first_threats[0], self.second_threats[0]))

    @property
    def side_payments(self) -> dict[Cell, Fraction]:
        """What the second player pays the first at each cooperative cell, or gets if negative."""
        first, _ = exact_payoffs(self.game)
        return {(i, j): self.value[0] - first[i][j] for i, j in self.cooperative_cells}

    @property
    def saddle_points(self) -> tuple[Cell, ...]:
        """Pure optimal threats: the saddle points of A - B."""
        return self.difference.saddle_points()

    def label(self, cell: Cell) -> str:
        """A cell by the labels of its strategies.

        Parameters
        ----------
        cell : pair of int
            The positions of both players' strategies, from 0.
        """
        return f"{self.game.strategies[0][cell[0]]},{self.game.strategies[1][cell[1]]}"

    def explain(self) -> Explanation:
        """The total, the threats, the split and the side payment, step by step."""
        return call(self, "explain_tu")

    def draw(self) -> Picture:
        """Both feasible sets, the disagreement point and the solution."""
        return call(self, "draw_tu")

    def to_json(self) -> dict[str, Any]:
        rows, columns = self.game.strategies
        given = {} if self.given is None else {"disagreement": plain_pair(self.given)}
        return {
            "kind": self.kind,
            "sigma": plain(self.sigma),
            "delta": plain(self.delta),
            "tu_value": plain_pair(self.value),
            "cooperative_strategies": [[rows[i], columns[j]] for i, j in self.cooperative_cells],
            "side_payment_II_to_I": {
                self.label(cell): plain(x) for cell, x in self.side_payments.items()
            },
            "sum_matrix": [[plain(x) for x in row] for row in self.sums],
            "difference_matrix": [[plain(x) for x in row] for row in self.difference.matrix],
            **given,
            "threats_I_extreme": [[plain(x) for x in p] for p in self.first_threats],
            "threats_II_extreme": [[plain(x) for x in q] for q in self.second_threats],
            "disagreement_points_extreme": [plain_pair(d) for d in self.disagreement_points],
            "saddle_points_of_difference": [[rows[i], columns[j]] for i, j in self.saddle_points],
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> TuSolution:
        claim, noun = Claim(data), game_of(game)
        cells = []
        for pair in claim.items("cooperative_strategies"):
            names = Claim({"cell": pair}).items("cell", 2)
            for name, labels in zip(names, noun.strategies, strict=True):
                if name not in labels:
                    near = did_you_mean(str(name), labels)
                    raise GameError(f"cooperative_strategies: no strategy {name!r}{near}")
            cells.append((noun.strategies[0].index(names[0]), noun.strategies[1].index(names[1])))
        sides = [
            tuple(tuple(exact(x, key) for x in weights) for weights in claim.items(key))
            for key in ("threats_I_extreme", "threats_II_extreme")
        ]
        sigma, delta = (exact(claim.raw(key), key) for key in ("sigma", "delta"))
        given = None
        if "disagreement" in claim:
            given = read_pair(claim.items("disagreement", 2), "disagreement")
        return cls(noun, sigma, tuple(cells), delta, sides[0], sides[1], given)

    def __str__(self) -> str:
        lines = [
            f"TU solution {show_pair(self.value)}: sigma {show(self.sigma)}, "
            f"delta {show(self.delta)}"
        ]
        rows, columns = self.game.strategies
        for (i, j), x in self.side_payments.items():
            paid = self._cell_text(i, j)
            words = payment_words(x, self.game.players)
            lines.append(f"cooperate at ({rows[i]}, {columns[j]}), which pays {paid}: {words}")
        width = max(map(len, self.game.players))
        sides = zip(
            self.game.players,
            (self.first_threats, self.second_threats),
            self.game.strategies,
            strict=True,
        )
        for player, threats, labels in sides:
            if not threats:
                continue
            shown = " or ".join(mixture_text(w, labels) for w in threats[:4])
            more = f" and {len(threats) - 4} more" if len(threats) > 4 else ""
            lines.append(f"threat of {player:<{width}}   {shown}{more}")
        word = "point" if len(self.disagreement_points) == 1 else "points"
        shown = ", ".join(map(show_pair, self.disagreement_points[:4]))
        word = "point, as given," if self.given is not None else word
        return "\n".join([*lines, f"disagreement {word} {shown}"])

    def _cell_text(self, i: int, j: int) -> str:
        first, second = exact_payoffs(self.game)
        return show_pair((first[i][j], second[i][j]))


@method(
    BargainingProblem,
    "tu",
    finds="the solution with side payments and optimal threats",
    cost="a linear program, and a vertex enumeration for all optimal threats",
    reference="Nash 1953; Ferguson III.4.2",
    applies=why_no_game,
    aliases=(
        "side-payments",
        "arbitrated",
        "arbitrated-threat",
        "threat",
        "threats",
        "transferable",
    ),
)
@extends(BargainingProblem)
def tu_solution(game: Any) -> TuSolution:
    """The solution of a two-person game with side payments.

    Parameters
    ----------
    game : StrategicGame, MatrixGame or BargainingProblem
        A game of two players, or a bargaining problem that comes from one.

    Returns
    -------
    TuSolution
        The total, the split, every extreme optimal threat and the side payments.

    Notes
    -----
    Cost: one linear program, and one vertex enumeration for all optimal threats.

    References
    ----------
    Nash 1953; Ferguson III.4.2.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> tu_solution(bimatrix("5 0; 0 3", "3 -4; 0 6")).value
    (Fraction(11, 2), Fraction(7, 2))
    """
    noun = game_of(game)
    first, second = exact_payoffs(noun)
    totals = [
        [a + b for a, b in zip(r, s, strict=True)] for r, s in zip(first, second, strict=True)
    ]
    sigma = max(max(row) for row in totals)
    cells = tuple(
        (i, j) for i, row in enumerate(totals) for j, total in enumerate(row) if total == sigma
    )
    if isinstance(game, BargainingProblem) and game.disagreement is not None:
        u, v = game.disagreement
        sides = (
            [(), ()] if game.threats is None else [(tuple(map(exact, w)),) for w in game.threats]
        )
        return TuSolution(noun, sigma, cells, u - v, sides[0], sides[1], game.disagreement)
    threats = optimal_strategies(difference_game(noun))
    return TuSolution(
        noun, sigma, cells, threats.value, threats.row_extreme, threats.column_extreme
    )


def difference_game(game: StrategicGame) -> MatrixGame:
    """The matrix game of differences, A - B."""
    first, second = exact_payoffs(game)
    rows = [[a - b for a, b in zip(r, s, strict=True)] for r, s in zip(first, second, strict=True)]
    own, other = game.strategies
    return matrix(rows, own, other, title="A - B", players=game.players)


def payment_words(x: Fraction, players: tuple[str, ...]) -> str:
    """Who pays whom, when the second player is to pay x to the first.

    >>> payment_words(Fraction(-1, 2), ("I", "II"))
    'I pays 1/2 to II'
    """
    if x == 0:
        return "no side payment"
    payer, payee = (players[1], players[0]) if x > 0 else (players[0], players[1])
    return f"{payer} pays {show(abs(x))} to {payee}"


def mixture_text(weights: Weights, labels: tuple[str, ...]) -> str:
    """A mixed strategy by the labels that it plays."""
    shown = [f"{name}: {show(w)}" for name, w in zip(labels, weights, strict=True) if w]
    return "   ".join(shown) if len(shown) <= 12 else show_all(weights[:12])
