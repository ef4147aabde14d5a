"""How a search game was solved: the rounds, both mixtures, and the proof."""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of, count_that
from kibitz.games.searching.draw import draw_hiding
from kibitz.games.searching.game import SearchGame, members
from kibitz.games.searching.information_flow import FlowWorking
from kibitz.games.searching.solution import SearchSolution
from kibitz.games.searching.tree import walk, written
from kibitz.games.searching.tree_generation import GenerationWorking

MOST_LINES = 40


@extends(SearchSolution)
def explain_solution(solution: SearchSolution) -> Explanation:
    """The game, the steps of its method, how to hide and search, and why that is best."""
    steps = (
        _the_game(solution.game),
        *steps_of(solution.working),
        _hiding(solution),
        *_trees(solution),
        _flow(solution),
        _proof(solution),
    )
    return Explanation(solution.game.title, steps)


def _the_game(game: SearchGame) -> Step:
    orbits = game.orbits()
    classes = "; ".join(", ".join(game.places[i] for i in orbit) for orbit in orbits[:MOST_LINES])
    prose = f"There are {len(game.places)} hiding places"
    if len(orbits) < len(game.places):
        prose += (
            f", and {len(game.symmetries())} symmetries leave the game as it is. Some optimal way "
            "to hide treats alike what they carry into each other, so these "
            f"{count_that(len(orbits), 'class', 'matter')}: {classes}"
        )
    if game.certain:
        prose += f". Every search costs {show(game.certain)} in any case"
    return Step("The game", f"{prose}. {game.remark}")


@singledispatch
def steps_of(working: Any) -> tuple[Step, ...]:
    """The steps of one method, chosen by the kind of its working."""
    return ()


@steps_of.register
def _(working: GenerationWorking) -> tuple[Step, ...]:
    rows = [
        (str(i), show(found.cheapest), show(found.value))
        for i, found in enumerate(working.rounds, 1)
    ]
    if len(rows) > MOST_LINES:
        rows = [*rows[: MOST_LINES // 2], *rows[-MOST_LINES // 2 :]]
    prose = (
        f"The searcher can come to {count_of(working.states, 'state')} of knowledge. Hide "
        "evenly at first; the "
        "cheapest search against that, found by working backwards through the states, is the first "
        "tree. Then the hiding places are played against the trees at hand, the cheapest search "
        "against that new mixture becomes another tree, and so on, until the cheapest search of "
        "some round costs as much as the matrix game is worth."
    )
    head = ("tree", "cheapest search", "value with the trees so far")
    return (Step("Growing search trees", prose, Table(head, tuple(rows))),)


@steps_of.register
def _(working: FlowWorking) -> tuple[Step, ...]:
    prose = (
        f"The searcher can come to {count_of(working.states, 'state')} of knowledge. A unit "
        "of flow starts in "
        "the first one; each look sends what it receives on to the states that its answers lead "
        "to. The greatest expected cost against a hiding place is made as small as possible by a "
        f"linear program with {count_of(working.variables, 'variable')} and "
        f"{count_of(working.rows, 'row')}; its "
        "multipliers are the hiding probabilities."
    )
    return (Step("The flow of information", prose),)


def _hiding(solution: SearchSolution) -> Step:
    game = solution.game
    rows = []
    for orbit in game.orbits()[:MOST_LINES]:
        names = ", ".join(game.places[i] for i in orbit)
        rows.append((names, show(solution.hider[orbit[0]])))
    table = Table(("place", "probability of each"), tuple(rows))
    return Step("How to hide", "", table, draw_hiding(solution))


def _trees(solution: SearchSolution) -> list[Step]:
    game = solution.game
    turned = ", turned by a symmetry drawn at random" if len(game.symmetries()) > 1 else ""
    count, steps = len(solution.searcher), []
    for k, (probability, tree) in enumerate(solution.searcher[:MOST_LINES], 1):
        heading = f"Search tree {k} of {count}, with probability {show(probability)}"
        prose = written(game, tree) or "No look is needed to know the place."
        steps.append(Step(heading + turned, prose))
    return steps


def _flow(solution: SearchSolution) -> Step:
    game = solution.game
    rows = []
    found = flow(solution)
    for state in sorted(found, key=lambda state: (-state.bit_count(), state)):
        looks = found[state]
        total = sum(looks.values(), Fraction(0))
        shares = (f"{game.looks[k]}: {show(x / total)}" for k, x in sorted(looks.items()))
        rows.append((game.knowing(state), show(total), "  ".join(shares)))
    prose = "How often each state of knowledge arises when the place is in it, and the looks there."
    if len(rows) > MOST_LINES:
        prose += f" The first {MOST_LINES} of {count_of(len(rows), 'state')}."
    table = Table(("possible", "reached", "look"), tuple(rows[:MOST_LINES]))
    return Step("The flow of the search", prose, table)


def flow(solution: SearchSolution) -> dict[int, dict[int, Fraction]]:
    """For each state that a hider in it will see reached: how often each look is taken there.

    >>> from kibitz.games.searching.dresher import DresherGame
    >>> {k: str(x) for k, x in flow(DresherGame(2).solve())[0b11].items()}
    {0: '1/2', 1: '1/2'}
    """
    group = solution.game.symmetries()
    found: dict[int, dict[int, Fraction]] = {}
    for probability, tree in solution.searcher:
        for state, look in walk(solution.game, tree):
            for g in group:
                image = sum(1 << g.places[i] for i in members(state))
                looks = found.setdefault(image, {})
                at = g.looks[look]
                looks[at] = looks.get(at, Fraction(0)) + probability / len(group)
    return found


def _proof(solution: SearchSolution) -> Step:
    game = solution.game
    rows = [
        (", ".join(game.places[i] for i in orbit), show(solution.search_costs[orbit[0]]))
        for orbit in game.orbits()[:MOST_LINES]
    ]
    prose = (
        f"Against the hiding mixture no search costs less than {show(solution.least_cost)} on "
        f"average; the searching mixture costs at most {show(max(solution.search_costs))} wherever "
        "the place is. "
    )
    if solution.exact:
        prose += f"So the value is {show(solution.value)}."
    else:
        prose += "The value lies between the two."
    return Step("Why this is best", prose, Table(("place", "expected cost"), tuple(rows)))
