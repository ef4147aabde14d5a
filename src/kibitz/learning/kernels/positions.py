"""Positions that were met, kept while there is room, so that they are not computed again.

A row of ``places`` says who acts at a position, how many continuations there are, where they begin
in ``links`` and ``odds``, and where its moves begin in the table of regrets; ``states`` has the
state. ``links`` has the place that a continuation leads to (-1 when it is not kept) and its move;
``odds`` how likely chance makes it, or at the end what each player gets. The first rows, one for
each ply, are for positions that find no room: they are written over and over.
"""

from __future__ import annotations

import numpy as np

from kibitz.learning.kernels.regret_table import (
    LINKS,
    PLACES,
    ROWS,
    STOP,
    TROUBLE,
    first_row,
    is_full,
    random_number,
)
from kibitz.rules.compile.interface import (
    MOST_MOVES,
    PLAYERS,
    chance,
    moves,
    payoff,
    play,
    player,
    put_state,
    take_state,
)
from kibitz.rules.game import CHANCE, OVER

ACTOR = 0
COUNT = 1
FIRST = 2
BASE = 3
MISSES = 4

CHILD = 0
MOVE = 1

TOO_DEEP = 1
MOVES_AT_ONCE = 2


def root(start, places, states, links, odds, floats, sets, heads, table, control):
    """The place where the game begins."""
    if control[PLACES] > floats.shape[0]:
        return np.int64(floats.shape[0])
    return look(
        start, np.int64(0), True, places, states, links, odds, floats, sets, heads, table, control
    )


def follow(place, k, depth, places, states, links, odds, floats, sets, heads, table, control):
    """The place after a continuation."""
    at = places[place, FIRST] + k
    child = links[CHILD, at]
    if child < 0:
        places[place, MISSES] += 1
        keep = place >= floats.shape[0] and places[place, MISSES] > places[place, COUNT]
        after = play(take_state(states, place), links[MOVE, at])
        child = look(
            after,
            depth + 1,
            keep,
            places,
            states,
            links,
            odds,
            floats,
            sets,
            heads,
            table,
            control,
        )
        if child >= floats.shape[0]:
            links[CHILD, at] = child
    return child


def look(state, depth, keep, places, states, links, odds, floats, sets, heads, table, control):
    """Write down what there is to know about a position, to be kept if there is room."""
    actor = player(state)
    if cannot_go_on(actor, depth, floats, control):
        return np.int64(0)
    place = depth
    first = depth * max(MOST_MOVES, PLAYERS)
    if keep and has_room(places, links, heads, table, control):
        place = control[PLACES]
        first = control[LINKS]
    base = 0
    if actor == OVER:
        count = PLAYERS
        for k in range(PLAYERS):
            odds[first + k] = payoff(state, k)
    elif actor == CHANCE:
        count = chance(state, links[MOVE, first:], odds[first:], floats[depth])
        base = divided(count, first, odds, floats[depth])
    else:
        count = moves(state, links[MOVE, first:])
        base = first_row(state, actor, count, sets, heads, table, control)
    for k in range(count):
        links[CHILD, first + k] = -1
    places[place, ACTOR] = actor
    places[place, COUNT] = count
    places[place, FIRST] = first
    places[place, BASE] = base
    places[place, MISSES] = 0
    put_state(state, states, place)
    if place >= floats.shape[0]:
        control[PLACES] += 1
        control[LINKS] += count
    return place


def has_room(places, links, heads, table, control):
    """Whether one more position can be kept, with a place for its moves in the table."""
    return (
        control[PLACES] < places.shape[0]
        and control[LINKS] + max(MOST_MOVES, PLAYERS) <= links.shape[1]
        and not is_full(heads, control)
        and control[ROWS] + MOST_MOVES <= table.shape[0]
    )


def divided(count, first, odds, bottoms):
    """Make probabilities of numerators and denominators; 1 when all are alike, 0 otherwise.

    Where they are alike, only the first is written.
    """
    alike = True
    for k in range(1, count):
        alike &= odds[first + k] == odds[first] and bottoms[k] == bottoms[0]
    for k in range(1 if alike else count):
        if bottoms[k] != 0:
            odds[first + k] /= bottoms[k]
    return np.int64(alike)


def likelihood(place, k, places, odds):
    """How likely chance makes a continuation."""
    return odds[places[place, FIRST] + (0 if places[place, BASE] else k)]


def draw_chance(place, places, odds, control):
    """The number of the continuation that chance draws."""
    left = random_number(control)
    count = places[place, COUNT]
    if places[place, BASE]:
        return min(np.int64(left * count), count - 1)
    first = places[place, FIRST]
    for k in range(count):
        left -= odds[first + k]
        if left < 0:
            return np.int64(k)
    return count - 1


def cannot_go_on(actor, depth, floats, control):
    """Whether the position is one that sampling cannot handle."""
    if actor < CHANCE:
        control[TROUBLE] = MOVES_AT_ONCE
        control[STOP] = 1
        return True
    if depth >= floats.shape[0]:
        control[TROUBLE] = TOO_DEEP
        control[STOP] = 1
        return True
    return False
