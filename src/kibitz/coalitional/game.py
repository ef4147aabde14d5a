"""The noun: a worth for every coalition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.coalitional.coalitions import in_order, members
from kibitz.coalitional.names import check_players, read_coalition, read_payoffs
from kibitz.coalitional.text import worths_as_code, worths_in_words
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor

if TYPE_CHECKING:
    from kibitz.coalitional.lexicographic.modified_nucleolus import ModifiedNucleolus
    from kibitz.coalitional.lexicographic.nucleolus import Nucleolus
    from kibitz.coalitional.lexicographic.per_capita_nucleolus import PerCapitaNucleolus
    from kibitz.coalitional.lexicographic.prenucleolus import Prenucleolus
    from kibitz.coalitional.sets.bargaining_set import BargainingMembership
    from kibitz.coalitional.sets.core import Core, CoreMembership
    from kibitz.coalitional.sets.core_stability import CoreStability
    from kibitz.coalitional.sets.domination import Domination
    from kibitz.coalitional.sets.epsilon_core import StrongEpsilonCore, WeakEpsilonCore
    from kibitz.coalitional.sets.excess import ExcessTable
    from kibitz.coalitional.sets.imputations import Imputations
    from kibitz.coalitional.sets.kernel import KernelPoint
    from kibitz.coalitional.sets.kernel_set import KernelSet, PrekernelSet
    from kibitz.coalitional.sets.least_core import LeastCore, WeakLeastCore
    from kibitz.coalitional.sets.prekernel import PrekernelPoint
    from kibitz.coalitional.sets.stable_sets import StabilityTest
    from kibitz.coalitional.sets.weber_set import WeberMembership, WeberSet
    from kibitz.coalitional.solve import CoalitionalSolution
    from kibitz.coalitional.transformations.strategic_equivalence import StrategicEquivalence
    from kibitz.coalitional.values.banzhaf import BanzhafValue
    from kibitz.coalitional.values.dividends import Dividends
    from kibitz.coalitional.values.gately import GatelyPoint
    from kibitz.coalitional.values.myerson import MyersonValue
    from kibitz.coalitional.values.owen import OwenValue
    from kibitz.coalitional.values.shapley import ShapleyValue
    from kibitz.coalitional.values.solidarity import SolidarityValue
    from kibitz.coalitional.values.tau_value import TauValue
    from kibitz.coalitional.verdict import PropertyVerdict
    from kibitz.coalitional.voting.power_indices import PowerTable


@dataclass(frozen=True, eq=True, repr=False)
class CoalitionalGame(Noun):
    """Players, and what each coalition of them can earn: a game with transferable utility.

    ``worths`` is indexed by bitmask (bit i stands for player i); the empty coalition is worth 0.

    >>> from kibitz import coalition
    >>> game = coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000}, title="Selling a horse")
    >>> game.players, game.worth("S", "B"), game[{"F", "B"}]
    (('S', 'F', 'B'), Fraction(500, 1), Fraction(0, 1))
    >>> print(game)
    Selling a horse, 3 players: S, F, B
    v(S) = 0   v(F) = 0   v(B) = 0
    v(S,F) = 1000   v(S,B) = 500   v(F,B) = 0
    v(S,F,B) = 1000
    """

    kind: ClassVar[str] = "coalitional"
    answers_by_name: ClassVar[str] = "coalitional-solution"

    worths: Tensor
    players: tuple[str, ...]
    title: str = ""
    shares: str = field(default="", compare=False, repr=False)
    """What the players share, where it is not payoffs but savings."""

    def __post_init__(self) -> None:
        check_players(self.players)
        shape = self.worths.shape
        if shape != (1 << self.n,):
            raise GameError(
                f"worths: shape {shape} for {count_of(self.n, 'player')}; it must be one list "
                f"of {1 << self.n}"
            )
        if self.worths.array[0] != 0:
            raise GameError(
                f"the empty coalition is worth {show(self.worths[0,])}; it must be worth 0"
            )

    @property
    def n(self) -> int:
        """How many players there are."""
        return len(self.players)

    @property
    def exact(self) -> bool:
        return self.worths.exact

    @property
    def grand(self) -> int:
        """The mask of the coalition of all players."""
        return (1 << self.n) - 1

    @property
    def total(self) -> Number:
        """The worth of the coalition of all players."""
        return self.value(self.grand)

    def value(self, mask: int) -> Number:
        """The worth of the coalition with this bitmask.

        Parameters
        ----------
        mask : int
            The coalition as a number whose bit i stands for player i.
        """
        return self.worths[mask,]

    def worth(self, *names: Any) -> Number:
        """The worth of a coalition, its players named.

        Parameters
        ----------
        *names : str or int
            The players of the coalition.
        """
        return self.value(self.mask(*names))

    def __getitem__(self, names: Any) -> Number:
        return self.worth(names)

    def mask(self, *names: Any) -> int:
        """The bitmask of the coalition of these players, given singly, as ``"A,B"`` or as a set.

        Parameters
        ----------
        *names : str, int or set
            The players of the coalition.

        Examples
        --------
        >>> from kibitz import coalition
        >>> game = coalition({"A,B": 1}, missing="zero")
        >>> game.mask("A", "B"), game.mask("A,B"), game.mask({"B"}), game.mask()
        (3, 3, 2, 0)
        >>> game.mask("C")
        Traceback (most recent call last):
        ...
        kibitz.core.errors.GameError: unknown player 'C'; known: A, B
        """
        return read_coalition(names, self.players)

    def position(self, player: Any) -> int:
        """Where a player stands in the list of players, from 0.

        Parameters
        ----------
        player : str or int
            The name of the player.
        """
        name = str(player)
        if name not in self.players:
            raise GameError(f"unknown player {name!r}{did_you_mean(name, self.players)}")
        return self.players.index(name)

    def members(self, mask: int) -> tuple[str, ...]:
        """The names of the players in the coalition with this bitmask.

        Parameters
        ----------
        mask : int
            The coalition as a number whose bit i stands for player i.

        Examples
        --------
        >>> from kibitz import coalition
        >>> coalition({"A,B": 1}, missing="zero").members(0b10)
        ('B',)
        """
        return tuple(self.players[i] for i in members(mask))

    def spell(self, mask: int) -> str:
        """A coalition in words: its players with commas between them, or ∅.

        Parameters
        ----------
        mask : int
            The coalition as a number whose bit i stands for player i.
        """
        return ",".join(self.members(mask)) or "∅"

    def coalitions(self) -> Iterator[int]:
        """The masks of all coalitions but the empty one, by size and then in order."""
        return map(int, in_order(self.n)[1:])

    def payoffs(self, given: Any, where: str = "payoffs") -> tuple[Number, ...]:
        """Read one number for each player, as a list in their order or as a dict by name.

        Parameters
        ----------
        given : sequence or mapping
            The payoffs; a missing player, or one that does not play, is refused.
        where : str, default "payoffs"
            What error messages call them.
        """
        return read_payoffs(given, self.players, where)

    if TYPE_CHECKING:

        def solve(
            self, method: Any = "auto", *, exact: bool | None = None, **options: Any
        ) -> CoalitionalSolution: ...

    def with_numbers(self, exact: bool) -> CoalitionalGame:
        """The same game in exact numbers, or in floats.

        Parameters
        ----------
        exact : bool
            True for exact numbers, False for floats.
        """
        return self.rational() if exact else self.floating()

    def shapley(self) -> ShapleyValue:
        """The Shapley value: average contributions over all orders of arrival."""
        return call(self, "shapley")

    def shapley_by_orders(self) -> ShapleyValue:
        """The Shapley value by all orders of arrival, for up to 9 players."""
        return call(self, "shapley_by_orders")

    def shapley_by_dividends(self) -> ShapleyValue:
        """The Shapley value by equal shares of dividends."""
        return call(self, "shapley_by_dividends")

    def shapley_by_marginals(self) -> ShapleyValue:
        """The Shapley value by contributions, weighted by size."""
        return call(self, "shapley_by_marginals")

    def banzhaf(self) -> BanzhafValue:
        """The Banzhaf value: average contributions over all coalitions."""
        return call(self, "banzhaf")

    def solidarity(self) -> SolidarityValue:
        """The solidarity value: arriving players share what they add with all present."""
        return call(self, "solidarity")

    def tau_value(self) -> TauValue:
        """The tau-value: the compromise between utopia payoffs and minimal rights."""
        return call(self, "tau_value")

    def gately(self) -> GatelyPoint:
        """The point at which breaking with the others harms all in equal measure."""
        return call(self, "gately")

    def owen(self, unions: Iterable[Any]) -> OwenValue:
        """The Shapley value when players have formed unions.

        Parameters
        ----------
        unions : iterable
            The unions, each a group of players; players in none of them stay alone.
        """
        return call(self, "owen", unions)

    def myerson(self, links: Iterable[Any]) -> MyersonValue:
        """The Shapley value when only linked players can work together.

        Parameters
        ----------
        links : iterable
            The pairs of players that are linked.
        """
        return call(self, "myerson", links)

    def power_indices(self) -> PowerTable:
        """All power indices of a simple game."""
        return call(self, "power_indices")

    def imputations(self) -> Imputations:
        """The payoffs that give no one less than they earn alone."""
        return call(self, "imputations")

    def core(self) -> Core:
        """The payoffs that no coalition can improve upon."""
        return call(self, "core")

    def least_core(self) -> LeastCore:
        """The payoffs that keep the greatest excess as small as possible."""
        return call(self, "least_core")

    def epsilon_core(self, epsilon: Any) -> StrongEpsilonCore:
        """The core when breaking away costs every coalition epsilon.

        Parameters
        ----------
        epsilon : number
            What breaking away costs a coalition.
        """
        return call(self, "strong_epsilon_core", epsilon)

    def kernel(self) -> KernelSet:
        """All payoffs at which no player outweighs another, for up to 4 players."""
        return call(self, "kernel_set")

    def in_core(self, payoffs: Any) -> CoreMembership:
        """Whether payoffs are in the core, and which coalitions could do better.

        Parameters
        ----------
        payoffs : sequence or mapping
            A payoff for each player.
        """
        return call(self, "core_membership", payoffs)

    def in_weber_set(self, payoffs: Any) -> WeberMembership:
        """Whether payoffs are a mixture of marginal vectors.

        Parameters
        ----------
        payoffs : sequence or mapping
            A payoff for each player.
        """
        return call(self, "in_weber_set", payoffs)

    def weber_set(self) -> WeberSet:
        """The mixtures of the marginal vectors of all orders."""
        return call(self, "weber_set")

    def prekernel_set(self) -> PrekernelSet:
        """All of the prekernel, for up to 4 players."""
        return call(self, "prekernel_set")

    def weak_least_core(self) -> WeakLeastCore:
        """The least core when breaking away costs epsilon a head."""
        return call(self, "weak_least_core")

    def weak_epsilon_core(self, epsilon: Any) -> WeakEpsilonCore:
        """The core when breaking away costs epsilon a head.

        Parameters
        ----------
        epsilon : number
            What breaking away costs a coalition for each member.
        """
        return call(self, "weak_epsilon_core", epsilon)

    def in_kernel(self, payoffs: Any) -> bool:
        """Whether payoffs are in the kernel.

        Parameters
        ----------
        payoffs : sequence or mapping
            A payoff for each player.
        """
        return call(self, "in_kernel", payoffs)

    def in_bargaining_set(self, payoffs: Any) -> BargainingMembership:
        """Whether every objection to these payoffs has a counter-objection.

        Parameters
        ----------
        payoffs : sequence or mapping
            A payoff for each player.
        """
        return call(self, "in_bargaining_set", payoffs)

    def domination(self, better: Any, worse: Any) -> Domination:
        """Whether payoffs dominate others, and by which coalition.

        Parameters
        ----------
        better : sequence or mapping
            The payoffs that may dominate.
        worse : sequence or mapping
            The payoffs that may be dominated.
        """
        return call(self, "domination", better, worse)

    def stability(self, candidates: Sequence[Any]) -> StabilityTest:
        """Whether finitely many imputations are a stable set.

        Parameters
        ----------
        candidates : sequence
            The imputations, each a payoff for every player.
        """
        return call(self, "stability", candidates)

    def core_stability(self) -> CoreStability:
        """Whether the core is a stable set."""
        return call(self, "core_stability")

    def nucleolus(self) -> Nucleolus:
        """The imputation whose greatest excess is least, then the next, and so on."""
        return call(self, "nucleolus")

    def prenucleolus(self) -> Prenucleolus:
        """The nucleolus when payoffs below what a player earns alone are allowed."""
        return call(self, "prenucleolus")

    def per_capita_nucleolus(self) -> PerCapitaNucleolus:
        """The nucleolus when complaints count per head."""
        return call(self, "per_capita_nucleolus")

    def modified_nucleolus(self) -> ModifiedNucleolus:
        """The point that makes differences of excesses small, not excesses."""
        return call(self, "modified_nucleolus")

    def kernel_point(self) -> KernelPoint:
        """One point of the kernel."""
        return call(self, "kernel_point")

    def prekernel_point(self) -> PrekernelPoint:
        """One point of the prekernel."""
        return call(self, "prekernel_point")

    def excesses(self, payoffs: Any) -> ExcessTable:
        """What each coalition could earn beyond what these payoffs give it.

        Parameters
        ----------
        payoffs : sequence or mapping
            A payoff for each player.
        """
        return call(self, "excess_table", payoffs)

    def dividends(self) -> Dividends:
        """The Harsanyi dividends of all coalitions."""
        return call(self, "dividends")

    def is_superadditive(self) -> PropertyVerdict:
        """Whether two coalitions never lose by joining, with a witness if not."""
        return call(self, "is_superadditive")

    def is_monotone(self) -> PropertyVerdict:
        """Whether more players never earn less, with a witness if not."""
        return call(self, "is_monotone")

    def is_zero_monotone(self) -> PropertyVerdict:
        """Whether everyone adds at least what they earn alone, with a witness if not."""
        return call(self, "is_zero_monotone")

    def is_convex(self) -> PropertyVerdict:
        """Whether players add more to larger coalitions, with a witness if not."""
        return call(self, "is_convex")

    def is_additive(self) -> PropertyVerdict:
        """Whether coalitions earn what their members earn alone, with a witness if not."""
        return call(self, "is_additive")

    def is_constant_sum(self) -> PropertyVerdict:
        """Whether a coalition and all others always earn v(N) together, with a witness if not."""
        return call(self, "is_constant_sum")

    def is_symmetric(self) -> PropertyVerdict:
        """Whether only the number of players counts, with a witness if not."""
        return call(self, "is_symmetric")

    def is_essential(self) -> PropertyVerdict:
        """Whether there is something to gain by working together, with a witness if not."""
        return call(self, "is_essential")

    def is_simple(self) -> PropertyVerdict:
        """Whether every coalition wins 1 or gets nothing, with a witness if not."""
        return call(self, "is_simple")

    def is_proper(self) -> PropertyVerdict:
        """Whether two opposite coalitions never both win, with a witness if not."""
        return call(self, "is_proper")

    def is_strong(self) -> PropertyVerdict:
        """Whether two opposite coalitions never both lose, with a witness if not."""
        return call(self, "is_strong")

    def is_balanced(self) -> PropertyVerdict:
        """Whether the core has a point, with the weights that prove it."""
        return call(self, "is_balanced")

    def is_totally_balanced(self) -> PropertyVerdict:
        """Whether every subgame has a core."""
        return call(self, "is_totally_balanced")

    def veto_players(self) -> tuple[str, ...]:
        """The players without whom nothing is earned."""
        return call(self, "veto_players")

    def dummies(self) -> tuple[str, ...]:
        """The players who add to every coalition just what they earn alone."""
        return call(self, "dummies")

    def null_players(self) -> tuple[str, ...]:
        """The players who never add anything."""
        return call(self, "null_players")

    def symmetric_classes(self) -> tuple[tuple[str, ...], ...]:
        """The players in groups of those who can be exchanged."""
        return call(self, "symmetric_classes")

    def minimal_winning(self) -> tuple[tuple[str, ...], ...]:
        """The coalitions of a simple game that win and need all their members."""
        return call(self, "minimal_winning")

    def subgame(self, *players: Any) -> CoalitionalGame:
        """The game of some of the players.

        Parameters
        ----------
        *players : str or int
            The players that stay.
        """
        return call(self, "subgame", self.members(self.mask(*players)))

    def dual(self) -> CoalitionalGame:
        """What each coalition can prevent: v(N) - v(N without S)."""
        return call(self, "dual")

    def zero_normalized(self) -> CoalitionalGame:
        """The gains from working together: single players are worth 0."""
        return call(self, "zero_normalized")

    def zero_one_normalized(self) -> CoalitionalGame:
        """The same game with single players worth 0, and all together 1."""
        return call(self, "zero_one_normalized")

    def strategic_equivalence(self, other: CoalitionalGame) -> StrategicEquivalence | None:
        """The scale and the shifts that turn this game into another one, or None.

        Parameters
        ----------
        other : CoalitionalGame
            A game of the same players.

        Returns
        -------
        StrategicEquivalence or None
            The scale and the shifts; None if the games are not strategically equivalent.
        """
        return call(self, "strategic_equivalence", other)

    def davis_maschler_reduced(self, players: Any, payoffs: Any) -> CoalitionalGame:
        """What some players can earn when the others are paid off.

        Parameters
        ----------
        players : iterable or str
            Those who stay.
        payoffs : sequence or mapping
            A payoff for each player of the whole game.

        Returns
        -------
        CoalitionalGame
            The reduced game: a coalition earns the best it can with any of those who left, at
            their payoffs.

        References
        ----------
        Davis and Maschler 1965
        """
        return call(self, "davis_maschler_reduced", players, payoffs)

    def superadditive_cover(self) -> CoalitionalGame:
        """The game in which coalitions may split up as suits them."""
        return call(self, "superadditive_cover")

    def __add__(self, other: CoalitionalGame) -> CoalitionalGame:
        return call(self, "add", other)

    def __mul__(self, factor: Any) -> CoalitionalGame:
        return call(self, "scaled", factor)

    __rmul__ = __mul__

    def with_worths(self, worths: Tensor, title: str = "") -> CoalitionalGame:
        """Another game of the same players.

        Parameters
        ----------
        worths : Tensor
            The worth of each coalition, by bitmask.
        title : str, default ""
            What the new game is called.
        """
        return CoalitionalGame(worths, self.players, title)

    def rational(self) -> CoalitionalGame:
        """The same game in exact numbers, floats read at their shortest decimal spelling."""
        return CoalitionalGame(self.worths.rational(), self.players, self.title)

    def floating(self) -> CoalitionalGame:
        """The same game in floating point."""
        return CoalitionalGame(self.worths.floating(), self.players, self.title)

    def __str__(self) -> str:
        return worths_in_words(self)

    def __repr__(self) -> str:
        return worths_as_code(self)
