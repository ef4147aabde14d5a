"""The arrow from rules with chance and recurring positions to a stochastic game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Rules
from kibitz.stochastic.from_rules.positions import (
    MOST_POSITIONS,
    Positions,
    enumerate_rules,
    position_name,
)
from kibitz.stochastic.game import StochasticGame, read_endless, stochastic_game

MOST_LISTED = 200_000
"""Positions that are listed in Python."""
MOST_EXACT = 20_000
"""Positions of a game of chance that is solved in exact numbers, which takes long before that."""


@dataclass(frozen=True, eq=False)
class RulesGame(StochasticGame):
    """A stochastic game that was made from rules, and remembers its positions."""

    rules: Rules | None = None
    positions: Positions | None = None

    def state_number(self, state: Any) -> int:
        """The state of this game that a position of the rules is."""
        assert self.positions is not None
        return self.positions.find(state)

    def row_names(self, state: int) -> tuple[str, ...]:
        return self._move_names(state, 0) or ("1",)

    def column_names(self, state: int) -> tuple[str, ...]:
        return self._move_names(state, 1) or ("1",)

    def _move_names(self, state: int, player: int) -> tuple[str, ...]:
        """A player's moves in the game's notation; none where it is not that player's turn."""
        positions, rules = self.positions, self.rules
        assert positions is not None and rules is not None  # noqa: PT018
        if int(positions.actor[state]) != player:
            return ()
        here = positions.state(state)
        return tuple(rules.show_move(here, move) for move in positions.moves(state))


class StateNames(Sequence[str]):
    """Names of states, made from the positions when someone asks."""

    def __init__(self, positions: Positions) -> None:
        self.found = positions

    def __len__(self) -> int:
        return self.found.count

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        if not 0 <= k < len(self):
            raise IndexError(k)
        return position_name(self.found.made.rules, self.found.state(int(k)))


def to_stochastic(
    rules: Rules,
    endless: Any = None,
    most: int = MOST_POSITIONS,
    exact: bool = False,
    first_look: bool = False,
) -> StochasticGame:
    """The stochastic game whose states are the positions of some rules.

    Positions may repeat; a play without end pays ``endless`` to the first player. Where chance
    moves, its lottery becomes part of the move before it. About two million positions a second for
    rules that compile. With ``exact`` the probabilities stay fractions, for games of a few hundred
    positions.

    Parameters
    ----------
    rules : Rules
        A game of one player, or a zero-sum game of two.
    endless : number or str, optional
        The payoff of a play that never ends, or "any", or "average" for average payments.
    most : int, default MOST_POSITIONS
        The largest number of positions allowed.
    exact : bool, default False
        Whether probabilities stay fractions.
    first_look : bool, default False
        Whether a game is refused that is not listed in a fraction of a second.

    Returns
    -------
    StochasticGame
        The stochastic game.

    Examples
    --------
    >>> from kibitz.games.dice.pig import Pig
    >>> game = to_stochastic(Pig(10))
    >>> round(game.solve().value, 6)
    0.418849
    """
    if rules.players > 2 or (rules.players == 2 and not rules.zero_sum):
        raise GameError(f"{rules.name}: only one-player and zero-sum games become stochastic games")
    if rules.has("information_state"):
        raise GameError(
            f"{rules.name}: the game has hidden information; unfold it to a tree instead"
        )
    if exact or rules.has("choices"):
        return _listed(rules, endless, MOST_EXACT if exact else MOST_LISTED)
    positions, table = enumerate_rules(rules, most, first_look)
    names = tuple(rules.player_name(k) for k in range(rules.players))
    return RulesGame(
        StateNames(positions),
        table,
        read_endless(endless),
        1.0,
        0,
        players=names if len(names) == 2 else (*names, "nobody"),
        title=rules.name,
        rules=rules,
        positions=positions,
    )


def _listed(rules: Rules, endless: Any, most: int) -> StochasticGame:
    """The game state by state in Python: for simultaneous moves, and for exact numbers."""
    names: dict[Any, str] = {}
    taken: set[str] = set()
    stages: dict[str, Any] = {}
    todo = [rules.start()]

    def state_name(state: Any) -> str:
        key = rules.key(state)
        if key not in names:
            if len(names) >= most:
                where = " for exact numbers; use floats" if most == MOST_EXACT else ""
                raise GameError(f"{rules.name}: more than {most:,} positions{where}")
            name = position_name(rules, state)
            names[key] = name if name not in taken else f"{name} #{len(names)}"
            taken.add(names[key])
            todo.append(state)
        return names[key]

    first = state_name(todo.pop())
    while todo:
        state = todo.pop()
        stages[state_name(state)] = _stage(rules, state, state_name)
    who = [rules.player_name(k) for k in range(2)] if rules.players == 2 else None
    return stochastic_game(stages, endless, start=first, title=rules.name, players=who)


def _stage(rules: Rules, state: Any, state_name: Callable[[Any], str]) -> dict[str, Any]:
    """The matrix of one position."""
    player = rules.player(state)
    if player == SIMULTANEOUS:
        mine, theirs = list(rules.choices(state, 0)), list(rules.choices(state, 1))
        cells = [
            [_cell(rules, rules.play_together(state, (a, b)), state_name) for b in theirs]
            for a in mine
        ]
        return {"rows": list(map(str, mine)), "columns": list(map(str, theirs)), "cells": cells}
    if player < 0:
        return {"cells": [[_cell(rules, state, state_name)]]}
    moves = list(rules.moves(state))
    if not moves:
        raise GameError(
            f"{rules.name}: no move, though the game is not over, at "
            f"{position_name(rules, state)!r}"
        )
    line = [_cell(rules, rules.play(state, move), state_name) for move in moves]
    labels = [rules.show_move(state, move) for move in moves]
    if player == 0:
        return {"rows": labels, "cells": [[cell] for cell in line]}
    return {"columns": labels, "cells": [line]}


def _cell(rules: Rules, after: Any, state_name: Callable[[Any], str]) -> dict[str, Any]:
    """What a move leads to: an end, a state, or a lottery over both."""
    player = rules.player(after)
    if player == OVER:
        return {"pay": rules.payoffs(after)[0]}
    if player != CHANCE:
        return {"go": state_name(after)}
    pay: Any = 0
    go: dict[str, Any] = {}
    total: Any = 0
    for move, likely in rules.chance(after):
        then = rules.play(after, move)
        total += likely
        if rules.player(then) == OVER:
            pay += likely * rules.payoffs(then)[0]
        elif likely:
            where = state_name(then)
            go[where] = go.get(where, 0) + likely
    if abs(total - 1) > 1e-9:
        raise GameError(
            f"{rules.name}: probabilities that add up to {total}, not 1, at "
            f"{position_name(rules, after)!r}"
        )
    return {"prize": pay, "go": go}
