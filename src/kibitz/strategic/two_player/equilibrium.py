"""Answers about equilibria: one of them, or all of them with their structure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kibitz.algebra.weight import weight_table
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, exact, plain, show, show_all
from kibitz.core.spelling import count_of
from kibitz.linear.polyhedra.vertices import affine_dimension
from kibitz.pictures import Picture
from kibitz.strategic.concepts.equilibrium_shape import EquilibriumList, EquilibriumPoint, signed
from kibitz.strategic.concepts.equilibrium_test import EquilibriumTest, equilibrium_test
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Profile, mixture_text
from kibitz.strategic.two_player.nash_subsets import edge_components, maximal_bicliques
from kibitz.zero_sum.strategies.mixture import Mixture, support

if TYPE_CHECKING:
    from kibitz.strategic.two_player.vertex_bases import VertexBases

Weights = tuple[Fraction, ...]
Pair = tuple[Weights, Weights]
SHOWN = 60
"""Extreme equilibria that are printed."""


@dataclass(frozen=True)
class Equilibrium(EquilibriumPoint, kind="equilibrium"):
    """One equilibrium of a game of any number of players.

    >>> from kibitz import bimatrix
    >>> game = bimatrix("2,1 0,0; 0,0 1,2")
    >>> found = Equilibrium.of(game, [["2/3", "1/3"], ["1/3", "2/3"]])
    >>> print(found)
    I 1: 2/3   2: 1/3 | II 1: 1/3   2: 2/3 | payoffs 2/3, 2/3
    >>> print(found.verify())
    this profile is an equilibrium: proved by the definition, since it is enough to try pure ...
      ✓ I has no better strategy: payoff 2/3, at best 2/3
      ✓ II has no better strategy: payoff 2/3, at best 2/3
      ✓ the remaining fields follow from these
    """

    game: StrategicGame
    profile: Profile
    index: int | None = None
    """+1 or -1 for an equilibrium that stands alone, when it is known."""
    method: str = ""
    working: Any = field(default=None, compare=False, repr=False)

    @staticmethod
    def of(game: StrategicGame, profile: Any, method: str = "") -> Equilibrium:
        """A profile in any spelling, claimed to be an equilibrium.

        Parameters
        ----------
        game : StrategicGame
            The game.
        profile : profile
            A mixed strategy for each player.
        method : str, default ""
            How the equilibrium was found.
        """
        from kibitz.strategic.profile import read_profile

        return Equilibrium(game, read_profile(game, profile), method=method)

    @property
    def strategies(self) -> Profile:
        """The mixed strategy of every player."""
        return self.profile

    @property
    def row(self) -> Mixture:
        """What the first player plays."""
        return self.profile[0]

    @property
    def column(self) -> Mixture:
        """What the second player plays."""
        return self.profile[1]

    @cached_property
    def test(self) -> EquilibriumTest:
        """Payoffs, regrets and best responses of the profile."""
        return equilibrium_test(self.game, self.profile)

    @property
    def payoffs(self) -> tuple[Number, ...]:
        """What each player gets, or pays in a game of costs."""
        return self.test.payoffs

    @property
    def supports(self) -> tuple[tuple[int, ...], ...]:
        """The strategies (positions from 0) that each player plays."""
        return tuple(support(weights) for weights in self.profile)

    @property
    def exact(self) -> bool:
        return not any(isinstance(x, float) for weights in self.profile for x in weights)

    def explain(self) -> Explanation:
        """The way to it, and why no one wants to leave it."""
        return call(self, "explain_equilibrium")

    def to_json(self) -> dict[str, Any]:
        return self._json(plain)

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> EquilibriumPoint:
        """One of any number of players: of more than two it tells a point near its weights."""
        from kibitz.strategic.n_player.equilibrium import NPlayerEquilibrium

        claim = Claim(data)
        if "about" in claim:
            return NPlayerEquilibrium.from_json(game, data)
        profile = weight_table(claim, "strategies", len(game.players))
        return cls(game, profile, data.get("index"), str(data.get("method", "")))

    def _words(self) -> tuple[list[str], list[str]]:
        sides = zip(self.game.players, self.game.strategies, self.profile, strict=True)
        played = [f"{name} {mixture_text(labels, weights)}" for name, labels, weights in sides]
        return played, [show(x) for x in self.payoffs]


@dataclass(frozen=True)
class NashSubset:
    """Every mixture of these row strategies is in equilibrium with every one of these columns."""

    rows: tuple[Weights, ...]
    columns: tuple[Weights, ...]

    @property
    def dimension(self) -> int:
        return affine_dimension(self.rows) + affine_dimension(self.columns)

    def __str__(self) -> str:
        sides = (" and ".join(map(show_all, side)) for side in (self.rows, self.columns))
        return " against ".join(sides)


@dataclass(frozen=True)
class Component:
    """A connected set of equilibria: its extreme ones (positions in the list) and its subsets."""

    members: tuple[int, ...]
    subsets: tuple[NashSubset, ...]
    index: int

    @property
    def isolated(self) -> bool:
        """Is it a single point?"""
        return len(self.members) == 1

    @property
    def dimension(self) -> int:
        """The largest dimension of its subsets."""
        return max(subset.dimension for subset in self.subsets)

    def __str__(self) -> str:
        head = "a point" if self.isolated else f"dimension {self.dimension}"
        return "\n".join([f"{head}, index {signed(self.index)}", *map(str, self.subsets)])


@dataclass(frozen=True)
class Equilibria(EquilibriumList[Equilibrium], kind="equilibria"):
    """All equilibria of a bimatrix game: the extreme ones, and how they are connected.

    >>> from kibitz import bimatrix
    >>> from kibitz.strategic.two_player.vertex_enumeration import vertex_enumeration
    >>> found = vertex_enumeration(bimatrix("3,3 4,3; 3,4 5,5"))
    >>> len(found), found.unique, found.degenerate
    (2, False, True)
    >>> [component.index for component in found.components]
    [0, 1]
    """

    game: StrategicGame
    pairs: tuple[Pair, ...]
    """The strategies of the extreme equilibria, exactly."""
    method: str
    bases: tuple[VertexBases | None, VertexBases | None] = field(
        default=(None, None), compare=False, repr=False
    )
    """The vertices of the best-response polytopes, when they were listed."""
    core: Equilibria | None = field(default=None, compare=False, repr=False)
    """The equilibria of what strict dominance leaves, when only that was looked at."""

    @cached_property
    def extreme(self) -> tuple[Equilibrium, ...]:
        """The extreme equilibria; all others are mixtures of these within a Nash subset."""
        alone = {c.members[0]: c.index for c in self.components if c.isolated}
        return tuple(
            Equilibrium(self.game, as_given(self.game, pair), alone.get(k))
            for k, pair in enumerate(self.pairs)
        )

    def listed(self) -> tuple[Equilibrium, ...]:
        return self.extreme

    def __len__(self) -> int:
        return len(self.pairs)

    @cached_property
    def rows(self) -> tuple[Weights, ...]:
        """The row player's strategies in extreme equilibria, each once."""
        return tuple(dict.fromkeys(x for x, _ in self.pairs))

    @cached_property
    def columns(self) -> tuple[Weights, ...]:
        """The column player's strategies in extreme equilibria, each once."""
        return tuple(dict.fromkeys(y for _, y in self.pairs))

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """The extreme equilibria as positions in ``rows`` and ``columns``."""
        row = {x: i for i, x in enumerate(self.rows)}
        column = {y: j for j, y in enumerate(self.columns)}
        return tuple((row[x], column[y]) for x, y in self.pairs)

    @cached_property
    def nash_subsets(self) -> tuple[NashSubset, ...]:
        """The maximal Nash subsets; together they are all equilibria."""
        return tuple(
            NashSubset(tuple(self.rows[i] for i in left), tuple(self.columns[j] for j in right))
            for left, right in maximal_bicliques(self.edges)
        )

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The connected components, in the order of their first extreme equilibrium."""
        groups = edge_components(self.edges)
        indices = self._indices(groups)
        owner = {self.pairs[k][0]: g for g, group in enumerate(groups) for k in group}
        parts: list[list[NashSubset]] = [[] for _ in groups]
        for subset in self.nash_subsets:
            parts[owner[subset.rows[0]]].append(subset)
        return tuple(
            Component(tuple(group), tuple(part), index)
            for group, part, index in zip(groups, parts, indices, strict=True)
        )

    def _indices(self, groups: list[list[int]]) -> list[int]:
        return call(self, "component_indices", groups)

    @property
    def finite(self) -> bool:
        """Are there finitely many equilibria?"""
        return len(self.nash_subsets) == len(self.pairs) and all(
            len(s.rows) == len(s.columns) == 1 for s in self.nash_subsets
        )

    @property
    def number(self) -> int | None:
        """How many equilibria there are; None for infinitely many."""
        return len(self.pairs) if self.finite else None

    @property
    def unique(self) -> bool:
        """Is there only one?"""
        return len(self.pairs) == 1

    @cached_property
    def degenerate(self) -> bool | None:
        """Does some mixed strategy have more best responses than it has strategies in play?

        None when there are too many vertices to tell.
        """
        return call(self, "is_degenerate")

    @property
    def exact(self) -> bool:
        """Are the strategies given as fractions?"""
        return self.game.exact

    def explain(self) -> Explanation:
        """How they are found, from best responses on."""
        return call(self, "explain_equilibria")

    def draw(self) -> Picture:
        """Best responses and equilibria, where they fit on paper; otherwise the table."""
        return call(self, "draw_equilibria")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "strategies": [list(names) for names in self.game.strategies],
            "number": "infinite" if self.number is None else self.number,
            "unique": self.unique,
            "degenerate": self.degenerate,
            "extreme": self._json_of_each(),
            "nash_subsets": [_subset_json(s) for s in self.nash_subsets],
            "components": [
                {
                    "extreme": list(c.members),
                    "isolated": c.isolated,
                    "dimension": c.dimension,
                    "index": c.index,
                    "nash_subsets": [_subset_json(s) for s in c.subsets],
                }
                for c in self.components
            ],
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> EquilibriumList[Any]:
        """The extreme ones of two players, or those that are listed of more."""
        from kibitz.strategic.n_player.solution import NPlayerEquilibria

        claim = Claim(data)
        if "extreme" not in claim:
            return NPlayerEquilibria.from_json(game, data)
        profiles = (rational(part.table("strategies", 2)) for part in claim.parts("extreme"))
        pairs = tuple((pair[0], pair[1]) for pair in profiles)
        return cls(game, pairs, str(data.get("method", "")))

    def __str__(self) -> str:
        lines = [self._headline()]
        left = SHOWN
        for number, component in enumerate(self.components, 1):
            if left <= 0:
                lines.append(f"... {len(self) - SHOWN} more extreme equilibria")
                break
            if component.isolated:
                lines.append(self.extreme[component.members[0]].line())
            else:
                lines += self._component_lines(number, component, left)
            left -= len(component.members)
        if not self.game.exact:
            lines.append("payoffs were floats, and taken at their decimal spelling")
        return "\n".join([*lines, f"found by {self.method}"])

    def _headline(self) -> str:
        if self.unique:
            return "one equilibrium"
        if self.finite:
            return count_of(len(self), "equilibrium")
        count = len(self.components)
        many = "1 component" if count == 1 else f"{count} components"
        return f"infinitely many equilibria in {many}, {len(self)} of them extreme"

    def _component_lines(self, number: int, component: Component, most: int) -> list[str]:
        subsets = len(component.subsets)
        many = "1 Nash subset" if subsets == 1 else f"{subsets} Nash subsets"
        head = (
            f"component {number}: dimension {component.dimension}, {many}, "
            f"index {signed(component.index)}"
        )
        shown = [f"  {self.extreme[k].line()}" for k in component.members[:most]]
        return [head, *shown]


def as_given(game: StrategicGame, profile: tuple[Weights, ...]) -> Profile:
    """Exact strategies in the numbers of the game: as they are, or as floats."""
    if game.exact:
        return profile
    return tuple(tuple(float(x) for x in weights) for weights in profile)


def sorted_pairs(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """In descending order of the row strategies, then of the column strategies.

    Fractions with denominators below D differ by more than 1/D^2, so their multiples by D^2 compare
    in the same way when they are rounded down, and far more quickly.
    """
    listed = list(pairs)
    if len(listed) < 2:
        return tuple(listed)
    ratios = [[w.as_integer_ratio() for side in pair for w in side] for pair in listed]
    shift = 2 * max(bottom for row in ratios for _, bottom in row).bit_length()
    keys = [[(top << shift) // bottom for top, bottom in row] for row in ratios]
    order = sorted(range(len(listed)), key=keys.__getitem__, reverse=True)
    return tuple([listed[k] for k in order])


def claimed(game: StrategicGame, profiles: Iterable[Any], method: str = "a claim") -> Equilibria:
    """Profiles that someone claims to be all extreme equilibria.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    profiles : iterable[Any]
        The profiles, each with a mixture of each player.
    method : str, default "a claim"
        What the answer says about its origin.

    Returns
    -------
    Equilibria
        The claim, which can be verified.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> game = bimatrix("2,1 0,0; 0,0 1,2")
    >>> claimed(game, ["1 1", "2 2"]).verify().holds
    False
    """
    from kibitz.strategic.profile import read_profile
    from kibitz.strategic.two_player.best_response_polytope import require_two_players

    require_two_players(game)
    pairs = set()
    for given in profiles:
        x, y = map(_fractions, read_profile(game, given))
        pairs.add((x, y))
    return Equilibria(game, sorted_pairs(pairs), method)


def _fractions(strategy: Sequence[Number]) -> Weights:
    exact = tuple(w for w in strategy if isinstance(w, Fraction))
    if len(exact) < len(strategy):
        raise GameError("all equilibria are claimed exactly; write fractions such as '2/3'")
    return exact


def fractions(claim: Claim, key: str) -> tuple[Weights, ...]:
    """The strategies under a key, all of them exact."""
    return rational(claim.table(key))


def rational(table: Iterable[Sequence[Number]]) -> tuple[Weights, ...]:
    """Rows of numbers as fractions, floats at their shortest decimal spelling."""
    return tuple(tuple(exact(x) for x in line) for line in table)


def _subset_json(subset: NashSubset) -> dict[str, Any]:
    return {
        "rows": [[plain(w) for w in x] for x in subset.rows],
        "columns": [[plain(w) for w in y] for y in subset.columns],
        "dimension": subset.dimension,
    }
