"""Policies on disk: solved dice games that can be loaded, verified and played against.

A ``.kbz`` file is a NumPy archive (``numpy.load`` opens it) with these arrays:

============ ================= ===========================================================
name         type              holds
============ ================= ===========================================================
about        uint8             JSON in UTF-8: kind, version, game, value, bound, method,
                               states, fingerprint
values       float64 [S]       what each position is worth to the first player
policy       int32 [S]         the number of the best move there, in the order of the rules
============ ================= ===========================================================

Positions come in the order in which they are met from the start, breadth first; the fingerprint
distinguishes one game from another.
"""

from __future__ import annotations

import hashlib
from os import PathLike

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.files import npz_file
from kibitz.rules.game import Rules
from kibitz.stochastic.from_rules.positions import Positions
from kibitz.stochastic.from_rules.recurring import RulesSolution, claimed_policy, rules_game

KIND, VERSION, ENDING = "policy", 2, ".kbz"
MOST_COMPARED = 10_000
"""Positions whose moves are compared one by one; of more, this many, evenly spread."""


@extends(RulesSolution)
def save_policy(solution: RulesSolution, path: str | PathLike[str]) -> None:
    """Write values and policy to a file, whole or not at all.

    >>> import tempfile
    >>> from kibitz.games.dice.pig import Pig
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_policy(Pig(5).solve(), f"{folder}/pig.kbz")
    ...     load_policy(f"{folder}/pig.kbz", Pig(5)).verify().holds
    True
    """
    if not str(path).endswith(ENDING):
        raise GameError(f"{path}: a policy is saved as {ENDING}")
    positions = solution.game.positions
    assert positions is not None
    about = {
        "kind": KIND,
        "version": VERSION,
        "game": solution.rules.name,
        "value": solution.value,
        "bound": solution.bound,
        "method": solution.policy.method,
        "states": positions.count,
        "fingerprint": fingerprint(positions),
    }
    arrays = {
        "values": np.asarray(solution.policy.value_array, float),
        "policy": np.asarray(solution.policy.policy, np.int32),
    }
    npz_file.write(path, about, arrays)


def load_policy(path: str | PathLike[str], rules: Rules) -> RulesSolution:
    """The values and the policy of a file, as a claim about a game that ``verify`` can check."""
    about, arrays = npz_file.read(path, KIND, VERSION)
    game = rules_game(rules)
    assert game.positions is not None
    if about.get("fingerprint") != fingerprint(game.positions):
        raise GameError(f"{path}: this is a policy for another game, {about.get('game')}")
    return claimed_policy(
        rules,
        game,
        npz_file.array(path, arrays, "values", (None,)),
        npz_file.array(path, arrays, "policy", (None,)),
        npz_file.fact(path, about, "method", str),
        float(npz_file.fact(path, about, "bound", (int, float))),
    )


def fingerprint(positions: Positions) -> str:
    """The same for two games only when positions, turns and moves are the same.

    It does not depend on how positions are kept, which differs between compiled rules and others.
    """
    digest = hashlib.sha256()
    for array in (positions.actor, positions.first.astype(np.int64)):
        digest.update(np.ascontiguousarray(array).data)
    for k in range(0, positions.count, -(-positions.count // MOST_COMPARED)):
        digest.update(repr((positions.state(k), positions.moves(k))).encode())
    return digest.hexdigest()[:16]
