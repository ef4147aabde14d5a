"""The arrow from rules with chance and recurring positions to a stochastic game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.rules.game import CHANCE, OVER, TOGETHER, Rules
from kibitz.stochastic.game import StochasticGame, read_endless, stochastic_game
from kibitz.stochastic.positions import MOST_POSITIONS, Positions, enumerate_rules, position_name

MOST_TOGETHER = 200_000


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
        found, rules = self.positions, self.rules
        assert found is not None and rules is not None  # noqa: PT018
        if int(found.actor[state]) != player:
            return ()
        here = found.state(state)
        return tuple(rules.show_move(here, move) for move in found.moves(state))


class StateNames(Sequence[str]):
    """Names of states, made from the positions when somebody asks."""

    def __init__(self, found: Positions) -> None:
        self.found = found

    def __len__(self) -> int:
        return self.found.count

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        if not 0 <= k < len(self):
            raise IndexError(k)
        return position_name(self.found.made.rules, self.found.state(int(k)))


def to_stochastic(rules: Rules, endless: Any = None, most: int = MOST_POSITIONS) -> StochasticGame:
    """The stochastic game whose states are the positions of some rules.

    Positions may come back; a play without end pays ``endless`` to the first player. Where chance
    moves, its lottery becomes part of the move before it. About two million positions a second for
    rules that compile.

    >>> from kibitz.games.dice import Pig
    >>> game = to_stochastic(Pig(10))
    >>> round(game.solve().value, 6)
    0.418849
    """
    if rules.players > 2 or (rules.players == 2 and not rules.zero_sum):
        raise GameError(f"{rules.name}: the arrow takes games of one player, or zero-sum ones")
    if rules.has("sees"):
        raise GameError(f"{rules.name}: something is hidden; unfold it to a tree instead")
    if rules.has("choices"):
        return _together(rules, endless)
    found, table = enumerate_rules(rules, most)
    names = tuple(rules.player_name(k) for k in range(rules.players))
    return RulesGame(
        StateNames(found), table, read_endless(endless), 1.0, 0,
        players=names if len(names) == 2 else (*names, "nobody"), title=rules.name, rules=rules,
        positions=found,
    )  # fmt: skip


def _together(rules: Rules, endless: Any) -> StochasticGame:
    """Rules in which both move at once, state by state in Python."""
    names: dict[Any, str] = {}
    stages: dict[str, Any] = {}
    todo = [rules.start()]
    while todo:
        state = todo.pop()
        name = names.setdefault(state, f"s{len(names)}")
        if name in stages:
            continue
        if len(names) > MOST_TOGETHER:
            raise GameError(f"{rules.name}: more than {MOST_TOGETHER:,} positions")
        player = rules.player(state)
        if player == OVER:
            stages[name] = [[rules.payoffs(state)[0]]]
            continue

        def leads(after: Any) -> dict[str, Any]:
            todo.append(after)
            return {"go": names.setdefault(after, f"s{len(names)}")}

        if player == CHANCE:
            go: dict[str, Any] = {}
            for move, likely in rules.chance(state):
                where = leads(rules.play(state, move))["go"]
                go[where] = go.get(where, 0) + likely
            stages[name] = [[{"go": go}]]
        elif player == TOGETHER:
            mine, theirs = list(rules.choices(state, 0)), list(rules.choices(state, 1))
            stages[name] = [
                [leads(rules.play_together(state, (a, b))) for b in theirs] for a in mine
            ]
        else:
            after = [leads(rules.play(state, move)) for move in rules.moves(state)]
            stages[name] = [[cell] for cell in after] if player == 0 else [after]
    return stochastic_game(stages, endless, start=names[rules.start()], title=rules.name)
