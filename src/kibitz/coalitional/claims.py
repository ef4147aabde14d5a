"""Answers that somebody claims, more than a solver writes down: every part of them is checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.sets.payoff_set import PayoffSet
from kibitz.coalitional.sets.payoff_vertices import PayoffVertices
from kibitz.coalitional.solution import agree_all, slack
from kibitz.coalitional.solve import CoalitionalSolution
from kibitz.core.numbers import Number, exact, magnitude, show
from kibitz.core.solution import Certificate, Check, Solution

Payoffs = tuple[Number, ...]
Ranges = tuple[tuple[Number, Number], ...]


@dataclass(frozen=True)
class ClaimedSet(Solution):
    """A set of payoffs such as the core, with the vertices and the ranges that are claimed of it.

    >>> from kibitz import coalition
    >>> found = coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000}).core()
    >>> ClaimedSet(found, found.vertices, None).verify().holds
    True
    >>> ClaimedSet(found, found.vertices[:1], None).verify().holds
    False
    """

    claimed: PayoffSet
    vertices: tuple[Payoffs, ...] | None
    ranges: Ranges | None

    def verify(self) -> Certificate:
        """Check the point or the balanced weights, then the vertices, then the ranges."""
        first = self.claimed.verify()
        checks = (*first.checks, *self._vertex_checks(), *self._range_checks())
        return Certificate(first.claim, first.theorem, checks)

    def _vertex_checks(self) -> Iterator[Check]:
        if self.vertices is None:
            return
        if self.claimed.empty:
            yield Check("an empty set has no vertices", not self.vertices)
            return
        if self.claimed.game.exact:
            listed = tuple(tuple(exact(x) for x in vertex) for vertex in self.vertices)
            yield from PayoffVertices(self.claimed.demands.rational(), listed).verify().checks
            return
        wanted, claimed = sorted(self.claimed.vertices), sorted(self.vertices)
        close = 4 * slack(self.claimed.game, (0.0,))
        same = len(wanted) == len(claimed) and all(
            magnitude(a - b) <= close
            for x, y in zip(wanted, claimed, strict=True)
            for a, b in zip(x, y, strict=True)
        )
        yield Check("the vertices are those of the same set in exact numbers", same)

    def _range_checks(self) -> Iterator[Check]:
        if self.ranges is None:
            return
        if self.claimed.empty:
            yield Check("nobody has a range of payoffs in an empty set", not self.ranges)
            return
        game = self.claimed.game
        close = 4 * slack(game, tuple(x for pair in self.ranges for x in pair))
        for k, which in enumerate(("least", "most")):
            claimed = tuple(pair[k] for pair in self.ranges)
            wanted = tuple(pair[k] for pair in self.claimed.ranges)
            yield agree_all(f"the {which} of each player", game.players, claimed, wanted, close)

    def to_json(self) -> dict[str, Any]:
        return self.claimed.to_json()

    def __str__(self) -> str:
        return f"a claim about the {self.claimed.concept}"


@dataclass(frozen=True)
class ClaimedPayments(Solution):
    """What everybody is said to pay by answers to the savings game of a cost game."""

    game: CostGame
    savings: CoalitionalSolution
    payments: tuple[tuple[str, Payoffs], ...]

    def verify(self) -> Certificate:
        """Verify the savings, and subtract them from what everybody would pay alone."""
        first = self.savings.verify()
        by_concept = {point.concept: point for point in self.savings.points}
        checks = list(first.checks)
        for concept, claimed in self.payments:
            what = f"payments by {concept}"
            if concept not in by_concept:
                checks.append(Check(what, False, "no savings are claimed for it"))
                continue
            wanted = self.game.payments(by_concept[concept].payoffs)
            close = slack(self.savings.game, claimed)
            checks.append(agree_all(what, self.game.players, claimed, wanted, close))
        return Certificate("every answer", first.theorem, tuple(checks))

    def to_json(self) -> dict[str, Any]:
        return self.savings.to_json()

    def __str__(self) -> str:
        names = ", ".join(concept for concept, _ in self.payments)
        return f"a claim about payments by {names}, {show(sum(self.game.alone))} being paid alone"
