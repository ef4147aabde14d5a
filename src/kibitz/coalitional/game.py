"""The noun: a worth for every coalition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.coalitional.coalitions import in_order, members
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, show
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
    from kibitz.coalitional.verdict import Verdict
    from kibitz.coalitional.voting.power_indices import PowerTable

MOST_PLAYERS = 25
"""Worths are held for all 2^n coalitions: a quarter of a gigabyte at this size."""


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
    verbs_in: ClassVar[str | None] = "kibitz.coalitional.verbs"
    answers_by_name: ClassVar[str] = "coalitional-solution"

    worths: Tensor
    players: tuple[str, ...]
    title: str = ""

    def __post_init__(self) -> None:
        check_players(self.players)
        shape = self.worths.shape
        if shape != (1 << self.n,):
            raise GameError(
                f"worths: shape {shape} for {self.n} players; it must be one list of {1 << self.n}"
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
        """The worth of the coalition with this bitmask."""
        return self.worths[mask,]

    def worth(self, *names: Any) -> Number:
        """The worth of a coalition, its players named."""
        return self.value(self.mask(*names))

    def __getitem__(self, names: Any) -> Number:
        return self.worth(names)

    def mask(self, *names: Any) -> int:
        """The bitmask of the coalition of these players, given singly, as ``"A,B"`` or as a set.

        >>> from kibitz import coalition
        >>> game = coalition({"A,B": 1}, missing="zero")
        >>> game.mask("A", "B"), game.mask("A,B"), game.mask({"B"}), game.mask()
        (3, 3, 2, 0)
        >>> game.mask("C")
        Traceback (most recent call last):
        ...
        kibitz.core.errors.GameError: no player is called 'C'; known: A, B
        """
        from kibitz.coalitional.names import read_coalition

        return read_coalition(names, self.players)

    def position(self, player: Any) -> int:
        """Where a player stands in the list of players, from 0."""
        name = str(player)
        if name not in self.players:
            raise GameError(f"no player is called {name!r}{did_you_mean(name, self.players)}")
        return self.players.index(name)

    def members(self, mask: int) -> tuple[str, ...]:
        """The names of the players in the coalition with this bitmask.

        >>> from kibitz import coalition
        >>> coalition({"A,B": 1}, missing="zero").members(0b10)
        ('B',)
        """
        return tuple(self.players[i] for i in members(mask))

    def spell(self, mask: int) -> str:
        """A coalition in words: its players with commas between them, or ∅."""
        return ",".join(self.members(mask)) or "∅"

    def coalitions(self) -> Iterator[int]:
        """The masks of all coalitions but the empty one, by size and then in order."""
        return map(int, in_order(self.n)[1:])

    def payoffs(self, given: Any, where: str = "payoffs") -> tuple[Number, ...]:
        """Read one number for each player, as a list in their order or as a dict by name."""
        from kibitz.coalitional.names import read_payoffs

        return read_payoffs(given, self.players, where)

    if TYPE_CHECKING:

        def solve(
            self, method: Any = "auto", *, exact: bool | None = None, **options: Any
        ) -> CoalitionalSolution: ...

    def with_numbers(self, exact: bool) -> CoalitionalGame:
        """The same game in exact numbers, or in floats."""
        return self.rational() if exact else self.floating()

    def shapley(self) -> ShapleyValue:
        """The Shapley value: average contributions over all orders of arrival."""
        from kibitz.coalitional.values.shapley import shapley

        return shapley(self)

    def shapley_by_orders(self) -> ShapleyValue:
        """The Shapley value by all orders of arrival, for up to 9 players."""
        from kibitz.coalitional.values.shapley import shapley_by_orders

        return shapley_by_orders(self)

    def shapley_by_dividends(self) -> ShapleyValue:
        """The Shapley value by equal shares of dividends."""
        from kibitz.coalitional.values.shapley import shapley_by_dividends

        return shapley_by_dividends(self)

    def shapley_by_marginals(self) -> ShapleyValue:
        """The Shapley value by contributions, weighted by size."""
        from kibitz.coalitional.values.shapley import shapley_by_marginals

        return shapley_by_marginals(self)

    def banzhaf(self) -> BanzhafValue:
        """The Banzhaf value: average contributions over all coalitions."""
        from kibitz.coalitional.values.banzhaf import banzhaf

        return banzhaf(self)

    def solidarity(self) -> SolidarityValue:
        """The solidarity value: arriving players share what they add with all present."""
        from kibitz.coalitional.values.solidarity import solidarity

        return solidarity(self)

    def tau_value(self) -> TauValue:
        """The tau-value: the compromise between utopia payoffs and minimal rights."""
        from kibitz.coalitional.values.tau_value import tau_value

        return tau_value(self)

    def gately(self) -> GatelyPoint:
        """The point at which breaking with the others harms all in equal measure."""
        from kibitz.coalitional.values.gately import gately

        return gately(self)

    def owen(self, unions: Iterable[Any]) -> OwenValue:
        """The Shapley value when players have formed unions."""
        from kibitz.coalitional.values.owen import owen

        return owen(self, unions)

    def myerson(self, links: Iterable[Any]) -> MyersonValue:
        """The Shapley value when only linked players can work together."""
        from kibitz.coalitional.values.myerson import myerson

        return myerson(self, links)

    def power_indices(self) -> PowerTable:
        """All power indices of a simple game."""
        from kibitz.coalitional.voting.power_indices import power_indices

        return power_indices(self)

    def imputations(self) -> Imputations:
        """The payoffs that give nobody less than they earn alone."""
        from kibitz.coalitional.sets.imputations import imputations

        return imputations(self)

    def core(self) -> Core:
        """The payoffs that no coalition can improve upon."""
        from kibitz.coalitional.sets.core import core

        return core(self)

    def least_core(self) -> LeastCore:
        """The payoffs that keep the greatest excess as small as possible."""
        from kibitz.coalitional.sets.least_core import least_core

        return least_core(self)

    def epsilon_core(self, epsilon: Any) -> StrongEpsilonCore:
        """The core when breaking away costs every coalition epsilon."""
        from kibitz.coalitional.sets.epsilon_core import strong_epsilon_core

        return strong_epsilon_core(self, epsilon)

    def kernel(self) -> KernelSet:
        """All payoffs at which no player outweighs another, for up to 4 players."""
        from kibitz.coalitional.sets.kernel_set import kernel_set

        return kernel_set(self)

    def in_core(self, payoffs: Any) -> CoreMembership:
        """Whether payoffs are in the core, and which coalitions could do better."""
        from kibitz.coalitional.sets.core import core_membership

        return core_membership(self, payoffs)

    def in_weber_set(self, payoffs: Any) -> WeberMembership:
        """Whether payoffs are a mixture of marginal vectors."""
        from kibitz.coalitional.sets.weber_set import in_weber_set

        return in_weber_set(self, payoffs)

    def weber_set(self) -> WeberSet:
        """The mixtures of the marginal vectors of all orders."""
        from kibitz.coalitional.sets.weber_set import weber_set

        return weber_set(self)

    def prekernel_set(self) -> PrekernelSet:
        """All of the prekernel, for up to 4 players."""
        from kibitz.coalitional.sets.kernel_set import prekernel_set

        return prekernel_set(self)

    def weak_least_core(self) -> WeakLeastCore:
        """The least core when breaking away costs epsilon a head."""
        from kibitz.coalitional.sets.least_core import weak_least_core

        return weak_least_core(self)

    def weak_epsilon_core(self, epsilon: Any) -> WeakEpsilonCore:
        """The core when breaking away costs epsilon a head."""
        from kibitz.coalitional.sets.epsilon_core import weak_epsilon_core

        return weak_epsilon_core(self, epsilon)

    def in_kernel(self, payoffs: Any) -> bool:
        """Whether payoffs are in the kernel."""
        from kibitz.coalitional.sets.kernel import in_kernel

        return in_kernel(self, payoffs)

    def in_bargaining_set(self, payoffs: Any) -> BargainingMembership:
        """Whether every objection to these payoffs has a counter-objection."""
        from kibitz.coalitional.sets.bargaining_set import in_bargaining_set

        return in_bargaining_set(self, payoffs)

    def domination(self, better: Any, worse: Any) -> Domination:
        """Whether payoffs dominate others, and by which coalition."""
        from kibitz.coalitional.sets.domination import domination

        return domination(self, better, worse)

    def stability(self, candidates: Sequence[Any]) -> StabilityTest:
        """Whether finitely many imputations are a stable set."""
        from kibitz.coalitional.sets.stable_sets import stability

        return stability(self, candidates)

    def core_stability(self) -> CoreStability:
        """Whether the core is a stable set."""
        from kibitz.coalitional.sets.core_stability import core_stability

        return core_stability(self)

    def nucleolus(self) -> Nucleolus:
        """The imputation whose greatest excess is least, then the next, and so on."""
        from kibitz.coalitional.lexicographic.nucleolus import nucleolus

        return nucleolus(self)

    def prenucleolus(self) -> Prenucleolus:
        """The nucleolus when payoffs below what a player earns alone are allowed."""
        from kibitz.coalitional.lexicographic.prenucleolus import prenucleolus

        return prenucleolus(self)

    def per_capita_nucleolus(self) -> PerCapitaNucleolus:
        """The nucleolus when complaints count per head."""
        from kibitz.coalitional.lexicographic.per_capita_nucleolus import per_capita_nucleolus

        return per_capita_nucleolus(self)

    def modified_nucleolus(self) -> ModifiedNucleolus:
        """The point that makes differences of excesses small, not excesses."""
        from kibitz.coalitional.lexicographic.modified_nucleolus import modified_nucleolus

        return modified_nucleolus(self)

    def kernel_point(self) -> KernelPoint:
        """One point of the kernel."""
        from kibitz.coalitional.sets.kernel import kernel_point

        return kernel_point(self)

    def prekernel_point(self) -> PrekernelPoint:
        """One point of the prekernel."""
        from kibitz.coalitional.sets.prekernel import prekernel_point

        return prekernel_point(self)

    def excesses(self, payoffs: Any) -> ExcessTable:
        """What each coalition could earn beyond what these payoffs give it."""
        from kibitz.coalitional.sets.excess import excess_table

        return excess_table(self, payoffs)

    def dividends(self) -> Dividends:
        """The Harsanyi dividends of all coalitions."""
        from kibitz.coalitional.values.dividends import dividends

        return dividends(self)

    def is_superadditive(self) -> Verdict:
        """Whether two coalitions never lose by joining, with a witness if not."""
        from kibitz.coalitional.properties import is_superadditive

        return is_superadditive(self)

    def is_monotone(self) -> Verdict:
        """Whether more players never earn less, with a witness if not."""
        from kibitz.coalitional.properties import is_monotone

        return is_monotone(self)

    def is_zero_monotone(self) -> Verdict:
        """Whether everybody adds at least what they earn alone, with a witness if not."""
        from kibitz.coalitional.properties import is_zero_monotone

        return is_zero_monotone(self)

    def is_convex(self) -> Verdict:
        """Whether players add more to larger coalitions, with a witness if not."""
        from kibitz.coalitional.properties import is_convex

        return is_convex(self)

    def is_additive(self) -> Verdict:
        """Whether coalitions earn what their members earn alone, with a witness if not."""
        from kibitz.coalitional.properties import is_additive

        return is_additive(self)

    def is_constant_sum(self) -> Verdict:
        """Whether a coalition and all others always earn v(N) together, with a witness if not."""
        from kibitz.coalitional.properties import is_constant_sum

        return is_constant_sum(self)

    def is_symmetric(self) -> Verdict:
        """Whether only the number of players counts, with a witness if not."""
        from kibitz.coalitional.properties import is_symmetric

        return is_symmetric(self)

    def is_essential(self) -> Verdict:
        """Whether there is something to gain by working together, with a witness if not."""
        from kibitz.coalitional.properties import is_essential

        return is_essential(self)

    def is_simple(self) -> Verdict:
        """Whether every coalition wins 1 or gets nothing, with a witness if not."""
        from kibitz.coalitional.properties import is_simple

        return is_simple(self)

    def is_proper(self) -> Verdict:
        """Whether two opposite coalitions never both win, with a witness if not."""
        from kibitz.coalitional.properties import is_proper

        return is_proper(self)

    def is_strong(self) -> Verdict:
        """Whether two opposite coalitions never both lose, with a witness if not."""
        from kibitz.coalitional.properties import is_strong

        return is_strong(self)

    def is_balanced(self) -> Verdict:
        """Whether the core has a point, with the weights that prove it."""
        from kibitz.coalitional.sets.balanced import is_balanced

        return is_balanced(self)

    def is_totally_balanced(self) -> Verdict:
        """Whether every subgame has a core."""
        from kibitz.coalitional.sets.balanced import is_totally_balanced

        return is_totally_balanced(self)

    def veto_players(self) -> tuple[str, ...]:
        """The players without whom nothing is earned."""
        from kibitz.coalitional.players import veto_players

        return veto_players(self)

    def dummies(self) -> tuple[str, ...]:
        """The players who add to every coalition just what they earn alone."""
        from kibitz.coalitional.players import dummies

        return dummies(self)

    def null_players(self) -> tuple[str, ...]:
        """The players who never add anything."""
        from kibitz.coalitional.players import null_players

        return null_players(self)

    def symmetric_classes(self) -> tuple[tuple[str, ...], ...]:
        """The players in groups of those who can be exchanged."""
        from kibitz.coalitional.players import symmetric_classes

        return symmetric_classes(self)

    def minimal_winning(self) -> tuple[tuple[str, ...], ...]:
        """The coalitions of a simple game that win and need all their members."""
        from kibitz.coalitional.voting.simple_games import minimal_winning

        return minimal_winning(self)

    def subgame(self, *players: Any) -> CoalitionalGame:
        """The game of some of the players."""
        from kibitz.coalitional.transformations.transform import subgame

        return subgame(self, self.members(self.mask(*players)))

    def dual(self) -> CoalitionalGame:
        """What each coalition can prevent: v(N) - v(N without S)."""
        from kibitz.coalitional.transformations.transform import dual

        return dual(self)

    def zero_normalized(self) -> CoalitionalGame:
        """The gains from working together: single players are worth 0."""
        from kibitz.coalitional.transformations.transform import zero_normalized

        return zero_normalized(self)

    def zero_one_normalized(self) -> CoalitionalGame:
        """The same game with single players worth 0, and all together 1."""
        from kibitz.coalitional.transformations.transform import zero_one_normalized

        return zero_one_normalized(self)

    def strategic_equivalence(self, other: CoalitionalGame) -> StrategicEquivalence | None:
        """The scale and the shifts that turn this game into another one, or None."""
        from kibitz.coalitional.transformations.strategic_equivalence import strategic_equivalence

        return strategic_equivalence(self, other)

    def davis_maschler_reduced(self, players: Any, payoffs: Any) -> CoalitionalGame:
        """What some players can earn when the others are paid off."""
        from kibitz.coalitional.transformations.reduced_games import davis_maschler_reduced

        return davis_maschler_reduced(self, players, payoffs)

    def superadditive_cover(self) -> CoalitionalGame:
        """The game in which coalitions may split up as suits them."""
        from kibitz.coalitional.transformations.superadditive_cover import superadditive_cover

        return superadditive_cover(self)

    def __add__(self, other: CoalitionalGame) -> CoalitionalGame:
        from kibitz.coalitional.transformations.transform import add

        return add(self, other)

    def __mul__(self, factor: Any) -> CoalitionalGame:
        from kibitz.coalitional.transformations.transform import scaled

        return scaled(self, factor)

    __rmul__ = __mul__

    def with_worths(self, worths: Tensor, title: str = "") -> CoalitionalGame:
        """Another game of the same players."""
        return CoalitionalGame(worths, self.players, title)

    def rational(self) -> CoalitionalGame:
        """The same game in exact numbers, floats read at their shortest decimal spelling."""
        return CoalitionalGame(self.worths.rational(), self.players, self.title)

    def floating(self) -> CoalitionalGame:
        """The same game in floating point."""
        return CoalitionalGame(self.worths.floating(), self.players, self.title)

    def __str__(self) -> str:
        head = f"{self.title or 'coalitional game'}, {self.n} players: {', '.join(self.players)}"
        if self.n > 5:
            return f"{head}\nv(all) = {show(self.total)}"
        lines: dict[int, list[str]] = {}
        for mask in self.coalitions():
            words = f"v({self.spell(mask)}) = {show(self.value(mask))}"
            lines.setdefault(mask.bit_count(), []).append(words)
        return "\n".join([head, *("   ".join(line) for line in lines.values())])

    def __repr__(self) -> str:
        if self.n > 4:
            return f"<CoalitionalGame {self.n} players {self.title}>".replace(" >", ">")
        worths = ", ".join(
            f"{self.spell(mask)!r}: {_literal(self.value(mask))}" for mask in self.coalitions()
        )
        return f"coalition({{{worths}}})"


def check_players(players: tuple[str, ...]) -> None:
    """Refuse no players, too many, nameless ones and names that are used twice."""
    if not players:
        raise GameError("players: a coalitional game needs at least one")
    if len(players) > MOST_PLAYERS:
        raise GameError(
            f"players: {len(players)} would need {1 << len(players)} worths; a table of worths has "
            f"at most {MOST_PLAYERS} players; for more, sample the Shapley value of a function"
        )
    for name in players:
        if not name.strip():
            raise GameError("players: a name is empty")
        if "," in name:
            raise GameError(f"players: the name {name!r} has a comma, which separates players")
        if players.count(name) > 1:
            raise GameError(f"players: the name {name!r} is used twice")


def _literal(x: Number) -> str:
    return repr(show(x)) if isinstance(x, Fraction) and x.denominator > 1 else show(x)
