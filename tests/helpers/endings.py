"""What every game with numbered positions must keep: numbers, and moves forwards and backwards."""

from __future__ import annotations

from random import Random

from kibitz.rules import OVER


def bounds(rules):
    """Where each layer begins and ends."""
    begin, found = 0, []
    for _, size in rules.layers():
        found.append((begin, begin + size))
        begin += size
    return found


def is_numbered(rules, number):
    """Whether a number is that of a position."""
    state = rules.at_index(number)
    return rules.is_position(state) and rules.index(state) == number


def some_positions(rules, count, seed=1, layers=None):
    """Positions by chance, with their numbers and the bounds of their layer."""
    random, places = Random(seed), bounds(rules)[-layers if layers else 0 :]
    while count:
        low, high = random.choice(places)
        number = random.randrange(low, high)
        if is_numbered(rules, number):
            count -= 1
            yield number, rules.at_index(number), low, high


def check_backwards(rules, state, low, high):
    """From every position that may come before there is a move to this one."""
    found = 0
    for before in set(rules.predecessors(state)):
        if low <= before < high and is_numbered(rules, before):
            earlier, found = rules.at_index(before), found + 1
            after = [rules.index(rules.play(earlier, m)) for m in rules.moves(earlier)]
            assert rules.index(state) in after, (rules.show(earlier), rules.show(state))
    return found


def check_moves(rules, count, seed=1, layers=None):
    """Moves lead to numbers no later; backwards there are just the moves within the layer."""
    quiet = 0
    for number, state, low, high in some_positions(rules, count, seed, layers):
        check_backwards(rules, state, low, high)
        if rules.player(state) == OVER:
            continue
        converting = set(rules.converting(state))
        for move in rules.moves(state):
            found = rules.index(rules.play(state, move))
            assert found < high
            assert (move in converting) == (not low <= found < high)
            if low <= found < high:
                quiet += 1
                assert number in set(rules.predecessors(rules.at_index(found)))
    assert quiet
