"""Strategies of repeated games as automata: tit for tat and its relatives.

Each state has a move, C to cooperate or D to defect, and each move of the other leads to a state.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import canonical_name

C, D = 0, 1
LONGEST = 40
"""Letters of a pattern that is played over and over."""


@dataclass(frozen=True)
class Automaton:
    """A strategy with finitely many states, which begins in the first.

    >>> tit_for_tat = automaton("tit for tat")
    >>> tit_for_tat.moves, tit_for_tat.after
    ((0, 1), ((0, 1), (0, 1)))
    """

    name: str
    moves: tuple[int, ...]
    """The move of each state."""
    after: tuple[tuple[int, int], ...]
    """The state that follows each state when the other cooperates, and when it defects."""


AUTOMATA: dict[str, tuple[tuple[int, ...], tuple[tuple[int, int], ...]]] = {
    "always-cooperate": ((C,), ((0, 0),)),
    "always-defect": ((D,), ((0, 0),)),
    "tit-for-tat": ((C, D), ((0, 1), (0, 1))),
    "suspicious-tit-for-tat": ((D, C), ((1, 0), (1, 0))),
    "tit-for-two-tats": ((C, C, D), ((0, 1), (0, 2), (0, 2))),
    "two-tits-for-tat": ((C, D, D), ((0, 1), (2, 1), (0, 1))),
    "grim-trigger": ((C, D), ((0, 1), (1, 1))),
    "pavlov": ((C, D), ((0, 1), (1, 0))),
    "alternate": ((C, D), ((1, 1), (0, 0))),
}
"""Moves and followers by name, in the order of states."""
ALIASES = {
    "all-c": "always-cooperate",
    "all-d": "always-defect",
    "allc": "always-cooperate",
    "alld": "always-defect",
    "cooperate": "always-cooperate",
    "defect": "always-defect",
    "tft": "tit-for-tat",
    "grim": "grim-trigger",
    "trigger": "grim-trigger",
    "friedman": "grim-trigger",
    "win-stay-lose-shift": "pavlov",
    "wsls": "pavlov",
    "tf2t": "tit-for-two-tats",
    "2tft": "two-tits-for-tat",
    "stft": "suspicious-tit-for-tat",
}


def automaton(name: str) -> Automaton:
    """The strategy of this name, or a pattern such as CCD that is played over and over.

    Parameters
    ----------
    name : str
        A name such as tit-for-tat, grim-trigger or pavlov; or letters C and D.

    Returns
    -------
    Automaton
        The strategy.

    Examples
    --------
    >>> automaton("CCD").moves
    (0, 0, 1)
    >>> automaton("tit for tit")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: unknown strategy 'tit for tit'; did you mean 'tit-for-tat'?
    """
    key = canonical_name(str(name))
    key = ALIASES.get(key, key)
    if key in AUTOMATA:
        return Automaton(key, *AUTOMATA[key])
    pattern = key.upper()
    if pattern and set(pattern) <= {"C", "D"} and len(pattern) <= LONGEST:
        size = len(pattern)
        after = tuple(((k + 1) % size, (k + 1) % size) for k in range(size))
        return Automaton(pattern, tuple("CD".index(letter) for letter in pattern), after)
    near = did_you_mean(key, [*AUTOMATA, *ALIASES]) or f"; known: {', '.join(AUTOMATA)}"
    raise GameError(f"unknown strategy {name!r}{near}")
