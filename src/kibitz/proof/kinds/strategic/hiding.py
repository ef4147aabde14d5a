"""Claims about search games: how to hide, and how to look."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import show

MOST_STATES = 50_000
"""What a searcher may know, in this many ways, when the cheapest search is looked for."""
MOST_DEEP = 200


@checks("search-solution")
def search_solution(game: Any, claim: Claim, proof: Proof) -> None:
    """The trees cost at most the value everywhere, and no search costs less against the hider.

    The trees are followed against every place; the cheapest search against the hider's mixture is
    found by dynamic programming over all that the searcher may know.
    """
    if not all(hasattr(game, name) for name in ("places", "looks", "answers", "symmetries")):
        raise GameError("the claim is about a search game")
    value, gap = (Fraction(claim.number(key)) for key in ("value", "gap"))
    hider = [Fraction(x) for x in claim.numbers("hider", len(game.places))]
    words = f"the value is {show(value)}"
    if gap:
        words = f"the value lies between {show(value - gap)} and {show(value)}"
    proof.states(words, "both sides' guarantees, which meet")
    proof.distribution("the hiding mixture", hider)
    parts = claim.parts("searcher")
    weights = [Fraction(part.number("probability")) for part in parts]
    proof.distribution("the searching mixture", weights)
    spent = [Fraction(0)] * len(game.places)
    group = game.symmetries()
    for part, weight in zip(parts, weights, strict=True):
        costs = [game.certain] * len(game.places)
        _follow(game, game.everywhere, part.raw("tree"), costs)
        for i in range(len(spent)):
            turned = sum((costs[g.places[i]] for g in group), Fraction(0))
            spent[i] += weight * turned / len(group)
    most = max(spent)
    what = "the searching mixture costs at most the value against every place"
    proof.that(what, most <= value, f"greatest cost {show(most)}")
    least = _cheapest(game, hider)
    what = "no search costs less on average against the hiding mixture"
    proof.that(what, least >= value - gap, f"cheapest search {show(least)}")
    proof.says(claim, game=game.title, places=game.places, exact=gap == 0)
    proof.also("gap", gap >= 0)


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
    stack: list[tuple[int, bool]] = [(game.everywhere, False)]
    while stack:
        state, ready = stack.pop()
        if state in best:
            continue
        if len(best) + len(stack) > MOST_STATES:
            raise GameError(f"more than {MOST_STATES:,} things that a searcher may know")
        looks = [game.answers(state, k) for k in range(len(game.looks))]
        looks = [answers for answers in looks if answers]
        if not ready:
            stack.append((state, True))
            stack += [(a.left, False) for answers in looks for a in answers if not a.over]
            continue
        totals = [
            sum(
                (
                    a.cost * sum((hider[i] for i in _members(a.left)), Fraction(0))
                    + (0 if a.over else best[a.left])
                    for a in answers
                ),
                Fraction(0),
            )
            for answers in looks
        ]
        best[state] = Fraction(0) if game.finished(state) or not totals else min(totals)
    found: Fraction = game.certain + best[game.everywhere]
    return found


@checks("best-search")
def best_search(game: Any, claim: Claim, proof: Proof) -> None:
    """The tree is followed against every place, and no search costs less."""
    if not all(hasattr(game, name) for name in ("places", "looks", "answers", "symmetries")):
        raise GameError("the claim is about a search game")
    cost = Fraction(claim.number("cost"))
    hider = [Fraction(x) for x in claim.numbers("hider", len(game.places))]
    proof.states(f"the cheapest search costs {show(cost)}", "dynamic programming")
    proof.distribution("the hiding mixture", hider)
    costs = [game.certain] * len(game.places)
    _follow(game, game.everywhere, claim.raw("tree"), costs)
    spent = sum((p * c for p, c in zip(hider, costs, strict=True)), Fraction(0))
    proof.that("the search costs this", spent == cost, show(spent))
    proof.that("no search costs less", _cheapest(game, hider) == cost)
    proof.says(claim, costs=costs, game=game.title, places=game.places)
