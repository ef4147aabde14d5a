"""What a game is to an algorithm before any position of it: the constants of the interface."""

from __future__ import annotations

from typing import Any

from kibitz.rules.game import Rules

OPTIONAL = (
    "chance",
    "evaluate",
    "order",
    "noisy",
    "candidates",
    "limits",
    "null_move",
    "information_state",
    "key",
    "pick",
    "index",
    "at_index",
    "is_position",
    "predecessors",
    "converting",
    "comes_to",
)
"""Methods by which a game may say more than is necessary."""
FLAGGED = tuple(name for name in OPTIONAL if name not in ("converting", "comes_to"))
"""Those of which an algorithm may ask whether there is one; else ``converting`` is all moves."""


def constants_of(
    rules: Rules, key_words: int = 1, state_words: int = 1, view_words: int = 1
) -> dict[str, Any]:
    """The constants that :mod:`kibitz.rules.compile.interface` promises.

    >>> from kibitz.rules.examples import TakeAway
    >>> found = constants_of(TakeAway(6))
    >>> found["PLAYERS"], found["MOST"], found["HAS_CHANCE"]
    (2, 1, False)
    """
    bounds = rules.payoff_bounds
    return {
        "PLAYERS": rules.players,
        "MOST_MOVES": rules.most_moves,
        "KEY_WORDS": key_words,
        "STATE_WORDS": state_words,
        "VIEW_WORDS": view_words,
        "LEAST": bounds[0] if bounds else 0,
        "MOST": bounds[1] if bounds else 0,
        **{f"HAS_{name.upper()}": rules.has(name) for name in FLAGGED},
    }
