"""Whole plans: a move for every position that can come up, and the best answer to a known one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.rules.game import CHANCE, OVER, Move, Position, Rules
from kibitz.search.legal import legal_moves
from kibitz.search.walk import root_of

Policy = Mapping[Any, Move] | Callable[[Any], Move]
"""A move for each state: a dict by state or by what the state shows, or a function."""
MOST = 1_000_000


@dataclass(frozen=True)
class Plan:
    """A contingent strategy: what a player does at each position that its own moves allow."""

    position: Position
    player: int
    value: Number
    """What the plan gets, at least, or exactly when the opponent is known."""
    moves: dict[Any, Move]

    def __len__(self) -> int:
        return len(self.moves)

    def move(self, state: Any) -> Move:
        if state not in self.moves:
            shown = self.position.rules.show(state)
            raise GameError(f"the plan says nothing about {shown!r}, which it never lets happen")
        return self.moves[state]

    def to_json(self) -> dict[str, Any]:
        rules = self.position.rules
        shown = {rules.show(s): rules.show_move(s, m) for s, m in self.moves.items()}
        return {
            "kind": "plan", "game": rules.name, "player": self.player, "value": show(self.value),
            "moves": shown,
        }  # fmt: skip

    def __str__(self) -> str:
        rules = self.position.rules
        lines = [f"{rules.name}, player {self.player}: a plan worth {self.value}"]
        lines += [f"  {rules.show(s)}: {rules.show_move(s, m)}" for s, m in self.moves.items()]
        return "\n".join(lines)


def contingent_strategy(game: Rules | Position, player: int = 0) -> Plan:
    """A full plan that guarantees a player the value of the game, whatever the others do.

    >>> from kibitz.rules.tree import game_tree
    >>> print(contingent_strategy(game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    game tree, player 0: a plan worth 3
      A: 1
    """
    position = root_of(game)

    def worst(state: Any, options: list[tuple[Move, Number]]) -> tuple[Move, Number]:
        return min(options, key=lambda option: option[1])

    def replies(state: Any) -> list[Move]:
        return legal_moves(position.rules, state)

    return _plan(position, player, _values(position, player, worst, replies), replies)


def exploit(game: Rules | Position, policy: Policy, player: int = 0) -> Plan:
    """The best answer to opponents whose moves are known, and what it gets.

    It may win more than minimax against that opponent, and less against a better one.

    >>> from kibitz.rules.tree import game_tree
    >>> tree = game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> exploit(tree, lambda state: 0).value
    14
    """
    position = root_of(game)
    rules = position.rules

    def answer(state: Any, options: list[tuple[Move, Number]]) -> tuple[Move, Number]:
        return options[0]

    def replies(state: Any) -> list[Move]:
        move = _asked(policy, rules, state)
        if move not in list(rules.moves(state)):
            shown = rules.show(state)
            raise GameError(f"the policy plays {move!r} at {shown!r}, which is not a move there")
        return [move]

    return _plan(position, player, _values(position, player, answer, replies), replies)


def _asked(policy: Policy, rules: Rules, state: Any) -> Move:
    if callable(policy):
        return policy(state)
    for key in (state, rules.show(state)):
        if key in policy:
            said = policy[key]
            legal = list(rules.moves(state))
            return said if said in legal else rules.read_move(state, str(said))
    raise GameError(f"the policy says nothing about {rules.show(state)!r}")


def _values(
    position: Position, player: int,
    answer: Callable[[Any, list[tuple[Move, Number]]], tuple[Move, Number]],
    replies: Callable[[Any], list[Move]],
) -> dict[Any, tuple[Move | None, Number]]:  # fmt: skip
    """For each state the move made there and what the player gets, from the leaves up."""
    rules = position.rules
    if not 0 <= player < rules.players:
        raise GameError(f"{rules.name}: there is no player {player}")
    found: dict[Any, tuple[Move | None, Number]] = {}
    open_: set[Any] = set()
    stack: list[tuple[Any, bool]] = [(position.state, False)]
    while stack:
        state, ready = stack.pop()
        if state in found:
            continue
        mover = rules.player(state)
        if mover == OVER:
            found[state] = (None, rules.payoffs(state)[player])
            continue
        if len(found) + len(open_) > MOST:
            raise GameError(f"{rules.name}: more than {MOST:,} positions, too many for a full plan")
        if mover == CHANCE:
            after = [rules.play(state, m) for m, _ in rules.chance(state)]
        else:
            moves = legal_moves(rules, state) if mover == player else replies(state)
            after = [rules.play(state, m) for m in moves]
        if not ready:
            if state in open_:
                raise GameError(f"{rules.name}: positions recur, so that a plan has no end")
            open_.add(state)
            stack.append((state, True))
            stack.extend((child, False) for child in after)
        elif mover == CHANCE:
            weights = [p for _, p in rules.chance(state)]
            mean: Any = sum(p * found[c][1] for p, c in zip(weights, after, strict=True))
            found[state] = (None, mean)
            open_.discard(state)
        else:
            options = [(m, found[c][1]) for m, c in zip(moves, after, strict=True)]
            found[state] = (
                max(options, key=lambda o: o[1]) if mover == player else answer(state, options)
            )
            open_.discard(state)
    return found


def _plan(
    position: Position, player: int, values: dict[Any, tuple[Move | None, Number]],
    replies: Callable[[Any], list[Move]],
) -> Plan:  # fmt: skip
    """The part of the values that the player's own moves can lead to."""
    rules = position.rules
    moves: dict[Any, Move] = {}
    stack, seen = [position.state], {position.state}
    while stack:
        state = stack.pop()
        mover = rules.player(state)
        if mover == OVER:
            continue
        if mover == player:
            moves[state] = values[state][0]
            following = [values[state][0]]
        elif mover == CHANCE:
            following = [m for m, _ in rules.chance(state)]
        else:
            following = replies(state)
        for after in (rules.play(state, move) for move in following):
            if after not in seen:
                seen.add(after)
                stack.append(after)
    return Plan(position, player, values[position.state][1], moves)
