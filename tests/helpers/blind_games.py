"""Games of self-play with a network that thinks all moves alike, in Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.learning.encoding.encode import encode
from kibitz.learning.zero.host_training import Host
from kibitz.learning.zero.settings import ZeroSettings
from kibitz.rules.game import Rules

SETTINGS = ZeroSettings(
    games=2, moves=3, simulations=32, channels=4, blocks=1, buffer=64, batch=8, openings=0
)


def knows_nothing(rules: Rules, **changes: Any) -> Host:
    """A game with a network that thinks all moves alike, in Python."""
    host = Host.of(encode(rules), SETTINGS.changed(changes), is_compiled=False)
    actions = host.code.actions
    host.__dict__["evaluate"] = lambda weights, planes: (
        np.zeros((len(planes), actions)),
        np.zeros(len(planes)),
    )
    return host


def run_of(host: Host, trails: list[list[int]]) -> dict[str, Any]:
    """A run whose games have gone so far."""
    wide, size = int(host.rules.most_moves), host.settings.buffer
    kept = np.zeros((len(trails), 1 + 4 * host.longest), np.int64)
    for row, trail in zip(kept, trails, strict=True):
        row[: 1 + len(trail)] = [len(trail), *trail]
    return {
        "average": {},
        "trails": kept,
        "plies": np.zeros(len(trails), np.int64),
        "key": np.array([0, 0]),
        "written": np.zeros((), np.int64),
        "buffer": {
            "words": np.zeros((size, host.code.width), np.int64),
            "player": np.zeros(size, np.int8),
            "action": np.zeros((size, wide), np.int32),
            "policy": np.zeros((size, wide), np.float16),
            "value": np.zeros(size, np.float16),
        },
    }
