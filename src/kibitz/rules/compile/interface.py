"""What an algorithm may ask of a game: names for the files of algorithms to import.

:func:`kibitz.rules.compile.machine.machine` puts the functions of a real game in their place.
"""

from __future__ import annotations

from typing import Any

PLAYERS: int = 2
MOST_MOVES: int = 256
KEY_WORDS: int = 1
"""How many words ``write_key`` writes."""
STATE_WORDS: int = 1
"""How many words ``write_state`` writes."""
VIEW_WORDS: int = 1
"""How many words ``write_view`` writes."""
LEAST: Any = 0
MOST: Any = 0
"""The bounds of payoffs; both 0 where they are not known."""
HAS_CHANCE: bool = False
HAS_EVALUATE: bool = False
HAS_ORDER: bool = False
HAS_NOISY: bool = False
HAS_CANDIDATES: bool = False
HAS_LIMITS: bool = False
HAS_NULL_MOVE: bool = False
HAS_PICK: bool = False
HAS_INFORMATION_STATE: bool = False
HAS_KEY: bool = False


def player(state: Any) -> int:
    """Who is to move, or OVER, CHANCE, SIMULTANEOUS."""
    raise NotImplementedError


def moves(state: Any, out: Any) -> int:
    """Write the moves into an array; their number."""
    raise NotImplementedError


def chance(state: Any, out: Any, top: Any, bottom: Any) -> int:
    """Write what chance may do, and numerators and denominators (0: the numerator is a float)."""
    raise NotImplementedError


def play(state: Any, move: int) -> Any:
    """The state after a move."""
    raise NotImplementedError


def payoff(state: Any, who: int) -> Any:
    """What a player gets at the end."""
    raise NotImplementedError


def evaluate(state: Any, who: int) -> Any:
    """An estimate of what a player will get; 0 when the game gives none."""
    raise NotImplementedError


def order(state: Any, move: int) -> int:
    """How promising a move looks; 0 when the game does not say."""
    raise NotImplementedError


def noisy(state: Any, move: int) -> bool:
    """Whether to look beyond this move; False when the game does not say."""
    raise NotImplementedError


def candidates(state: Any, out: Any) -> int:
    """Write moves among which a best one is; all moves when the game does not say."""
    raise NotImplementedError


def limits(state: Any) -> tuple[float, float]:
    """Bounds of what player 0 can still get; the payoff bounds when the game does not say."""
    raise NotImplementedError


def pick(state: Any, lot: Any) -> int:
    """The move that a lot from 0 to 2**32 - 1 falls on, or -1 to draw again."""
    raise NotImplementedError


def null_move(state: Any) -> Any:
    """The state after a null move: the player to move passes."""
    raise NotImplementedError


def index(state: Any) -> int:
    """The number of a position among all; -1 where the game is over and has none."""
    raise NotImplementedError


def at_index(number: int) -> Any:
    """The position of a number."""
    raise NotImplementedError


def is_position(state: Any) -> bool:
    """Whether a state can stand on the board, and is the one that its number stands for."""
    raise NotImplementedError


def predecessors(state: Any, out: Any) -> int:
    """Write the numbers of positions that may lead here into an array; how many there are."""
    raise NotImplementedError


def converting(state: Any, out: Any) -> int:
    """Write the moves out of the layer, perhaps among others; all when the game does not say."""
    raise NotImplementedError


def comes_to(state: Any) -> tuple[Any, int, int]:
    """The position of an ending, whether players have changed places (-1: none), quiet plies."""
    raise NotImplementedError


def write_key(state: Any, out: Any) -> None:
    """Write the key of a position into an array of KEY_WORDS words."""
    raise NotImplementedError


def write_state(state: Any, out: Any) -> None:
    """Write a state into an array of STATE_WORDS words, all of it."""
    raise NotImplementedError


def read_state(row: Any) -> Any:
    """The state that was written."""
    raise NotImplementedError


def put_state(state: Any, store: Any, place: int) -> None:
    """Put a state into a store that ``Machine.room_for_states`` has made."""
    raise NotImplementedError


def take_state(store: Any, place: int) -> Any:
    """The state that was put there."""
    raise NotImplementedError


def write_view(state: Any, who: int, out: Any) -> None:
    """Write what a player sees into an array of VIEW_WORDS words."""
    raise NotImplementedError
