"""Steps of games in which players may move in turns, simultaneously, or after chance."""

from __future__ import annotations

from random import Random

from kibitz.rules.game import CHANCE, SIMULTANEOUS, Move, Rules, State


def moves_of(rules: Rules, state: State, seat: int) -> list[Move]:
    """The moves of a seat in a state; none where it waits."""
    who = rules.player(state)
    if who == SIMULTANEOUS:
        return list(rules.choices(state, seat))
    return list(rules.moves(state)) if who == seat else []


def after(rules: Rules, state: State, chosen: dict[int, Move], random: Random) -> State:
    """The state after what the seats chose, and after chance."""
    who = rules.player(state)
    if who == SIMULTANEOUS:
        state = rules.play_together(state, tuple(chosen[k] for k in range(rules.players)))
    elif who >= 0:
        state = rules.play(state, chosen[who])
    return settled(rules, state, random)


def settled(rules: Rules, state: State, random: Random) -> State:
    """The state after chance has moved, as long as it is its turn."""
    while rules.player(state) == CHANCE:
        outcomes = list(rules.chance(state))
        weights = [float(p) for _, p in outcomes]
        state = rules.play(state, random.choices([m for m, _ in outcomes], weights)[0])
    return state
