"""A*: the cheapest way through a map with estimates, and in which order it is found."""

from __future__ import annotations

from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.exercises.judges.number import whole
from kibitz.exercises.judges.several import OneOfJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.search.puzzles.a_star import a_star
from kibitz.search.puzzles.roads import Roads

Map = dict[str, dict[str, int]]


@exercise(
    "a-star",
    "search",
    book="Glenn 1.1",
    levels=("five places", "six places", "seven places, where the nearest step misleads"),
)
def a_star_problem(draft: Draft) -> Problem:
    """The cheapest path by A*."""
    dice = draft.dice
    inner = "ABCDE"[: draft.level + 2]
    names = ["S", *inner, "G"]
    made: list[tuple[Map, dict[str, int]]] = []

    def candidate() -> Roads | None:
        roads: Map = {name: {} for name in names}
        for k, name in enumerate(names[:-1]):
            for other in dice.sample(names[k + 1 :], min(2, len(names) - k - 1)):
                roads[name][other] = dice.integer(1, 9)
        left = _left(roads)
        if any(name not in left for name in names):
            return None
        estimates = _consistent(roads, {name: left[name] - dice.integer(0, 3) for name in names})
        if not _clear(roads, estimates):
            return None
        game = Roads(roads, "S", "G", {name: estimates[name] for name in names})
        found = a_star(game, trace=True)
        greedy = min(roads["S"], key=roads["S"].__getitem__)
        misled = greedy != found.states[1]
        made[:] = [(roads, estimates)]
        long = len(found.states) > 3 and len(found.expanded) > len(found.states) - 1
        return game if long and (draft.level < 3 or misled) else None

    game, properties = draft.find(candidate)
    roads, estimates = made[0]
    found = a_star(game, trace=True)
    way, order = " ".join(map(str, found.states)), " ".join(map(str, found.expanded))
    parts = (
        Part(
            "In which order does A* expand the places, up to the goal (which is not expanded)?",
            OneOfJudge((order, order.replace(" ", "")), "the places, such as S B A"),
            "Always expand the open place with the least sum of the path so far and the estimate.",
        ),
        Part(
            "Which path does it find?",
            OneOfJudge((way, way.replace(" ", "")), "the places, such as S B G"),
            "Remember from where each place was reached most cheaply.",
        ),
        Part(
            "How long is it?",
            whole(_left(roads)["S"], "the length"),
            "Add the lengths of its roads.",
        ),
    )
    rows = tuple(
        (name, str(estimates[name]), ", ".join(f"{to} {d}" for to, d in roads[name].items()) or "-")
        for name in names
    )

    def derive(_: Any) -> Explanation:
        expanded = tuple(
            (str(place), str(g), str(h), str(g + h)) for place, g, h in _trace(roads, estimates)
        )
        table = Table(("expanded", "cost so far", "estimate", "sum"), expanded)
        prose = (
            "At each step the open place with the least sum is expanded; the estimates are "
            "consistent."
        )
        last = f"The goal is reached at cost {found.cost}, by {way}; no other path can be shorter."
        steps = (Step("Expansions", prose, table), Step("The path", last))
        return Explanation("The cheapest path by A*", steps)

    prose = (
        "Find the shortest path from S to G by A*. Roads go one way only; the table gives their "
        "lengths, and for each place an estimate of its distance from G."
    )
    return Problem(
        "The cheapest path by A*",
        prose,
        game,
        parts,
        (found,),
        properties,
        Table(("place", "estimate", "roads to"), rows),
        derive=derive,
    )


def _left(roads: Map) -> dict[str, int]:
    """The shortest way to the goal from each place that has one; roads only lead onward."""
    left = {"G": 0}
    for name in reversed(list(roads)):
        ways = [d + left[to] for to, d in roads[name].items() if to in left]
        if ways:
            left[name] = min(ways)
    return left


def _consistent(roads: Map, wanted: dict[str, int]) -> dict[str, int]:
    """Estimates near those wanted, none larger than a road and the estimate at its end."""
    found: dict[str, int] = {}
    for name in reversed(list(roads)):
        most = [d + found[to] for to, d in roads[name].items()]
        found[name] = max(0, min([wanted[name], *most]))
    return {name: found[name] for name in roads}


def _trace(roads: Map, estimates: dict[str, int]) -> list[tuple[str, int, int]]:
    """Each place as it is expanded, with the way so far and the estimate."""
    reached, done = {"S": 0}, set[str]()
    expanded: list[tuple[str, int, int]] = []
    while True:
        here = min((p for p in reached if p not in done), key=lambda p: reached[p] + estimates[p])
        if here == "G":
            return expanded
        done.add(here)
        expanded.append((here, reached[here], estimates[here]))
        for to, d in roads[here].items():
            reached[to] = min(reached.get(to, d + reached[here]), d + reached[here])


def _clear(roads: Map, estimates: dict[str, int]) -> bool:
    """Whether no two open places ever share the least sum, and no two ways the same length."""
    reached, done = {"S": 0}, set[str]()
    while True:
        sums = sorted((reached[p] + estimates[p], p) for p in reached if p not in done)
        if len(sums) > 1 and sums[0][0] == sums[1][0]:
            return False
        here = sums[0][1]
        if here == "G":
            return True
        done.add(here)
        for to, d in roads[here].items():
            if reached.get(to) == d + reached[here]:
                return False
            reached[to] = min(reached.get(to, d + reached[here]), d + reached[here])
