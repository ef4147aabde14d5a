"""The same alpha-beta in Python, for rules that cannot be compiled."""

from __future__ import annotations

import math
from random import Random
from typing import Any

from kibitz.learning.encoding.encoding import Encoding
from kibitz.learning.evaluation.mind import Mind
from kibitz.rules.game import OVER, Move, State

NEAR = 1e-9


class PythonSearch:
    """Alpha-beta to a depth with a learned evaluation at the horizon."""

    def __init__(self, code: Encoding, mind: Mind, scale: float) -> None:
        self.rules, self.code, self.mind, self.scale = code.rules, code, mind, scale

    def judge(self, state: State, who: int) -> float:
        """What a state is thought to be worth to the player who is to move, from -1 to 1."""
        seen = self.code.observe(state, who).reshape(1, -1).astype(float)
        total = math.atanh(min(max(float(self.mind.value(seen)[0]), -1 + 1e-15), 1 - 1e-15))
        if self.mind.own and self.rules.has("evaluate"):
            total += self.mind.own * float(self.rules.evaluate(state)[who]) / self.scale
        return math.tanh(total)

    def after(self, state: State, who: int, depth: int, alpha: float, beta: float) -> float:
        """What a state after a move is worth to who made it."""
        then = self.rules.player(state)
        if then == OVER:
            return float(self.rules.payoffs(state)[who]) / self.scale
        if then == who:
            return self.value(state, depth - 1, alpha, beta)
        return -self.value(state, depth - 1, -beta, -alpha)

    def value(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """What a state is worth to the player who is to move."""
        rules = self.rules
        who = rules.player(state)
        if depth <= 0:
            return self.judge(state, who)
        best = -math.inf
        for move in rules.moves(state):
            found = self.after(rules.play(state, move), who, depth, max(alpha, best), beta)
            best = max(best, found)
            if best >= beta:
                break
        return best

    def best(self, state: State, depth: int, random: Random) -> tuple[Move, dict[Move, float]]:
        """The best move, ties broken at random, and what the moves seem worth."""
        who = self.rules.player(state)
        best, ties, worth = -math.inf, [], dict[Any, float]()
        for move in self.rules.moves(state):
            after = self.rules.play(state, move)
            worth[move] = self.after(after, who, depth, best - NEAR, math.inf)
            if worth[move] > best + NEAR:
                best, ties = worth[move], [move]
            elif worth[move] > best - NEAR:
                ties.append(move)
        return random.choice(ties), worth


def contest(
    one: PythonSearch, two: PythonSearch, depth: int, seat: int, opening: int, seed: int
) -> float:
    """What the first search gets in a game against the second, from a seat."""
    rules, random = one.rules, Random(seed)
    state = rules.start()
    for ply in range(400):
        who = rules.player(state)
        if who == OVER:
            return float(rules.payoffs(state)[seat])
        if ply < opening:
            move = random.choice(list(rules.moves(state)))
        else:
            move, _ = (one if who == seat else two).best(state, depth, random)
        state = rules.play(state, move)
    return 0.0
