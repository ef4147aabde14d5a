"""Ratings of networks: each plays the ones before it, and a player who moves at random.

Games are played in pairs from the same random opening, with the seats exchanged; a network makes
the move that it thinks most likely. Ratings are Elo's, by maximum likelihood (Bradley and Terry
1952), and the random player has 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.learning.encoding.encoding import Encoding
from kibitz.rules.game import CHANCE, OVER, State

PAIRS = 12
"""Pairs of games against each opponent."""
OPENING = 4
"""Random moves at the beginning, at most."""
LONGEST = 400
KEPT = 3
"""Earlier networks that still play."""
RANDOM = 0
SURE = 0.97
"""Above this score the random player is not asked any more."""
Evaluate = Callable[[Any, Any], tuple[Any, Any]]


class Ladder:
    """All that have played so far, and what came of it."""

    def __init__(self, code: Encoding, evaluate: Evaluate, seed: int) -> None:
        self.code, self.evaluate, self.seed = code, evaluate, seed
        self.results = np.zeros((0, 4))
        """For each match the two players, the points of the first and the games."""
        self.kept: dict[int, Any] = {}
        self.count = 1

    def rate(self, weights: Any) -> float:
        """Let a network play, and give its rating."""
        new, random = self.count, np.random.default_rng([self.seed, self.count])
        rivals = sorted(self.kept)
        if new == 1 or self._last_score(RANDOM) < SURE:
            rivals.insert(0, RANDOM)
        for rival in rivals:
            points = self.match(weights, self.kept.get(rival), random)
            self.results = np.vstack([self.results, [new, rival, points, 2 * PAIRS]])
        self.kept[new] = {name: np.array(array) for name, array in weights.items()}
        for old in sorted(self.kept)[1:-KEPT]:
            del self.kept[old]
        self.count += 1
        return float(elo(self.results, self.count)[new])

    def _last_score(self, rival: int) -> float:
        rows = self.results[self.results[:, 1] == rival]
        return float(rows[-1, 2] / rows[-1, 3]) if len(rows) else 0.0

    def match(self, one: Any, two: Any, random: np.random.Generator) -> float:
        """The points of the first in all games; None is the player who moves at random."""
        rules = self.code.rules
        games: list[tuple[State, int]] = []
        for _ in range(PAIRS):
            state = self._opening(random)
            games += [(state, 0), (state, 1)]
        points = 0.0
        for _ in range(LONGEST):
            for weights, is_first in ((one, True), (two, False)):
                turns = [
                    k for k, (s, seat) in enumerate(games) if (rules.player(s) == seat) == is_first
                ]
                moves = self._choose(weights, [games[k][0] for k in turns], random)
                for k, move in zip(turns, moves, strict=True):
                    state, seat = games[k]
                    games[k] = (self._settled(rules.play(state, move), random), seat)
                over = [g for g in games if rules.player(g[0]) == OVER]
                paid = (float(rules.payoffs(state)[seat]) for state, seat in over)
                points += sum(0.5 + 0.5 * float(np.sign(x)) for x in paid)
                games = [g for g in games if rules.player(g[0]) != OVER]
            if not games:
                break
        return points + 0.5 * len(games)

    def _opening(self, random: np.random.Generator) -> State:
        rules = self.code.rules
        state = self._settled(rules.start(), random)
        for _ in range(int(random.integers(OPENING + 1))):
            moves = list(rules.moves(state))
            after = self._settled(rules.play(state, moves[random.integers(len(moves))]), random)
            if rules.player(after) == OVER:
                break
            state = after
        return state

    def _settled(self, state: State, random: np.random.Generator) -> State:
        rules = self.code.rules
        while rules.player(state) == CHANCE:
            outcomes = list(rules.chance(state))
            odds = np.array([float(p) for _, p in outcomes])
            state = rules.play(state, outcomes[random.choice(len(odds), p=odds / odds.sum())][0])
        return state

    def _choose(self, weights: Any, states: list[State], random: np.random.Generator) -> list[Any]:
        rules = self.code.rules
        choices = [list(rules.moves(state)) for state in states]
        if weights is None or not states:
            return [moves[random.integers(len(moves))] for moves in choices]
        seen = self.code.observe_all(states)
        padded = np.zeros((2 * PAIRS, *seen.shape[1:]), seen.dtype)
        padded[: len(seen)] = seen
        logits = np.asarray(self.evaluate(weights, padded)[0])
        return [
            moves[int(np.argmax(row[self.code.action_list(moves)]))]
            for row, moves in zip(logits[: len(states)], choices, strict=True)
        ]

    def arrays(self) -> dict[str, Any]:
        """All of it, for a checkpoint."""
        found = {"results": self.results, "count": np.array(self.count)}
        for number, weights in self.kept.items():
            found |= {f"{number}.{name}": array for name, array in weights.items()}
        return found

    def recall(self, arrays: dict[str, Any]) -> None:
        """Go on from such arrays."""
        if "results" not in arrays or "count" not in arrays:
            raise GameError("the ratings of the checkpoint cannot be read")
        self.results, self.count, self.kept = arrays["results"], int(arrays["count"]), {}
        for name, array in arrays.items():
            number, dot, inner = name.partition(".")
            if dot:
                self.kept.setdefault(int(number), {})[inner] = array


def elo(results: Any, count: int) -> Any:
    """Ratings from matches, that of player 0 being 0; a drawn game is added to each match.

    Parameters
    ----------
    results : array [matches, 4]
        The two players, the points of the first, and the games.
    count : int
        The number of players.

    Returns
    -------
    array
        The ratings.

    Notes
    -----
    Maximum likelihood by Newton's method. Cost: O(count^3) per step.

    Examples
    --------
    >>> elo(np.array([[1, 0, 9, 11], [2, 1, 5, 10]]), 3).round().tolist()
    [0.0, 232.0, 232.0]
    """
    theta = np.zeros(count)
    one, two = results[:, 0].astype(int), results[:, 1].astype(int)
    won, games = results[:, 2] + 0.5, results[:, 3] + 1.0
    for _ in range(50):
        expected = 1 / (1 + np.exp(theta[two] - theta[one]))
        slope = np.zeros(count)
        np.add.at(slope, one, won - games * expected)
        np.add.at(slope, two, games * expected - won)
        curve = np.zeros((count, count))
        weight = games * expected * (1 - expected)
        for a, b, sign in ((one, one, 1), (two, two, 1), (one, two, -1), (two, one, -1)):
            np.add.at(curve, (a, b), sign * weight)
        free = curve[1:, 1:] + 1e-9 * np.eye(count - 1)
        step = np.clip(np.linalg.solve(free, slope[1:]), -1, 1)
        theta[1:] += step
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    return theta * 400 / math.log(10)
