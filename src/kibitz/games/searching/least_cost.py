"""The cheapest search against a hider whose probabilities are known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.core.numbers import common_denominator
from kibitz.games.searching.game import SearchGame, Symmetry, members
from kibitz.games.searching.information_states import InformationStates


def least_cost(
    states: InformationStates, hider: Sequence[Fraction]
) -> tuple[Fraction, tuple[int, ...]]:
    """The least expected cost of any search, and the look to take in each state.

    Dynamic programming over what the searcher may know, in whole numbers; for Dresher's game it is
    the optimal binary search tree. The probabilities must have the symmetries that the states were
    built with. Cost: one visit of each look in each state.

    >>> from kibitz.games.searching.dresher import DresherGame
    >>> game = DresherGame(3)
    >>> third = Fraction(1, 3)
    >>> least_cost(InformationStates(game, game.symmetries()), [third, third, third])[0]
    Fraction(5, 3)
    """
    weights, bottom = common_denominator(hider)
    weight = [sum(weights[i] for i in members(state)) for state in states.states]
    best = [0] * len(weight)
    choice = [0] * len(weight)
    for at in reversed(range(len(weight))):
        totals = []
        for look in states.looks[at]:
            total = 0
            for branch in look.branches:
                if branch.state is None:
                    total += branch.cost * sum(weights[i] for i in members(branch.left))
                else:
                    total += branch.cost * weight[branch.state] + best[branch.state]
            totals.append(total)
        if totals:
            best[at] = min(totals)
            choice[at] = totals.index(best[at])
    return states.game.certain + Fraction(best[0], bottom * states.unit), tuple(choice)


def invariant_under(game: SearchGame, hider: Sequence[Fraction]) -> tuple[Symmetry, ...]:
    """The symmetries of the game that leave these probabilities as they are.

    >>> from kibitz.games.searching.dresher import DresherGame
    >>> len(invariant_under(DresherGame(2), [Fraction(1), Fraction(0)]))
    1
    """
    return tuple(
        g
        for g in game.symmetries()
        if all(hider[i] == hider[image] for i, image in enumerate(g.places))
    )
