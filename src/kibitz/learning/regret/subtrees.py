"""A player's information sets in parts that do not touch, so that threads can share them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.learning.regret.flat_game import FlatGame

PARTS_A_THREAD = 8
"""More parts than threads, so that no thread waits long for the last one."""


@dataclass(frozen=True, eq=False)
class Subtrees:
    """Information sets near the root, and those below them, a part after the other."""

    top: Any
    below: Any
    starts: Any
    """Where each part begins in ``below``."""


def subtrees(flat: FlatGame, player: int, threads: int) -> Subtrees:
    """Cut a player's decisions where enough different moves have been made.

    What lies behind one of these moves is in one part, and in the same order as ever, so that sums
    are the same to the last bit.
    """
    plex = flat.game.treeplex
    rounds = [level[plex.owner[level] == player] for level in plex.rounds]
    wanted = PARTS_A_THREAD * threads
    cut = next((d for d, level in enumerate(rounds) if _moves(flat, level) >= wanted), len(rounds))
    group = np.full(len(flat.parent), -1, np.int64)
    for depth in range(cut + 1, len(rounds)):
        before = flat.parent[rounds[depth]]
        group[rounds[depth]] = before if depth == cut + 1 else group[plex.infoset_of[before]]
    own = flat.infosets[player]
    below = own[group[own] >= 0]
    behind = group[below]
    sizes = np.bincount(behind, minlength=plex.empty)
    part = (np.cumsum(sizes) - sizes) * wanted // max(1, len(below))
    order = np.argsort(part[behind], kind="stable")
    counts = np.bincount(part[behind], minlength=wanted)
    return Subtrees(own[group[own] < 0], below[order], np.append(0, np.cumsum(counts)))


def _moves(flat: FlatGame, infosets: Any) -> int:
    return int((flat.offset[infosets + 1] - flat.offset[infosets]).sum())
