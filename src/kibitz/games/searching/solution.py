"""The answer to a search game: how to hide, how to search, and the proof of both."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from kibitz.core import verbs
from kibitz.core.claim import Claim
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.games.searching.game import SearchGame
from kibitz.games.searching.information_states import InformationStates
from kibitz.games.searching.least_cost import invariant_under, least_cost
from kibitz.games.searching.tree import SearchTree, costs, read_tree, tree_json, written
from kibitz.pictures import Picture


class WeightedTree(NamedTuple):
    """A search tree and the probability with which it is used."""

    probability: Fraction
    tree: SearchTree | None


@dataclass(frozen=True)
class SearchSolution(Solution, kind="search-solution"):
    """Probabilities of the hiding places, and of search trees.

    The searcher draws a tree, and then a symmetry of the game by which it is turned; so two trees
    that are mirror images count as one. ``gap`` is zero unless the work was stopped early; then the
    value lies between ``value - gap`` and ``value``.

    >>> from kibitz.games.searching.dresher import DresherGame
    >>> solution = DresherGame(3).solve()
    >>> print(solution.value, *solution.hider)
    9/5 2/5 1/5 2/5
    >>> bool(solution.verify())
    True
    """

    game: SearchGame
    value: Fraction
    hider: tuple[Fraction, ...]
    searcher: tuple[WeightedTree, ...]
    method: str
    gap: Fraction = Fraction(0)
    working: Any = field(default=None, compare=False, repr=False)

    @property
    def exact(self) -> bool:
        return self.gap == 0

    @cached_property
    def search_costs(self) -> tuple[Fraction, ...]:
        """The expected cost of the searcher's mixture against each hiding place."""
        expected = [Fraction(0)] * len(self.game.places)
        group = self.game.symmetries()
        for probability, tree in self.searcher:
            of_tree = costs(self.game, tree)
            for i in range(len(expected)):
                turned = sum((of_tree[g.places[i]] for g in group), Fraction(0))
                expected[i] += probability * turned / len(group)
        return tuple(expected)

    @cached_property
    def least_cost(self) -> Fraction:
        """The least that any search costs against the hider's mixture."""
        states = InformationStates(self.game, invariant_under(self.game, self.hider))
        return least_cost(states, self.hider)[0]

    def explain(self) -> Explanation:
        """How the answer was found, with the trees and the proof."""
        return call(self, "explain_solution")

    def draw(self, what: str = "hiding", tree: int = 1) -> Picture:
        """The hiding places with their probabilities, or one of the trees (numbered from 1)."""
        return call(self, "draw_solution", what, tree)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "game": self.game.title,
            "value": str(self.value),
            "gap": str(self.gap),
            "places": list(self.game.places),
            "hider": [str(p) for p in self.hider],
            "searcher": [
                {"probability": str(w.probability), "tree": tree_json(self.game, w.tree)}
                for w in self.searcher
            ],
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: SearchGame, data: dict[str, Any]) -> SearchSolution:
        claim = Claim(data)
        trees = tuple(
            WeightedTree(Fraction(part.number("probability")), read_tree(game, part.raw("tree")))
            for part in claim.parts("searcher")
        )
        hider = tuple(Fraction(x) for x in claim.numbers("hider"))
        value, gap = (Fraction(claim.number(key)) for key in ("value", "gap"))
        return cls(game, value, hider, trees, str(data.get("method", "")), gap)

    def __str__(self) -> str:
        bounds = "" if self.exact else f", or less by up to {show(self.gap)}"
        lines = [f"value {show(self.value)}{bounds}", "hide at"]
        for orbit in self.game.orbits():
            names = ", ".join(self.game.places[i] for i in orbit)
            each = " each" if len(orbit) > 1 else ""
            lines.append(f"  {names}: {show(self.hider[orbit[0]])}{each}")
        turned = ", turned by a random symmetry" if len(self.game.symmetries()) > 1 else ""
        lines.append(f"search by one of {count_of(len(self.searcher), 'tree')}{turned}")
        for probability, tree in self.searcher[:4]:
            lines.append(f"  with probability {show(probability)}")
            lines += [f"    {line}" for line in written(self.game, tree).splitlines()]
        if len(self.searcher) > 4:
            lines.append(f"  ... {len(self.searcher) - 4} more")
        return "\n".join([*lines, f"found by {self.method}"])

    def _repr_html_(self) -> str:
        return self.draw().html()


@verbs.draw.register
def _draw(solution: SearchSolution, what: str = "hiding", tree: int = 1) -> Picture:
    return solution.draw(what, tree)


@verbs.explain.register
def _explain(solution: SearchSolution) -> Explanation:
    return solution.explain()
