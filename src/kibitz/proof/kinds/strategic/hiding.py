"""Claims about search games: how to hide, and how to look."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.proof.kernel.arithmetic import dot, summed
from kibitz.proof.kernel.walks import later_first

MOST_STATES = 50_000
"""What a searcher may know, in this many ways, when the cheapest search is looked for."""
MOST_DEEP = 200


@checks("search-solution")
def search_solution(game: Any, claim: Claim, proof: Proof) -> None:
    """The trees cost at most the value everywhere, and no search costs less against the hider.

    The trees are followed against every place; the cheapest search against the hider's mixture is
    found by dynamic programming over all that the searcher may know.
    """
    hider = _hider(game, claim, proof)
    value, gap = claim.exact("value"), claim.exact("gap")
    words = f"lies between {show(value - gap)} and {show(value)}" if gap else f"is {show(value)}"
    proof.states(f"the value {words}", "both sides' guarantees, which meet")
    parts = claim.parts("searcher")
    weights = [part.exact("probability") for part in parts]
    proof.distribution("the searching mixture", weights)
    spent = [Fraction(0)] * len(game.places)
    group = game.symmetries()
    for part, weight in zip(parts, weights, strict=True):
        costs = [game.certain] * len(game.places)
        _follow(game, game.everywhere, part.raw("tree"), costs)
        for i in range(len(spent)):
            spent[i] += weight * summed(costs[g.places[i]] for g in group) / len(group)
    most = max(spent)
    what = "the searching mixture costs at most the value against every place"
    proof.that(what, most <= value, f"greatest cost {show(most)}")
    least = _cheapest(game, hider)
    what = "no search costs less on average against the hiding mixture"
    proof.that(what, least >= value - gap, f"cheapest search {show(least)}")
    proof.says(claim, game=game.title, places=game.places, exact=gap == 0)
    proof.also("gap", gap >= 0)


def _hider(game: Any, claim: Claim, proof: Proof) -> list[Fraction]:
    """The mixture over places, of a game of this kind."""
    if not all(hasattr(game, name) for name in ("places", "looks", "answers", "symmetries")):
        raise GameError("the claim is about a search game")
    hider = claim.exacts("hider", len(game.places))
    proof.distribution("the hiding mixture", hider)
    return hider


def _members(state: int) -> list[int]:
    return [i for i in range(state.bit_length()) if state >> i & 1]


def _follow(game: Any, state: int, data: Any, costs: list[Any], depth: int = 0) -> None:
    """Add what a tree costs at each place that is still possible."""
    if data is None and game.finished(state):
        return
    if depth > MOST_DEEP:
        raise GameError(f"tree: more than {MOST_DEEP} looks one after the other")
    part = Claim(data, "tree")
    then, answers = part.part("then"), game.answers(state, part.place("look", game.looks))
    if not answers:
        raise GameError(f"tree: it looks at {part.raw('look')} where that cannot help")
    for answer in answers:
        for place in _members(answer.left):
            costs[place] += answer.cost
        more = then.raw(answer.words)
        if not answer.over:
            _follow(game, answer.left, more, costs, depth + 1)
        elif more is not None:
            raise GameError(f"tree: it continues after {answer.words}")
    if part.unread():
        raise GameError(f"tree: unknown fields, {', '.join(part.unread())}")


def _cheapest(game: Any, hider: Sequence[Fraction]) -> Fraction:
    """The least that any search costs on average against the hider's mixture."""
    best: dict[int, Fraction] = {}
    looks: dict[int, list[Any]] = {}

    def after(state: int) -> list[int]:
        found = (game.answers(state, k) for k in range(len(game.looks)))
        looks[state] = [answers for answers in found if answers]
        return [a.left for answers in looks[state] for a in answers if not a.over]

    def cost(answer: Any) -> Fraction:
        spent: Fraction = answer.cost * summed(hider[i] for i in _members(answer.left))
        return spent + (0 if answer.over else best[answer.left])

    for state in later_first([game.everywhere], after, MOST_STATES):
        costs = [summed(map(cost, answers)) for answers in looks.pop(state)]
        best[state] = Fraction(0) if game.finished(state) or not costs else min(costs)
    found: Fraction = game.certain + best[game.everywhere]
    return found


@checks("best-search")
def best_search(game: Any, claim: Claim, proof: Proof) -> None:
    """The tree is followed against every place, and no search costs less."""
    hider, cost = _hider(game, claim, proof), claim.exact("cost")
    proof.states(f"the cheapest search costs {show(cost)}", "dynamic programming")
    costs = [game.certain] * len(game.places)
    _follow(game, game.everywhere, claim.raw("tree"), costs)
    spent = dot(hider, costs)
    proof.that("the search costs this", spent == cost, show(spent))
    proof.that("no search costs less", _cheapest(game, hider) == cost)
    proof.says(claim, costs=costs, game=game.title, places=game.places)
