"""Solutions on disk: strategies that can be loaded, asked and played.

A ``.kbz`` file is a NumPy archive (``numpy.load`` opens it) with these arrays:

============ ================= ===========================================================
name         type              holds
============ ================= ===========================================================
about        uint8             JSON in UTF-8: kind, version, game, title, players, variant,
                               iterations, seconds, payoffs, exploitability, rounding
owner        int8 [I]          the player of each information set, from 0
offset       int64 [I + 1]     where the moves of each information set begin in ``move``
infoset      str [I]           the name of each information set
move         str [M]           the name of each move
weights      float64 [M]       the probability of each move, on average
last         float64 [M]       the same in the last iteration
history      float64 [T, 3]    iteration, seconds, exploitability
============ ================= ===========================================================

``game`` names the game as the shelf does, such as ``leduc ranks=3``, or is empty; ``fingerprint``
distinguishes one game from another.
"""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np

import kibitz
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.files import npz_file
from kibitz.core.noun import Noun
from kibitz.extensive.arrows.unfold import RulesLabels, unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.profile import Profile
from kibitz.learning.regret.cfr_solution import VARIANTS, CFRSolution, Variant
from kibitz.learning.regret.flat_game import flat_game
from kibitz.learning.regret.progress import Progress
from kibitz.learning.training.shelf_call import shelf_call
from kibitz.rules.game import Rules

KIND = "strategy"
VERSION = 1


@extends(CFRSolution)
def save_solution(solution: CFRSolution, path: str | PathLike[str]) -> None:
    """Write a solution to a file, whole or not at all."""
    game = solution.game
    about = {
        "kind": KIND,
        "version": VERSION,
        "game": call_of(game),
        "title": game.title,
        "fingerprint": flat_game(game).fingerprint,
        "players": list(game.players),
        "variant": solution.variant.name,
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "payoffs": list(solution.payoffs),
        "exploitability": solution.exploitability,
        "rounding": solution.rounding,
    }
    moves = [move for k in range(game.infosets) for move in game.moves(k)]
    history = [[p.iteration, p.seconds, p.exploitability] for p in solution.history]
    arrays = {
        "owner": game.owners,
        "offset": game.offset,
        "infoset": np.array(game.infoset_names, str),
        "move": np.array(moves, str),
        "weights": solution.profile.weights.astype(float),
        "last": solution.last.weights.astype(float),
        "history": np.array(history, float).reshape(-1, 3),
    }
    npz_file.write(path, about, arrays)


def load_solution(path: str | PathLike[str], game: Noun | None = None) -> CFRSolution:
    """Read a solution; its game is taken from the shelf, or must be given.

    Parameters
    ----------
    path : str or PathLike[str]
        The path of the file.
    game : Noun, optional
        The game, when it is not a game of the shelf.

    Returns
    -------
    CFRSolution
        The solution.
    """
    about, arrays = npz_file.read(path, KIND, VERSION)
    tree = _tree(about, game, path)
    if flat_game(tree).fingerprint != about.get("fingerprint"):
        raise GameError(f"{path}: this is a solution of another game, {about.get('title')}")
    name = npz_file.fact(path, about, "variant", str)
    number = (int, float)
    payoffs = npz_file.fact(path, about, "payoffs", list)
    if len(payoffs) != len(tree.players) or not all(isinstance(x, number) for x in payoffs):
        raise GameError(f"{path}: payoffs must be a number for each player")
    moves = (int(tree.offset[-1]),)
    table = npz_file.array(path, arrays, "history", (None, 3))
    history = tuple(Progress(int(t), float(s), float(e)) for t, s, e in table)
    return CFRSolution(
        tree,
        Profile(tree, npz_file.array(path, arrays, "weights", moves).astype(float)),
        Profile(tree, npz_file.array(path, arrays, "last", moves).astype(float)),
        tuple(payoffs),
        npz_file.fact(path, about, "exploitability", number),
        npz_file.fact(path, about, "iterations", int),
        npz_file.fact(path, about, "seconds", number),
        VARIANTS.get(name, Variant(name)),
        npz_file.fact(path, about, "rounding", number),
        history,
    )


def call_of(game: ExtensiveGame) -> str:
    """How the shelf calls the rules that a tree was unfolded from; empty when it does not."""
    rules = game.labels.rules if isinstance(game.labels, RulesLabels) else game
    return shelf_call(rules)


def strategy_at(solution: CFRSolution, state: Any) -> dict[Any, float]:
    """How likely each move is at a position of the rules, by what its player sees."""
    game = solution.game
    if not isinstance(game.labels, RulesLabels):
        raise GameError(f"{game.title or 'the game'}: it was not unfolded from rules")
    rules = game.labels.rules
    who = rules.player(state)
    if who < 0:
        raise GameError(f"{rules.name}: no player is to move here")
    infoset = game.find(rules.show_view(state, who), who)
    start, stop = game.offset[infoset : infoset + 2]
    moves = tuple(rules.moves(state))
    return dict(zip(moves, solution.profile.weights[start:stop].tolist(), strict=True))


def _tree(about: dict[str, Any], game: Noun | None, path: str | PathLike[str]) -> ExtensiveGame:
    if game is None:
        if not about.get("game"):
            raise GameError(f"{path}: its game has no name; give the game as well")
        game = kibitz.game(about["game"])
    if isinstance(game, Rules):
        return unfold(game)
    if isinstance(game, ExtensiveGame):
        return game
    raise GameError(f"{path}: it is for games with hidden information, not {game.several}")
