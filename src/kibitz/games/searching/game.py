"""The noun: a hider in one of finitely many places, a searcher who looks and is answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core import verbs
from kibitz.core.explanation import Description, Explanation
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.pictures import Picture

if TYPE_CHECKING:
    from kibitz._types import SolveSearchGame
    from kibitz.core.solution import Solution
    from kibitz.games.searching.best_search import BestSearch

Permutation = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a look may reveal: the places still possible (as bits), its cost, and if that is all."""

    words: str
    left: int
    cost: Fraction
    over: bool = False


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A permutation of the hiding places with the one of the looks that goes with it."""

    places: Permutation
    looks: Permutation


class SearchGame(Noun, ABC):
    """The hider is paid what the search costs: the sum over its looks, and a certain amount.

    What the searcher knows is the set of places still possible, written as an integer whose bit i
    stands for place i.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """How a person calls the game."""

    @property
    @abstractmethod
    def places(self) -> tuple[str, ...]:
        """Where one can hide."""

    @property
    @abstractmethod
    def looks(self) -> tuple[str, ...]:
        """What one can ask."""

    @property
    @abstractmethod
    def remark(self) -> str:
        """What the looks cost, in a sentence."""

    @property
    def certain(self) -> Fraction:
        """What every search costs in any case."""
        return Fraction(0)

    @abstractmethod
    def answers(self, state: int, look: int) -> tuple[Answer, ...]:
        """The answers possible in a state, which divide it; empty for a look that cannot help."""

    @abstractmethod
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Permutations that leave the game as it is, the identity first; a group."""

    def finished(self, state: int) -> bool:
        """Whether someone who knows this much has no look left to pay for."""
        return False

    def knowing(self, state: int) -> str:
        """A state in words."""
        names = [self.places[i] for i in members(state)]
        return ", ".join(names) if len(names) <= 4 else f"{len(names)} places"

    @property
    def everywhere(self) -> int:
        """The state before the first look."""
        return (1 << len(self.places)) - 1

    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """The places, those together that a symmetry carries into each other."""
        group = self.symmetries()
        found: dict[int, list[int]] = {}
        for i in range(len(self.places)):
            found.setdefault(min(g.places[i] for g in group), []).append(i)
        return tuple(tuple(orbit) for orbit in found.values())

    def best_search(self, hider: Any) -> BestSearch:
        """The search that costs least against a hiding mixture."""
        return call(self, "best_search", hider)

    @property
    def exact(self) -> bool:
        """Always, for the methods count in whole numbers."""
        return True

    def with_numbers(self, exact: bool) -> SearchGame:
        """Itself: it is solved exactly whatever is asked for."""
        return self

    if TYPE_CHECKING:
        solve: ClassVar[SolveSearchGame]

    def __str__(self) -> str:
        return str(self.describe())


@verbs.explain.register
def _explain(game: SearchGame, **options: Any) -> Explanation:
    answer: Solution = game.solve(**options)
    return answer.explain()


@verbs.draw.register
def _draw(game: SearchGame, what: str = "hiding", tree: int = 1) -> Picture:
    return game.solve().draw(what, tree)


@verbs.describe.register
def _describe(game: SearchGame) -> Description:
    orbits = game.orbits()
    facts = (
        ("kind", "two-person zero-sum search game, the hider is paid"),
        ("hiding places", str(len(game.places))),
        ("looks", str(len(game.looks))),
        ("symmetries", str(len(game.symmetries()))),
        ("up to symmetry", f"{len(orbits)}: " + ", ".join(game.places[o[0]] for o in orbits)),
    )
    return Description(game.title, facts)


def members(state: int) -> list[int]:
    """The places in a state.

    >>> members(0b1011)
    [0, 1, 3]
    """
    return [i for i in range(state.bit_length()) if state >> i & 1]
