"""Information-set Monte Carlo tree search: one tree over what the player sees.

Every iteration deals the hidden cards again and walks one shared tree, whose nodes are what the
mover sees, so that moves are judged over all deals together. Cowling, Powley and Whitehouse (2012).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.rules.game import CHANCE, OVER, Move, Position, Rules
from kibitz.search.hidden.worlds import first_view, worlds_at
from kibitz.search.monte_carlo.payoff_range import with_bounds
from kibitz.search.monte_carlo.random_game import random_outcome, random_rewards
from kibitz.search.result import SearchResult
from kibitz.search.scope import moved_in_turn, require_player, require_some
from kibitz.search.walk import root_of


@dataclass
class _Node:
    visits: dict[Move, int] = field(default_factory=dict)
    available: dict[Move, int] = field(default_factory=dict)
    rewards: dict[Move, float] = field(default_factory=dict)


@method(
    Rules,
    "information-set-mcts",
    finds="a move that random deals and games favor",
    cost="one walk and one random game per iteration",
    reference="Cowling, Powley and Whitehouse 2012",
    applies=moved_in_turn,
    aliases=("ismcts",),
)
def information_set_mcts(
    game: Rules | Position,
    iterations: int = 2000,
    seed: int = 0,
    constant: float = 0.7,
    draw: Callable[[Random], Any] | None = None,
) -> SearchResult:
    """The move that looks best over all deals that the player to move cannot rule out.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    iterations : int, default 2000
        The number of iterations.
    seed : int, default 0
        Random seed.
    constant : float, default 0.7
        The exploration constant.
    draw : callable, optional
        A function that draws a position that looks like this one; if omitted, the rules list all of
        them, or they are looked up.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: one walk and one random game an iteration.

    References
    ----------
    Cowling, Powley and Whitehouse 2012.
    """
    position = root_of(game)
    if position.player == CHANCE:
        position = Position(position.rules, first_view(position)[2])
    require_player(position)
    require_some(iterations, "iterations")
    position = with_bounds(position)
    rules = position.rules
    deal = draw or _dealer(rules, position.state, position.player)
    search = _Search(rules, Random(seed), constant)
    began = time.monotonic()
    for _ in range(iterations):
        search.iterate(deal(search.random))
    return search.result(position, iterations, time.monotonic() - began)


def _dealer(rules: Rules, state: Any, player: int) -> Callable[[Random], Any]:
    deals = worlds_at(rules, state, player)
    states, weights = [s for s, _ in deals], [float(w) for _, w in deals]
    return lambda random: random.choices(states, weights)[0]


class _Search:
    def __init__(self, rules: Rules, random: Random, constant: float) -> None:
        self.rules, self.random, self.constant = rules, random, constant
        self.nodes: dict[Hashable, _Node] = {}

    def iterate(self, state: Any) -> None:
        path: list[tuple[_Node, Move, int]] = []
        fresh = False
        while (player := self.rules.player(state)) != OVER and not fresh:
            if player == CHANCE:
                state = self.rules.play(state, random_outcome(self.rules, state, self.random))
                continue
            key = (player, self.rules.information_state(state, player))
            node = self.nodes.setdefault(key, _Node())
            move = self._choose(node, list(self.rules.moves(state)))
            fresh = node.visits.get(move, 0) == 0
            path.append((node, move, player))
            state = self.rules.play(state, move)
        rewards = random_rewards(self.rules, state, self.random)
        for node, move, player in path:
            node.visits[move] = node.visits.get(move, 0) + 1
            node.rewards[move] = node.rewards.get(move, 0.0) + rewards[player]

    def _choose(self, node: _Node, moves: list[Move]) -> Move:
        for move in moves:
            node.available[move] = node.available.get(move, 0) + 1
        untried = [move for move in moves if not node.visits.get(move)]
        if untried:
            return self.random.choice(untried)

        def score(move: Move) -> float:
            visits = node.visits[move]
            spread = math.sqrt(math.log(node.available[move]) / visits)
            return node.rewards[move] / visits + self.constant * spread

        return max(moves, key=score)

    def result(self, position: Position, iterations: int, spent: float) -> SearchResult:
        rules, player = self.rules, position.player
        node = self.nodes.get((player, rules.information_state(position.state, player)))
        if node is None:
            raise GameError(f"{rules.name}: no position that was dealt looks like the one to play")
        assert rules.payoff_bounds is not None
        least, most = (float(b) for b in rules.payoff_bounds)
        turn = -1 if player == 1 and rules.is_opposed else 1
        own = {
            move: least + node.rewards[move] / visits * (most - least)
            for move, visits in node.visits.items()
        }
        best = max(node.visits, key=lambda move: node.visits[move])
        ranked = sorted(own, key=lambda move: (move != best, -own[move]))
        values: dict[Move, Any] = {move: turn * own[move] + 0.0 for move in ranked}
        counts = {"iterations": iterations, "information sets": len(self.nodes)}
        return SearchResult(
            position,
            values[best],
            best,
            (best,),
            "information-set Monte Carlo tree search",
            False,
            None,
            counts,
            spent,
            values,
        )
