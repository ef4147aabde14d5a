"""Solving a search game by one linear program: how often each look is taken in each state."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import exact
from kibitz.core.spelling import count_of
from kibitz.games.searching.game import SearchGame, members
from kibitz.games.searching.information_states import InformationStates
from kibitz.games.searching.solution import SearchSolution, WeightedTree
from kibitz.games.searching.tree import SearchTree
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

MOST_CELLS = 4_000_000
"""The largest constraint matrix that is written out."""


@dataclass(frozen=True)
class FlowWorking:
    """The size of the linear program."""

    states: int
    variables: int
    rows: int


@method(
    SearchGame,
    "information-flow",
    finds="the value, and mixtures of hiding places and of search trees",
    cost="one linear program with a variable for each look in each information state",
)
def information_flow(game: SearchGame) -> SearchSolution:
    """One unit flows from the first state through looks and answers; minimize the greatest cost.

    There is a variable for each look in each state (up to symmetry), a row of conservation for each
    state and a row of cost for each orbit of hiding places; the multipliers of the latter are the
    hider's probabilities. The flow is then taken apart into trees.

    Parameters
    ----------
    game : SearchGame
        The game.

    Returns
    -------
    SearchSolution
        The value, and mixtures of hiding places and of search trees.

    Notes
    -----
    Cost: one linear program with a variable for each look in each information state.

    Examples
    --------
    >>> from kibitz.games.searching.dresher import DresherGame
    >>> print(information_flow(DresherGame(6)).value)
    12/5
    """
    states = InformationStates(game, game.symmetries())
    orbits = game.orbits()
    program = _program(states, orbits)
    optimum = program.solve(exact=True)
    assert isinstance(optimum, Optimum)
    value = game.certain + exact(optimum.value)
    hider = [Fraction(0)] * len(game.places)
    for orbit, multiplier in zip(orbits, optimum.dual[len(states.states) :], strict=True):
        for i in orbit:
            hider[i] = abs(exact(multiplier)) / len(orbit)
    return SearchSolution(
        game,
        value,
        tuple(hider),
        tuple(_trees(states, [exact(x) for x in optimum.x[:-1]])),
        "a linear program of information flow",
        Fraction(0),
        FlowWorking(len(states.states), program.shape[1], program.shape[0]),
    )


def _program(states: InformationStates, orbits: tuple[tuple[int, ...], ...]) -> LinearProgram:
    """Variables: the looks state by state, then the value. Rows: the states, then the orbits."""
    looks = [(at, look) for at, every in enumerate(states.looks) for look in every]
    count = len(states.states)
    size, rows = len(looks) + 1, count + len(orbits)
    if size * rows > MOST_CELLS:
        raise GameError(
            f"{states.game.title}: the linear program would have {count_of(rows, 'row')} and "
            f"{count_of(size, 'variable')}; "
            "solve it by method='tree-generation'"
        )
    table = [[Fraction(0)] * size for _ in range(rows)]
    home = {i: k for k, orbit in enumerate(orbits) for i in orbit}
    for j, (at, look) in enumerate(looks):
        table[at][j] += 1
        for branch in look.branches:
            if branch.state is not None:
                table[branch.state][j] -= 1
            for i in members(branch.left):
                k = home[i]
                table[count + k][j] -= Fraction(branch.cost, states.unit * len(orbits[k]))
    for row in table[count:]:
        row[-1] = Fraction(1)
    needed = bool(states.looks[0])
    right = [int(at == 0 and needed) for at in range(rows)]
    relations = ["="] * count + [">="] * len(orbits)
    lower: list[int | None] = [0] * (size - 1) + [None]
    goal = [0] * (size - 1) + [1]
    return LinearProgram.read(goal, table, relations, right, sense="min", lower=lower)


def _trees(states: InformationStates, flow: list[Fraction]) -> list[WeightedTree]:
    """Take the flow apart: follow the strongest look in each state, subtract what the tree uses."""
    first = [0, *accumulate(len(every) for every in states.looks)]
    left = Fraction(1)
    found: list[WeightedTree] = []
    while left > 0:
        choice = [_positive(flow[first[at] : first[at + 1]]) for at in range(len(states.states))]
        used = _uses(states, choice)
        spots = {at: first[at] + choice[at] for at in used if states.looks[at]}
        amount = min((flow[j] / used[at] for at, j in spots.items()), default=left)
        for at, j in spots.items():
            flow[j] -= amount * used[at]
        left -= amount
        found.append(WeightedTree(amount, states.tree(choice)))
    return _merged(found)


def _positive(flows: list[Fraction]) -> int:
    return max(range(len(flows)), key=lambda k: flows[k], default=0)


def _uses(states: InformationStates, choice: list[int]) -> dict[int, int]:
    """How often each state (up to symmetry) occurs in the tree of a choice."""
    used = {0: 1}
    for at in range(len(states.states)):
        if at in used and states.looks[at]:
            for branch in states.looks[at][choice[at]].branches:
                if branch.state is not None:
                    used[branch.state] = used.get(branch.state, 0) + used[at]
    return used


def _merged(trees: list[WeightedTree]) -> list[WeightedTree]:
    total: dict[SearchTree | None, Fraction] = {}
    for probability, tree in trees:
        total[tree] = total.get(tree, Fraction(0)) + probability
    return [WeightedTree(probability, tree) for tree, probability in total.items()]
