"""Correlated equilibria: a referee recommends, and no one gains by not following. Aumann (1974).

They form a polytope that holds all Nash equilibria, so the best one for a linear objective is the
solution of a linear program; its multipliers prove that no other one is better.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.method import method
from kibitz.core.numbers import Number, magnitude, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.linear.solution import Optimum
from kibitz.strategic.concepts.correlated_program import (
    Disobedience,
    Objective,
    disobediences,
    gain_row,
    program,
    read_objective,
)
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Cell, cell_text, read_cell
from kibitz.zero_sum.strategies.expected_payoff import product
from kibitz.zero_sum.strategies.mixture import Mixture, mixture, support

SHOWN = 20


@dataclass(frozen=True)
class Correlated(Solution, kind=("correlated-equilibrium", "coarse-correlated-equilibrium")):
    """A distribution over cells, and whether it pays to follow its recommendations."""

    game: StrategicGame
    distribution: Mixture
    """The probability of every cell, the last player's strategy running fastest."""
    coarse: bool

    @property
    def concept(self) -> str:
        return "coarse correlated equilibrium" if self.coarse else "correlated equilibrium"

    @property
    def cells(self) -> dict[Cell, Number]:
        """The cells (from 0) with positive probability."""
        return {
            tuple(int(i) for i in np.unravel_index(k, self.game.shape)): self.distribution[k]
            for k in support(self.distribution)
        }

    @property
    def payoffs(self) -> tuple[Number, ...]:
        """What each player expects, or pays."""
        return tuple(
            self.game.reported(_inner(t.array, t.denominator, self.distribution))
            for t in self.game.payoffs
        )

    @property
    def gains(self) -> dict[Disobedience, Number]:
        """What every way to disobey would gain; none is positive in an equilibrium."""
        return {
            how: _inner(
                gain_row(self.game, how),
                self.game.payoffs[how.player].denominator,
                self.distribution,
            )
            for how in disobediences(self.game, self.coarse)
        }

    @property
    def holds(self) -> bool:
        """Does no one gain by disobeying?"""
        return all(gain <= self._slack() for gain in self.gains.values())

    def __bool__(self) -> bool:
        return self.holds

    def conditional(self, player: Any, strategy: Any) -> dict[Cell, Number]:
        """What a player who is recommended a strategy believes about the cell.

        Parameters
        ----------
        player : str or int
            The player, by name or by position from 0.
        strategy : str or int
            The recommended strategy, by label or by position from 0.

        Returns
        -------
        dict
            The conditional probability of each cell that has this strategy.
        """
        k = self.game.player(player)
        labels = self.game.strategies[k]
        i = labels.index(strategy) if isinstance(strategy, str) and strategy in labels else strategy
        cells = {cell: p for cell, p in self.cells.items() if cell[k] == i}
        if not cells:
            raise GameError(f"{self.game.players[k]} is never recommended {strategy!r}")
        total = sum(cells.values())
        return {cell: p / total for cell, p in cells.items()}

    def _slack(self) -> Number:
        exact = self.game.exact and all(isinstance(p, Fraction) for p in self.distribution)
        if exact:
            return Fraction(0)
        return 1e-8 * max(float(np.abs(t.floats()).max()) for t in self.game.payoffs)

    def to_json(self) -> dict[str, Any]:
        names = self.game.strategies
        return {
            "kind": self.concept.replace(" ", "-"),
            "players": list(self.game.players),
            "equilibrium": self.holds,
            "distribution": [
                {
                    "cell": list(cell),
                    "strategies": [names[k][i] for k, i in enumerate(cell)],
                    "probability": plain(p),
                }
                for cell, p in self.cells.items()
            ],
            f"{self.game.word}s": [plain(x) for x in self.payoffs],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> Correlated:
        claim = Claim(data)
        weights: list[Number] = [Fraction(0)] * int(np.prod(game.shape))
        for part in claim.parts("distribution"):
            place = np.ravel_multi_index(read_cell(game, part.items("cell")), game.shape)
            weights[int(place)] = part.number("probability")
        if any(isinstance(w, float) for w in weights):
            weights = [float(w) for w in weights]
        coarse = claim.text("kind").startswith("coarse")
        test = Correlated(game, tuple(weights), coarse)
        return _claimed_best(test, claim) if "objective" in claim else test

    def table(self) -> Table:
        """The cells that are recommended, with their probabilities and payoffs."""
        rows = tuple(
            (cell_text(self.game, cell), show(p), ", ".join(map(show, self.game.payoff(*cell))))
            for cell, p in list(self.cells.items())[:SHOWN]
        )
        return Table(("recommend", "probability", f"{self.game.word}s"), rows)

    def __str__(self) -> str:
        verdict = f"{self.concept}" if self.holds else f"not a {self.concept}"
        return f"{verdict}, {self.game.word}s {show_all(self.payoffs)}\n{self.table().text()}"


@dataclass(frozen=True)
class CorrelatedEquilibrium(Correlated):
    """The best correlated (or coarse correlated) equilibrium for an objective, with its proof.

    >>> from kibitz import bimatrix
    >>> chicken = bimatrix("0,0 7,2; 2,7 6,6", rows="dare yield", columns="dare yield")
    >>> found = correlated_equilibrium(chicken)
    >>> print(found)
    best correlated equilibrium for welfare: 21/2
    payoffs (21/4, 21/4)
    recommend        probability   payoffs
    ──────────────────────────────────────
    (dare, yield)            1/4      7, 2
    (yield, dare)            1/4      2, 7
    (yield, yield)           1/2      6, 6
    >>> bool(found.verify())
    True
    """

    objective: Objective
    value: Number
    sense: str
    multipliers: Mixture
    """What proves that no other equilibrium is better: the prices of the rows of the program."""

    def explain(self) -> Explanation:
        """The program, the recommendations, and what following them is worth."""
        ways = list(disobediences(self.game, self.coarse))
        rule = (
            "decides, before hearing anything, to play one strategy whatever is recommended"
            if self.coarse
            else "is recommended one strategy and plays another"
        )
        steps = [
            Step(
                "What must not pay",
                "A referee draws a cell and recommends to each player their own part of it. "
                "There is a probability for each of "
                f"{count_of(len(self.distribution), 'cell')}; no player "
                f"who {rule} may gain: {len(ways)} inequalities. Among all such distributions, "
                f"take the one that is best for {self.objective.name}: a linear program.",
            ),
            Step("The recommendations", "", self.table()),
        ]
        rows = []
        for how, gain in list(self.gains.items())[:SHOWN]:
            names = self.game.strategies[how.player]
            recommended = "anything" if how.recommended is None else names[how.recommended]
            rows.append(
                (self.game.players[how.player], recommended, names[how.instead], show(gain))
            )
        steps.append(
            Step(
                "What disobeying would gain",
                "None of these is positive.",
                Table(("player", "recommended", "plays", "gain"), tuple(rows)),
            )
        )
        verdict = f"The multipliers of the program prove that no {self.concept} has more than "
        steps.append(Step("Why none is better", f"{verdict}{show(self.value)}."))
        return Explanation(self.game.title or f"The best {self.concept}", tuple(steps))

    def to_json(self) -> dict[str, Any]:
        wanted, worth = self.objective, {}
        if wanted.weights is not None and wanted.name not in ("welfare", *self.game.players):
            worth = {"worth": _nested(wanted.weights.numbers())}
            if wanted.by_player is not None:
                worth["by_player"] = [plain(w) for w in wanted.by_player]
        return {
            **super().to_json(),
            "objective": wanted.name,
            **worth,
            "value": plain(self.value),
            "sense": self.sense,
            **self._bound(),
        }

    def _bound(self) -> dict[str, Any]:
        """For JSON: prices of every way to disobey, and for the smallest payoff shares of players.

        Less the priced gains, no cell is worth more than the value.
        """
        ways = list(disobediences(self.game, self.coarse))
        bottoms = [t.denominator for t in self.game.payoffs]
        rows = zip(ways, self.multipliers, strict=False)
        prices = {"prices": [plain(magnitude(y * bottoms[how.player])) for how, y in rows]}
        if self.objective.weights is not None:
            return prices
        own = zip(self.multipliers[len(ways) + 1 :], bottoms, strict=True)
        return {**prices, "shares": [plain(magnitude(y * bottom)) for y, bottom in own]}

    def __str__(self) -> str:
        best = "best" if self.sense == "max" else "worst"
        return (
            f"{best} {self.concept} for {self.objective.name}: {show(self.value)}\n"
            f"{self.game.word}s {show_all(self.payoffs)}\n{self.table().text()}"
        )


@method(
    StrategicGame,
    "correlated",
    finds="the best correlated equilibrium for an objective",
    cost="a linear program with a variable for each cell",
    reference="Aumann 1974",
    aliases=("correlated-equilibrium",),
)
def correlated_equilibrium(
    game: StrategicGame, objective: Any = "welfare", sense: str = "max"
) -> CorrelatedEquilibrium:
    """The correlated equilibrium that is best for an objective; the worst for sense "min".

    Objectives are "welfare", "egalitarian", a player, or weights on players or cells, see
    :func:`kibitz.strategic.concepts.correlated_program.read_objective`.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    objective : str, int or array_like
        What to optimize: "welfare", "egalitarian", a player, or weights.
    sense : str, default "max"
        "max" or "min".

    Returns
    -------
    CorrelatedEquilibrium
        The equilibrium, with the proof that none is better.

    Notes
    -----
    Cost: a linear program with a variable for each cell and a row for each player and pair of
    strategies.

    References
    ----------
    Aumann 1974.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> chicken = bimatrix("0,0 7,2; 2,7 6,6", rows="dare yield", columns="dare yield")
    >>> print(correlated_equilibrium(chicken, "I").value)
    7
    """
    return best_distribution(game, False, objective, sense)


def best_distribution(
    game: StrategicGame, coarse: bool, objective: Any, sense: str
) -> CorrelatedEquilibrium:
    """Solve the linear program of either concept."""
    if sense not in ("max", "min"):
        raise GameError(f"sense is {sense!r}; it must be 'max' or 'min'")
    wanted = read_objective(game, objective)
    answer = program(game, coarse, wanted, sense).solve()
    assert isinstance(answer, Optimum), "every game has a correlated equilibrium"
    x = answer.x if wanted.weights is not None else answer.x[:-1]
    value = game.reported(answer.value)
    return CorrelatedEquilibrium(game, x, coarse, wanted, value, sense, answer.dual)


def _claimed_best(test: Correlated, claim: Claim) -> CorrelatedEquilibrium:
    """What is said to be the best one for an objective, with the prices that prove it."""
    game, ways = test.game, list(disobediences(test.game, test.coarse))
    if "by_player" in claim:
        objective = read_objective(game, claim.numbers("by_player"))
    elif "worth" in claim:
        worth = Tensor.read(claim.items("worth"), len(game.players), "worth")
        objective = Objective(claim.text("objective"), worth)
    else:
        objective = read_objective(game, claim.text("objective"))
    bottoms = [t.denominator for t in game.payoffs]
    prices = claim.numbers("prices", len(ways))
    paid = [y / bottoms[how.player] for how, y in zip(ways, prices, strict=True)]
    shares = claim.numbers("shares", len(bottoms)) if "shares" in claim else []
    own = [y / bottom for y, bottom in zip(shares, bottoms, strict=False)]
    return CorrelatedEquilibrium(
        game,
        test.distribution,
        test.coarse,
        objective,
        claim.number("value"),
        claim.text("sense"),
        (*paid, Fraction(0), *own),
    )


@method(
    StrategicGame,
    "correlated-test",
    finds="whether a distribution is a correlated equilibrium",
    cost="O(m) times the cells",
    reference="Aumann 1974",
    aliases=("is-correlated-equilibrium",),
)
def correlated_test(game: StrategicGame, distribution: Any, coarse: bool = False) -> Correlated:
    """Whether a distribution over cells is a correlated (or coarse correlated) equilibrium.

    The distribution is an array of probabilities, or a mapping from cells to them.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    distribution : array_like or mapping
        The probabilities of the cells.
    coarse : bool, default False
        Whether players decide before they hear the recommendation.

    Returns
    -------
    Correlated
        The verdict, with the gains from deviating.

    Notes
    -----
    Cost: O(m) times the cells.

    References
    ----------
    Aumann 1974.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> chicken = bimatrix("0,0 7,2; 2,7 6,6", rows="dare yield", columns="dare yield")
    >>> third = {("dare", "yield"): "1/3", ("yield", "dare"): "1/3", ("yield", "yield"): "1/3"}
    >>> bool(correlated_test(chicken, third))
    True
    """
    cells = int(np.prod(game.shape))
    if isinstance(distribution, Mapping):
        flat: list[Any] = [0] * cells
        for key, weight in distribution.items():
            flat[int(np.ravel_multi_index(read_cell(game, key), game.shape))] = weight
    else:
        flat = np.array(distribution, object).ravel().tolist()
    labels = tuple(map(str, range(1, cells + 1)))
    return Correlated(game, mixture(flat, labels, "distribution"), coarse)


def _inner(array: Any, denominator: int, weights: Mixture) -> Number:
    column = Tensor(np.ascontiguousarray(array).reshape(-1, 1), denominator)
    return product(weights, column)[0]


def _nested(numbers: Any) -> Any:
    return [_nested(x) for x in numbers] if isinstance(numbers, list) else plain(numbers)
