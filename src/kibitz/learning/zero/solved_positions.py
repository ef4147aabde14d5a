"""Positions whose best moves are known exactly, on which a policy is judged."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.learning.encoding.encoding import Encoding
from kibitz.learning.tabular.world import NEAR, World
from kibitz.rules.game import Move, Position, State
from kibitz.search.alpha_beta.exact import SMALL_MEMORY, ExactSearch
from kibitz.stochastic.from_rules.convert import RulesGame, to_stochastic

FEW = 20_000
"""The largest number of positions for which a game is judged at every one."""
TRIED = 1000
"""The number of positions sampled from a larger game."""
SURELY = 16
"""The number of these that are found however long it takes."""
PATIENCE = 4.0
"""Seconds of processor time for finding the others."""
EFFORT = 20_000
"""The number of positions that the exact solver may visit for one of them."""
MISSES = 12
"""Positions that it may give up before only later ones are tried, and at last none."""
MOST_PLIES = 200
Logits = Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class SolvedPositions:
    """Positions in which moves differ in worth, as arrays, with the moves that are best."""

    planes: Any
    legal: Any
    best: Any

    def __len__(self) -> int:
        return len(self.planes)

    def optimal_share(self, logits: Logits) -> float:
        """How often the legal move that a network likes best is a best one."""
        chosen = np.where(self.legal, logits(self.planes), -np.inf).argmax(axis=1)
        return float(self.best[np.arange(len(self)), chosen].mean())


def solved_positions(code: Encoding, seed: int) -> SolvedPositions | None:
    """Positions of a game and their best moves.

    Parameters
    ----------
    code : Encoding
        The encoding of a game of two opponents who move in turn.
    seed : int
        Random seed.

    Returns
    -------
    SolvedPositions or None
        None where there is chance, or nothing can be solved.

    Notes
    -----
    A game of up to 20,000 positions is solved whole, and each of its positions that matters is
    there with all turns and mirror images of the board. Of a larger one there are up to 1,000
    positions of random games, as far as the exact solver gets in a few seconds.

    Examples
    --------
    >>> import kibitz
    >>> from kibitz.learning.encoding.encode import encode
    >>> len(solved_positions(encode(kibitz.game("tic-tac-toe")), 0))
    3191
    """
    if code.rules.has("chance"):
        return None
    try:
        pairs = _of_all(code)
    except GameError:
        pairs = _of_random_games(code, seed)
    if not pairs:
        return None
    states = [state for state, _ in pairs]
    best = np.zeros((len(states), code.actions), bool)
    for row, (_, moves) in zip(best, pairs, strict=True):
        row[code.action_list(moves)] = True
    legal = np.stack([code.legal(state) for state in states])
    return _with_images(code, SolvedPositions(code.observe_all(states), legal, best))


def _with_images(code: Encoding, positions: SolvedPositions) -> SolvedPositions:
    """With all turns and mirror images of the boards, each once."""
    if len(code.symmetries) < 2:
        return positions
    count = range(len(code.symmetries))
    planes = np.concatenate([code.turned(positions.planes, positions.legal, k)[0] for k in count])
    legal = np.concatenate([code.turned(positions.planes, positions.legal, k)[1] for k in count])
    best = np.concatenate([code.turned(positions.planes, positions.best, k)[1] for k in count])
    _, once = np.unique(planes.reshape(len(planes), -1), axis=0, return_index=True)
    once.sort()
    return SolvedPositions(planes[once], legal[once], best[once])


def _of_all(code: Encoding) -> list[tuple[State, list[Move]]]:
    """All positions of a small game that matter, one of those that are alike."""
    game = to_stochastic(code.rules, getattr(code.rules, "endless", None), FEW)
    assert isinstance(game, RulesGame)
    positions = game.positions
    assert positions is not None
    world = World(game, game.table.floats)
    found = []
    for s in np.flatnonzero(world.matters & (positions.actor >= 0)).tolist():
        first, last = world.table.first[s : s + 2]
        good = np.abs(world.exact_cells[first:last] - world.exact_values[s]) <= NEAR
        moves = [move for move, is_good in zip(positions.moves(s), good, strict=True) if is_good]
        found.append((positions.state(s), moves))
    return found


def _of_random_games(code: Encoding, seed: int) -> list[tuple[State, list[Move]]]:
    """Positions of random games in which moves differ in worth, later ones if need be."""
    rules, random = code.rules, np.random.default_rng(seed + 1)
    search = ExactSearch(rules, SMALL_MEMORY, nodes=EFFORT)
    found: dict[State, list[Move]] = {}
    missed, late, began = 0, 0.33, time.process_time()
    for _ in range(40 * TRIED):
        is_late = len(found) >= SURELY and time.process_time() - began > PATIENCE
        if len(found) >= TRIED or missed >= MISSES + len(found) or is_late:
            break
        here = rules.position()
        line: list[Position] = []
        while not here.is_over and len(line) < MOST_PLIES:
            line.append(here)
            here = here.play(here.moves[random.integers(len(here.moves))])
        here = line[random.integers(min(int(late * len(line)), len(line) - 1), len(line))]
        sign = 1 if here.player == 0 else -1
        try:
            worth = {move: sign * float(search.value(here.play(move))) for move in here.moves}
        except GameError:
            missed, late = missed + 1, late + (1 - late) / 4
            continue
        top = max(worth.values())
        if min(worth.values()) < top:
            found[here.state] = [move for move, value in worth.items() if value == top]
    return list(found.items())
