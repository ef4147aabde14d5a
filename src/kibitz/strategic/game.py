"""The noun: strategic games of n players, with payoffs to maximize or costs to minimize."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number
from kibitz.core.players import which_player
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.zero_sum.labels import check_labels, check_positions

if TYPE_CHECKING:
    from kibitz._types import SolveStrategicGame
    from kibitz.strategic.concepts.best_replies import BestReplies
    from kibitz.strategic.concepts.correlated_equilibrium import Correlated, CorrelatedEquilibrium
    from kibitz.strategic.concepts.dominant import DominantStrategies
    from kibitz.strategic.concepts.equilibrium_test import EquilibriumTest
    from kibitz.strategic.concepts.interchangeable import Interchangeability
    from kibitz.strategic.concepts.joint_optimum import JointOptimum
    from kibitz.strategic.concepts.movement_diagram import MovementDiagram
    from kibitz.strategic.concepts.nash_map import NashMapStep
    from kibitz.strategic.concepts.pareto import ParetoSet
    from kibitz.strategic.concepts.payoff_lines import PayoffLines
    from kibitz.strategic.concepts.potential import Potential
    from kibitz.strategic.concepts.pure_equilibria import PureEquilibria
    from kibitz.strategic.concepts.rationalizable import Rationalizable
    from kibitz.strategic.concepts.safety_levels import SafetyLevels
    from kibitz.strategic.concepts.zero_sum_equivalence import ZeroSumEquivalence
    from kibitz.strategic.n_player.logit import QuantalResponse
    from kibitz.strategic.n_player.symmetric_two_action import SymmetricTwoAction
    from kibitz.strategic.sequential.repeated import RepeatedGame
    from kibitz.strategic.sequential.stackelberg import Commitment
    from kibitz.strategic.two_player.equalizing import EqualizingEquilibria
    from kibitz.strategic.two_player.equilibrium import Equilibrium
    from kibitz.strategic.two_player.quadratic_program import QuadraticPoint
    from kibitz.zero_sum.game import MatrixGame
    from kibitz.zero_sum.strategies.best_response import PureBestResponses
    from kibitz.zero_sum.strategies.dominance import Elimination
    from kibitz.zero_sum.strategies.dominated_lines import DominatedStrategy


MOST_DRAWN = 64
"""Cells of a game of more than two players up to which a notebook shows the table."""


@dataclass(frozen=True, eq=True)
class StrategicGame(Noun):
    """Players, their strategies, and a payoff array for each player.

    The arrays hold what players want more of. In a game of ``costs`` these are the costs with the
    opposite sign, and every number that is reported is a cost again.

    >>> from kibitz import bimatrix
    >>> game = bimatrix("3,3 0,4; 4,0 1,1", rows="silent confess", columns="silent confess")
    >>> game.shape, game.payoff(0, 1)
    ((2, 2), (Fraction(0, 1), Fraction(4, 1)))
    >>> print(game.pure_equilibria())
    one equilibrium in pure strategies
      (confess, confess)   payoffs 1, 1
    """

    kind: ClassVar[str] = "strategic"
    also: ClassVar[dict[str, str]] = {"MatrixGame": "matrix_game"}

    usual_answer: ClassVar[str] = "equilibrium"

    payoffs: tuple[Tensor, ...]
    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    title: str = ""
    costs: bool = False
    """Are the numbers that people write and read costs, which players minimize?"""

    def __post_init__(self) -> None:
        count = len(self.payoffs)
        check_labels(self.players, count, "players")
        if len(self.strategies) != count:
            raise GameError(
                f"{count_of(count, 'player')} but "
                f"{count_of(len(self.strategies), 'list')} of strategies"
            )
        for k, tensor in enumerate(self.payoffs):
            if tensor.shape != self.payoffs[0].shape or len(tensor.shape) != count:
                raise GameError(
                    f"player {self.players[k]}: payoffs of shape {tensor.shape}, where "
                    f"{self.payoffs[0].shape} was expected"
                )
        for player, labels, size in zip(self.players, self.strategies, self.shape, strict=True):
            check_labels(labels, size, f"strategies of {player}")

    @property
    def shape(self) -> tuple[int, ...]:
        return self.payoffs[0].shape

    @property
    def exact(self) -> bool:
        return all(t.exact for t in self.payoffs)

    @property
    def word(self) -> str:
        """What the numbers are called: payoff or cost."""
        return "cost" if self.costs else "payoff"

    def reported(self, payoff: Number) -> Number:
        """A payoff as people read it: in a game of costs, with the opposite sign.

        Parameters
        ----------
        payoff : number
            A payoff that is better when greater.
        """
        return -payoff if self.costs else payoff

    def payoff(self, *profile: Any) -> tuple[Number, ...]:
        """What each player gets, or pays, when they choose these strategies.

        Strategies are given by position (from 0) or by label.

        Parameters
        ----------
        *profile : str or int
            A strategy of each player, by name or by position from 0; or one list of them.

        Examples
        --------
        >>> from kibitz import bimatrix
        >>> game = bimatrix("3,3 0,4; 4,0 1,1", rows="C D", columns="C D")
        >>> game.payoff("C", "D") == game.payoff((0, 1))
        True
        """
        if len(profile) == 1 and isinstance(profile[0], (tuple, list)):
            profile = tuple(profile[0])
        if any(isinstance(strategy, str) for strategy in profile):
            profile = call(self, "read_cell", profile)
        try:
            return tuple(self.reported(tensor[profile]) for tensor in self.payoffs)
        except (IndexError, TypeError):
            raise GameError(
                f"no cell {profile!r}; there is one position for each of {len(self.players)} "
                f"players, below {self.shape}"
            ) from None

    def __getitem__(self, cell: tuple[Any, ...]) -> tuple[Number, ...]:
        """What each player gets in a cell: positions from 0, or labels.

        >>> from kibitz import bimatrix
        >>> bimatrix("3,3 0,4; 4,0 1,1")[0, 1]
        (Fraction(0, 1), Fraction(4, 1))
        """
        return self.payoff(*cell) if isinstance(cell, tuple) else self.payoff(cell)

    def player(self, given: Any) -> int:
        """The position (from 0) of a player given by name or position; "1" is the first.

        Parameters
        ----------
        given : str or int
            The player, by name, by position from 0, or as text by number from 1.

        Examples
        --------
        >>> from kibitz import bimatrix
        >>> bimatrix("1,2 3,4").player("II"), bimatrix("1,2 3,4").player("2")
        (1, 1)
        """
        return which_player(given, self.players)

    def restrict(self, *kept: Sequence[int]) -> StrategicGame:
        """The game with these strategies (positions from 0), a list for each player.

        Parameters
        ----------
        *kept : sequence of int
            For each player the positions, from 0, of the strategies that stay.
        """
        if len(kept) != len(self.players):
            raise GameError(
                f"{count_of(len(kept), 'list')} of positions for "
                f"{count_of(len(self.players), 'player')}"
            )
        for player, positions, size in zip(self.players, kept, self.shape, strict=True):
            check_positions(positions, size, f"strategies of {player}")
        return replace(
            self,
            payoffs=tuple(t.take(*kept) for t in self.payoffs),
            strategies=tuple(
                tuple(labels[i] for i in positions)
                for labels, positions in zip(self.strategies, kept, strict=True)
            ),
        )

    def in_numbers(self, exact: bool | None) -> StrategicGame:
        """The same game in rationals or in floats; as it is for None.

        Parameters
        ----------
        exact : bool or None
            True for rationals, False for floats.
        """
        if exact not in (None, True, False):
            raise GameError(f"exact is {exact!r}; it must be True, False or None")
        if exact is None or exact == self.exact:
            return self
        convert = Tensor.rational if exact else Tensor.floating
        return replace(self, payoffs=tuple(map(convert, self.payoffs)))

    def constant_sum(self) -> Number | None:
        """The sum of payoffs, or of costs, when it is the same in every cell; otherwise None."""
        total = self.payoffs[0]
        for tensor in self.payoffs[1:]:
            total = total + tensor
        first = total.array.flat[0]
        if total.exact:
            same = bool((total.array == first).all())
            return self.reported(Fraction(int(first), total.denominator)) if same else None
        size = max(float(np.abs(t.array).max()) for t in map(Tensor.floating, self.payoffs))
        same = bool((np.abs(total.array - first) <= 1e-12 * size).all())
        return self.reported(float(first)) if same else None

    @property
    def zero_sum(self) -> bool:
        """Whether payoffs cancel in every cell."""
        return self.constant_sum() == 0

    @property
    def is_zero_sum(self) -> bool:
        """Whether payoffs cancel in every cell."""
        return self.zero_sum

    @property
    def is_constant_sum(self) -> bool:
        """Whether payoffs add up to the same number in every cell."""
        return self.constant_sum() is not None

    def matrix_game(self) -> MatrixGame:
        """A two-person game of constant sum as the matrix of the row player's payoffs.

        The column player receives what is left of the sum, so the equilibria are the same.
        """
        return call(self, "strategic_to_matrix")

    if TYPE_CHECKING:
        solve: ClassVar[SolveStrategicGame]

    def with_numbers(self, exact: bool) -> StrategicGame:
        """The same game in exact numbers, or in floats."""
        return self.in_numbers(exact)

    def equilibria(self, method: str = "auto", exact: bool | None = None, **options: Any) -> Any:
        """All equilibria; for two players with their components, whatever the payoffs add up to.

        Parameters
        ----------
        method : str, default auto
            The name of a method that finds equilibria.
        exact : bool, optional
            Whether to compute with exact numbers; as the game was given if None.
        **options
            What the method takes besides.
        """
        return call(self, "all_equilibria", method, exact, **options)

    def lemke_howson(self, label: Any = 0, exact: bool | None = None) -> Equilibrium:
        """One equilibrium of a two-person game, at the end of the path of a label.

        Parameters
        ----------
        label : int, str or pair, default 0
            The strategy whose label is dropped first: by number, rows before columns, by name, or
            as a player and a strategy.
        exact : bool, optional
            Whether to compute with exact numbers; as the game was given if None.
        """
        return call(self, "lemke_howson", label, exact)

    def symmetric_equilibria(self) -> Any:
        """The symmetric equilibria: of two players, or of more with two actions each."""
        return call(self, "symmetric_equilibria")

    def quantal_response(self, highest: Any = 1e6) -> QuantalResponse:
        """The branch of logit equilibria, from uniform play to an equilibrium.

        Parameters
        ----------
        highest : float, default 1000000.0
            The precision at which the branch ends.
        """
        return call(self, "quantal_response", highest)

    def potential(self) -> Potential | None:
        """An exact potential, or else an ordinal one, or None."""
        return call(self, "exact_potential") or call(self, "ordinal_potential")

    def repeated(self, rounds: int, discount: Any = 1) -> RepeatedGame:
        """This game, played this many times.

        Parameters
        ----------
        rounds : int
            How many times the game is played.
        discount : number, default 1
            What a payoff is worth a round later.
        """
        return call(self, "repeated", rounds, discount)

    def expected_payoffs(self, profile: Any, *others: Any) -> tuple[Number, ...]:
        """What each player expects when they mix; see :mod:`kibitz.strategic.profile`.

        The strategies of a profile may also be given one by one.

        Parameters
        ----------
        profile : profile
            A mixed strategy for each player, or that of the first.
        *others : mixture
            The strategies of the other players, when ``profile`` is that of the first.
        """
        return call(self, "expected_payoffs", (profile, *others) if others else profile)

    def best_responses(self, player: Any, profile: Any) -> PureBestResponses:
        """The strategies that are best for a player against what the others do.

        What the player does in the profile does not matter, and can be left out.

        Parameters
        ----------
        player : str or int
            The player, by name or by position from 0.
        profile : sequence or mapping
            A mixture of each player; that of the player itself does not count.
        """
        return call(self, "best_responses", player, profile)

    def best_replies(self, player: Any, profile: Any) -> BestReplies:
        """The best responses of a player as an answer that can be verified and saved.

        Parameters
        ----------
        player : str or int
            The player who replies.
        profile : profile
            A mixed strategy for each player; that of the one who replies does not count.
        """
        return call(self, "best_replies", player, profile)

    def equalizing(self) -> EqualizingEquilibria:
        """Strategies of two players that leave the other one indifferent among everything."""
        return call(self, "equalizing")

    def quadratic_program(self, profile: Any = None) -> QuadraticPoint:
        """The program whose optimum is 0 at equilibria of two players: an optimum, or a point.

        Parameters
        ----------
        profile : profile, optional
            Where the program is evaluated; an optimum is found if None.

        References
        ----------
        Mangasarian and Stone 1964
        """
        return call(self, "quadratic_program", profile)

    def nash_map(self, profile: Any, *others: Any) -> NashMapStep:
        """One step of the map whose fixed points are the equilibria.

        Parameters
        ----------
        profile : profile
            A mixed strategy for each player, or that of the first.
        *others : mixture
            The strategies of the other players, when ``profile`` is that of the first.

        References
        ----------
        Nash 1951
        """
        return call(self, "nash_map", (profile, *others) if others else profile)

    def is_equilibrium(self, profile: Any, *others: Any) -> EquilibriumTest:
        """Whether no one gains by deviating alone, with regrets and profitable deviations.

        Parameters
        ----------
        profile : sequence or mapping
            A mixture of each player, or that of the first one.
        *others : sequence or mapping
            The mixtures of the others, if not in the profile.
        """
        return call(self, "equilibrium_test", (profile, *others) if others else profile)

    def pure_equilibria(self) -> PureEquilibria:
        """All equilibria in pure strategies."""
        return call(self, "pure_equilibria")

    def payoff_lines(self, player: Any = 0) -> PayoffLines:
        """What each strategy is worth as an opponent mixes two strategies.

        Parameters
        ----------
        player : str or int, default 0
            The player whose payoffs are shown.
        """
        return call(self, "payoff_lines", player)

    def movement_diagram(self) -> MovementDiagram:
        """From every cell, where each player alone would rather be."""
        return call(self, "movement_diagram")

    def safety_levels(self) -> SafetyLevels:
        """What each player can guarantee, with all extreme maxmin strategies."""
        return call(self, "safety_levels")

    def dominated(self, mixed: bool = True, strict: bool = False) -> tuple[DominatedStrategy, ...]:
        """Every dominated strategy of every player, each with a witness.

        Parameters
        ----------
        mixed : bool, default True
            Whether mixtures may dominate as well.
        strict : bool, default False
            Whether only strict dominance counts.
        """
        from kibitz.zero_sum.strategies.dominance import dominated

        return dominated(self, mixed, strict)

    def eliminate(self, mixed: bool = True, strict: bool = True) -> Elimination:
        """Remove dominated strategies one at a time until none is left.

        Parameters
        ----------
        mixed : bool, default True
            Whether mixtures may dominate as well.
        strict : bool, default True
            Whether only strictly dominated strategies are removed.
        """
        from kibitz.zero_sum.strategies.dominance import eliminate

        return eliminate(self, mixed, strict)

    def dominant_strategies(self) -> DominantStrategies:
        """The strictly and the weakly dominant strategy of each player, where there is one."""
        return call(self, "dominant_strategies")

    def rationalizable(self) -> Rationalizable:
        """What players may choose when rationality is common knowledge, with beliefs."""
        return call(self, "rationalizable")

    def pareto(self) -> ParetoSet:
        """The cells that cannot be bettered for all, and whether the equilibria are among them."""
        return call(self, "pareto")

    def joint_optimum(self) -> JointOptimum:
        """The best total of all players, and what the pure equilibria leave of it."""
        return call(self, "joint_optimum")

    def interchangeable(self, equilibria: Iterable[Any] | None = None) -> Interchangeability:
        """Whether equilibria, by default the pure ones, pay the same and can be mixed up.

        Parameters
        ----------
        equilibria : iterable of profiles, optional
            The equilibria to compare.
        """
        return call(self, "interchangeable", equilibria)

    def zero_sum_equivalent(self) -> ZeroSumEquivalence:
        """A scale and a shift that make a two-person game zero-sum, or where they fail."""
        return call(self, "zero_sum_equivalence")

    def correlated_equilibrium(
        self, objective: Any = "welfare", sense: str = "max"
    ) -> CorrelatedEquilibrium:
        """The correlated equilibrium that is best for an objective, with its proof.

        Parameters
        ----------
        objective : str or sequence, default welfare
            What is optimized: ``welfare``, a player, or weights of the players.
        sense : str, default max
            ``max`` or ``min``.
        """
        return call(self, "correlated_equilibrium", objective, sense)

    def coarse_correlated_equilibrium(
        self, objective: Any = "welfare", sense: str = "max"
    ) -> CorrelatedEquilibrium:
        """The coarse correlated equilibrium that is best for an objective.

        Parameters
        ----------
        objective : str, int or array_like, default "welfare"
            What to optimize: "welfare", "egalitarian", a player, or weights.
        sense : str, default "max"
            "max" or "min".

        References
        ----------
        Moulin and Vial 1978
        """
        return call(self, "coarse_correlated_equilibrium", objective, sense)

    def is_correlated_equilibrium(self, distribution: Any, coarse: bool = False) -> Correlated:
        """Whether no player gains by disobeying a distribution over cells.

        Parameters
        ----------
        distribution : sequence or mapping
            A probability for each cell.
        coarse : bool, default False
            Whether players decide to obey before they hear their recommendation.

        References
        ----------
        Aumann 1974
        """
        return call(self, "correlated_test", distribution, coarse)

    def stackelberg(self, leader: Any = 0, mixed: bool = True) -> Commitment:
        """What a leader gains by commitment, in mixed or in pure strategies.

        Parameters
        ----------
        leader : str or int, default 0
            The player that commits, by name or by position from 0.
        mixed : bool, default True
            Whether it may commit to a mixture.
        """
        return call(self, "commitment", leader, mixed)

    def symmetric_two_action(self) -> SymmetricTwoAction:
        """The closed form of a symmetric game with two actions, for its symmetric equilibria."""
        return call(self, "symmetric_two_action")

    def _repr_html_(self) -> str:
        small = len(self.players) == 2 or prod(self.shape) <= MOST_DRAWN
        return self.draw().html() if small else self.describe()._repr_html_()

    def __str__(self) -> str:
        from kibitz.zero_sum.show import cell_table, payoff_list

        sizes = " x ".join(map(str, self.shape))
        name = self.title or ("bimatrix game" if len(self.players) == 2 else "strategic game")
        convention = ", costs to minimize" if self.costs else ""
        table = cell_table(self) if len(self.players) == 2 else payoff_list(self)
        return f"{name}, {sizes}{convention}\n{table.text()}"

    def __repr__(self) -> str:
        sizes = " x ".join(map(str, self.shape))
        return f"<StrategicGame {len(self.players)} players, {sizes} {self.title}>".replace(
            " >", ">"
        )
