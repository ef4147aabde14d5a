"""Answers about games of three and more players: all equilibria, isolated ones and continua."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.numbers import plain, show_all
from kibitz.pictures import Picture
from kibitz.strategic.concepts.equilibrium_shape import EquilibriumList, signed
from kibitz.strategic.concepts.equilibrium_test import equilibrium_test
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.algebraic_point import rational_weights
from kibitz.strategic.n_player.equilibrium import NPlayerEquilibrium, weights_text
from kibitz.strategic.n_player.indifference_system import IndifferenceSystem, Supports
from kibitz.strategic.n_player.nash_regions import NashRegion
from kibitz.strategic.profile import Profile

SHOWN = 40


@dataclass(frozen=True)
class Undecided:
    """A support profile where the search could not tell, with a point near which it was left."""

    supports: Supports
    sample: Profile

    def __str__(self) -> str:
        played = " x ".join("{" + ", ".join(str(s + 1) for s in own) + "}" for own in self.supports)
        return f"supports {played}, near {' '.join(map(show_all, self.sample))}"

    def line(self, game: StrategicGame) -> str:
        names = [
            "{" + ", ".join(labels[i] for i in played) + "}"
            for labels, played in zip(game.strategies, self.supports, strict=True)
        ]
        pairs = zip(game.strategies, self.sample, strict=True)
        parts = [weights_text(labels, w) for labels, w in pairs]
        return f"supports {' x '.join(names)}: undecided near {' | '.join(parts)}"

    def to_json(self) -> dict[str, Any]:
        return {
            "supports": [list(s) for s in self.supports],
            "sample": [[plain(x) for x in w] for w in self.sample],
        }

    @classmethod
    def from_json(cls, part: Claim) -> Undecided:
        return cls(part.cells("supports"), part.table("sample"))


@dataclass(frozen=True)
class NPlayerComponent:
    """A connected set of equilibria: a single one, or regions with their extreme points."""

    members: tuple[int, ...]
    """Positions of its equilibria in the list."""
    regions: tuple[NashRegion, ...]
    index: int | None
    """Of an isolated equilibrium that is regular; of a continuum where the rest determines it."""

    @property
    def isolated(self) -> bool:
        """Is it a single point?"""
        return not self.regions

    @property
    def dimension(self) -> int:
        """The largest dimension of its regions."""
        return max((region.dimension for region in self.regions), default=0)

    def __str__(self) -> str:
        head = "a point" if self.isolated else f"dimension {self.dimension}"
        known = "" if self.index is None else f", index {signed(self.index)}"
        return "\n".join([head + known, *map(str, self.regions)])

    def to_json(self) -> dict[str, Any]:
        return {
            "equilibria": list(self.members),
            "isolated": self.isolated,
            "dimension": self.dimension,
            **({} if self.index is None else {"index": self.index}),
            "nash_subsets": [region.to_json() for region in self.regions],
        }


@dataclass(frozen=True)
class NPlayerEquilibria(EquilibriumList[NPlayerEquilibrium]):
    """Equilibria of a game of n players, and whether these are all.

    Of a continuum the extreme points are listed; ``components`` says how they are connected.

    >>> from kibitz import strategic_game
    >>> from kibitz.strategic.n_player.equilibria import n_player_equilibria
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> found = n_player_equilibria(game)
    >>> len(found), found.complete, found[2].strategies[0]
    (3, True, (RealRoot(...), RealRoot(...)))
    """

    kind: ClassVar[str] = "equilibria"

    game: StrategicGame
    equilibria: tuple[NPlayerEquilibrium, ...]
    method: str
    undecided: tuple[Undecided, ...] = ()
    searched: bool = True
    """Were all support profiles looked at?"""
    regions: tuple[NashRegion, ...] = ()
    """The continua: maximal products of polytopes, and curved pieces of such."""
    working: Any = field(default=None, compare=False, repr=False)

    def listed(self) -> tuple[NPlayerEquilibrium, ...]:
        return self.equilibria

    @property
    def complete(self) -> bool:
        """Is it proved that there are no others?"""
        return self.searched and not self.undecided

    @property
    def finite(self) -> bool:
        """Are there finitely many, as far as is known?"""
        return not self.regions

    @property
    def unique(self) -> bool:
        """Is there certainly only one?"""
        return self.complete and self.finite and len(self) == 1

    @property
    def number(self) -> int | None:
        """How many there are, when that is known and finite."""
        return len(self) if self.complete and self.finite else None

    @property
    def degenerate(self) -> bool:
        """Is some equilibrium not regular, or part of a continuum?"""
        return bool(self.undecided or self.regions) or not all(e.regular for e in self.equilibria)

    @cached_property
    def components(self) -> tuple[NPlayerComponent, ...]:
        """The connected components, in the order of their first equilibrium.

        Curved regions are joined to others where a sample of one lies in the other.
        """
        groups = _connected(self.regions)
        owner = {k: g for g, group in enumerate(groups) for k in group}
        members: list[list[int]] = [[] for _ in groups]
        alone = []
        for k, e in enumerate(self.equilibria):
            inside = next((r for r, region in enumerate(self.regions) if holds(region, e)), None)
            if inside is None:
                alone.append(NPlayerComponent((k,), (), e.index))
            else:
                members[owner[inside]].append(k)
        wide = [
            NPlayerComponent(tuple(own), tuple(self.regions[r] for r in group), None)
            for own, group in zip(members, groups, strict=True)
        ]
        return tuple(sorted(self._with_index(alone, wide), key=lambda c: c.members[:1]))

    def _with_index(
        self, alone: list[NPlayerComponent], wide: list[NPlayerComponent]
    ) -> list[NPlayerComponent]:
        """All components; the index of the only unknown one is what is missing to 1."""
        every = [*alone, *wide]
        unknown = [k for k, c in enumerate(every) if c.index is None]
        if self.complete and len(unknown) == 1:
            k = unknown[0]
            rest = sum(c.index for c in every if c.index is not None)
            every[k] = NPlayerComponent(every[k].members, every[k].regions, 1 - rest)
        return every

    def explain(self) -> Any:
        """How the supports were searched, and why each equilibrium holds."""
        return call(self, "explain_equilibria")

    def draw(self) -> Picture:
        """The equilibria of a 2x2x2 game in the cube; otherwise the table with the pure ones."""
        from kibitz.strategic.pictures.blocks import draw_blocks

        return (
            call(self, "draw_cube")
            if self.game.shape == (2, 2, 2)
            else draw_blocks(self.game, self)
        )

    def to_json(self) -> dict[str, Any]:
        number: Any = "unknown"
        if self.complete:
            number = len(self) if self.finite else "infinite"
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "strategies": [list(names) for names in self.game.strategies],
            "number": number,
            "unique": self.unique,
            "complete": self.complete,
            "degenerate": self.degenerate,
            "equilibria": self._json_of_each(),
            "components": [component.to_json() for component in self.components],
            "undecided": [u.to_json() for u in self.undecided],
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> NPlayerEquilibria:
        claim, method = Claim(data), str(data.get("method", ""))
        parts = [part.data for part in claim.parts("equilibria")]
        listed = tuple(
            NPlayerEquilibrium.from_json(game, {**part, "method": method}) for part in parts
        )
        undecided = tuple(Undecided.from_json(part) for part in claim.parts("undecided"))
        regions = tuple(
            NashRegion.from_json(game, dict(part.data))
            for component in claim.parts("components")
            for part in component.parts("nash_subsets")
        )
        searched = claim.flag("complete") or bool(undecided)
        return cls(game, listed, method, undecided, searched, regions)

    def __str__(self) -> str:
        lines = [self._headline()]
        left = SHOWN
        wide = 0
        for component in self.components:
            wide += not component.isolated
            if left <= 0:
                continue
            if component.isolated:
                lines.append(self.equilibria[component.members[0]].line())
            else:
                lines += self._component_lines(wide, component)
            left -= 1 + len(component.regions)
        if len(self.components) > SHOWN:
            lines.append(f"... {len(self.components) - SHOWN} more components")
        lines += [u.line(self.game) for u in self.undecided[:SHOWN]]
        if len(self.undecided) > SHOWN:
            lines.append(f"... {len(self.undecided) - SHOWN} more support profiles")
        return "\n".join([*lines, f"found by {self.method}"])

    def _headline(self) -> str:
        if not self.finite:
            count = len(self.components)
            many = "1 component" if count == 1 else f"{count} components"
            head = f"infinitely many equilibria in {many}"
            return head if self.complete else f"{head}; there may be more"
        many = "one equilibrium" if len(self) == 1 else f"{len(self)} equilibria"
        if self.complete:
            return f"{many}, and no other" if len(self) == 1 else f"{many}, and no others"
        return f"{many}; there may be more"

    def _component_lines(self, number: int, component: NPlayerComponent) -> list[str]:
        head = f"continuum {number}: dimension {component.dimension}"
        if component.index is not None:
            head += f", index {signed(component.index)}"
        return [head, *(f"  {region}" for region in component.regions[:SHOWN])]


def holds(region: NashRegion, e: NPlayerEquilibrium) -> bool:
    """Whether a region contains an equilibrium with rational weights."""
    exact = e.exact_point
    if exact is None or exact.degree > 1:
        return False
    profile = []
    for size, played, part in zip(e.game.shape, e.supports, exact.weights, strict=True):
        weights = [Fraction(0)] * size
        for s, w in zip(played, part, strict=True):
            weights[s] = Fraction(int(w[0].p), int(w[0].q))
        profile.append(tuple(weights))
    return tuple(profile) in region


def rational_equilibrium(
    game: StrategicGame, profile: Profile, method: str, regular: bool | None = None
) -> NPlayerEquilibrium:
    """A profile of fractions as an equilibrium, which is not checked.

    Unless ``regular`` is given, it is found out whether the equilibrium is regular: no ties outside
    what is played, and a determinant that is not 0.
    """
    supports = tuple(tuple(s for s, w in enumerate(weights) if w) for weights in profile)
    kept = tuple(tuple(w for w in weights if w) for weights in profile)
    exact = rational_weights(IndifferenceSystem(game.in_numbers(True), supports), kept)
    point = tuple(tuple(float(w) for w in part) for part in kept)
    equilibrium = NPlayerEquilibrium(game, supports, point, method, True, exact)
    if regular is None:
        best = equilibrium_test(game.in_numbers(True), profile).best_responses
        regular = best == supports and equilibrium.index is not None
    return equilibrium if regular else replace(equilibrium, regular=False)


def alone(game: StrategicGame, equilibrium: Any) -> NPlayerEquilibria:
    """The answer of a method that ends in one equilibrium, or in a profile that is not proved."""
    if not isinstance(equilibrium, NPlayerEquilibrium):
        raise GameError(
            f"{equilibrium.method} ends where no equilibrium can be proved, as at a singular one: "
            f"{equilibrium.line()}; method='one' looks further"
        )
    return NPlayerEquilibria(
        game, (equilibrium,), equilibrium.method, (), False, (), equilibrium.working
    )


def _connected(regions: tuple[NashRegion, ...]) -> list[list[int]]:
    """The regions in groups that hang together."""
    groups: list[list[int]] = []
    for k, region in enumerate(regions):
        near = [g for g in groups if any(region.meets(regions[r]) for r in g)]
        groups = [g for g in groups if g not in near]
        groups.append(sorted([k, *(r for g in near for r in g)]))
    return sorted(groups)
