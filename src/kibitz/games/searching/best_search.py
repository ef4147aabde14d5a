"""The best search against a hider whose mixture is known."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import show
from kibitz.core.solution import Solution
from kibitz.games.searching.game import SearchGame
from kibitz.games.searching.information_states import InformationStates
from kibitz.games.searching.least_cost import invariant_under, least_cost
from kibitz.games.searching.tree import SearchTree, costs, read_tree, tree_json, written
from kibitz.zero_sum.strategies.mixture import mixture


@dataclass(frozen=True)
class BestSearch(Solution, kind="best-search"):
    """A search that costs least against a hiding mixture, and what it costs.

    >>> from kibitz.games.searching.dresher import DresherGame
    >>> print(best_search(DresherGame(3), ["1/2", "1/4", "1/4"]))
    the cheapest search costs 7/4
      1
        higher: 2
          higher: 3
    found by dynamic programming over what the searcher knows
    """

    game: SearchGame
    hider: tuple[Fraction, ...]
    cost: Fraction
    tree: SearchTree | None

    @property
    def exact(self) -> bool:
        return True

    @property
    def costs(self) -> tuple[Fraction, ...]:
        """What the search costs against each hiding place."""
        return tuple(costs(self.game, self.tree))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "game": self.game.title,
            "places": list(self.game.places),
            "hider": [str(p) for p in self.hider],
            "cost": str(self.cost),
            "tree": tree_json(self.game, self.tree),
            "costs": [str(c) for c in self.costs],
            "method": "dynamic programming over what the searcher knows",
        }

    @classmethod
    def from_json(cls, game: SearchGame, data: dict[str, Any]) -> BestSearch:
        claim = Claim(data)
        hider = tuple(Fraction(x) for x in claim.numbers("hider", len(game.places)))
        tree = read_tree(game, claim.raw("tree"))
        return cls(game, hider, Fraction(claim.number("cost")), tree)

    def __str__(self) -> str:
        lines = [f"the cheapest search costs {show(self.cost)}"]
        lines += [f"  {line}" for line in written(self.game, self.tree).splitlines()]
        return "\n".join([*lines, "found by dynamic programming over what the searcher knows"])


@method(
    SearchGame,
    "best-search",
    finds="the cheapest search against a known hiding strategy",
    cost="one visit per look in each information state of the searcher",
    reference="Bellman 1957",
)
def best_search(game: SearchGame, hider: Any) -> BestSearch:
    """The search that costs least on average against a hiding mixture.

    Parameters
    ----------
    game : SearchGame
        A search game.
    hider : mixture
        The probabilities of the hiding places, in order or by place.

    Returns
    -------
    BestSearch
        A search tree, and what it costs.

    Notes
    -----
    Cost: one visit per look in each information state of the searcher.

    References
    ----------
    Bellman 1957.

    Examples
    --------
    >>> from kibitz import game
    >>> print(best_search(game("dresher 3"), "1/3 1/3 1/3").cost)
    5/3
    """
    weights = mixture(hider, game.places, "hiding mixture")
    if not all(isinstance(w, Fraction) for w in weights):
        raise GameError("hiding mixture: write fractions such as 1/3, not floats or roots")
    exact = tuple(Fraction(w) for w in weights)
    states = InformationStates(game, invariant_under(game, exact))
    cost, choice = least_cost(states, exact)
    return BestSearch(game, exact, cost, states.tree(choice))
