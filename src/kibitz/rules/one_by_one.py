"""Moves made at the same time, written as one move after the other that the others do not see."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from kibitz.core.numbers import Number
from kibitz.rules.game import SIMULTANEOUS, Move, Rules, State


class PartialTurn(NamedTuple):
    """A position, all that was done before it, and the moves chosen at it so far."""

    state: State
    before: tuple[Any, ...]
    chosen: tuple[Move, ...]


class OneByOne(Rules):
    """The same game, in which simultaneous moves are made in turn, and unseen.

    >>> from kibitz.rules.examples import TakeAway
    >>> OneByOne(TakeAway(3)).position(1).state.before
    (1,)
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.title, self.players, self.zero_sum = rules.name, rules.players, rules.zero_sum
        self.names, self.most_moves = rules.names, rules.most_moves
        self.payoff_bounds = rules.payoff_bounds

    def start(self) -> PartialTurn:
        return PartialTurn(self.rules.start(), (), ())

    def player(self, state: PartialTurn) -> int:
        player = self.rules.player(state.state)
        return len(state.chosen) if player == SIMULTANEOUS else player

    def moves(self, state: PartialTurn) -> Iterable[Move]:
        if self.rules.player(state.state) == SIMULTANEOUS:
            return self.rules.choices(state.state, len(state.chosen))
        return self.rules.moves(state.state)

    def chance(self, state: PartialTurn) -> Iterable[tuple[Move, Number]]:
        return self.rules.chance(state.state)

    def play(self, state: PartialTurn, move: Move) -> PartialTurn:
        here, before, chosen = state
        if self.rules.player(here) != SIMULTANEOUS:
            return PartialTurn(self.rules.play(here, move), (*before, move), ())
        chosen = (*chosen, move)
        if len(chosen) < self.players:
            return PartialTurn(here, before, chosen)
        return PartialTurn(self.rules.play_together(here, chosen), (*before, chosen), ())

    def payoffs(self, state: PartialTurn) -> tuple[Number, ...]:
        return self.rules.payoffs(state.state)

    def information_state(self, state: PartialTurn, player: int) -> Hashable:
        """What the game says the player sees; where it says nothing, all that was done before."""
        if self.rules.has("information_state"):
            return self.rules.information_state(state.state, player)
        return state.before

    def show_view(self, state: PartialTurn, player: int) -> str:
        if self.rules.has("information_state"):
            return self.rules.show_view(state.state, player)
        return " ".join(map(_text, state.before)) or "the start"

    def show(self, state: PartialTurn) -> str:
        return self.rules.show(state.state)

    def show_move(self, state: PartialTurn, move: Move) -> str:
        return self.rules.show_move(state.state, move)


def _text(done: Any) -> str:
    return f"({', '.join(map(str, done))})" if isinstance(done, tuple) else str(done)
