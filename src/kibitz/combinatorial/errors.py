"""What can go wrong in a search of positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kibitz.core.errors import GameError


class CycleError(GameError):
    """A position can be reached again from itself; ``cycle`` lists the positions on the way."""

    def __init__(self, cycle: Sequence[Any], show: Callable[[Any], str] = str) -> None:
        self.cycle = tuple(cycle)
        round_trip = [show(p) for p in (*self.cycle, self.cycle[0])]
        if len(round_trip) > 8:
            round_trip[4:-3] = ["..."]
        super().__init__(
            f"play can cycle, {' → '.join(round_trip)}, so there is no nimber; use outcome(), "
            "which may be T (tied), or loopy_value()"
        )


class LimitError(GameError):
    """A search needs more positions than it may keep."""


def require_hashable(position: Any) -> None:
    """Refuse a position that cannot be looked up."""
    try:
        hash(position)
    except TypeError:
        raise GameError(
            f"the position {position!r} cannot be hashed; use tuples and frozensets instead of "
            "lists and sets"
        ) from None


def misread(position: Any, options: Any, error: TypeError) -> Exception:
    """What was wrong with the options of a position; the error itself when they were in order."""
    if not hasattr(options, "__iter__"):
        return no_list(position, options)
    for option in options:
        if (wrong := unhashable(position, option)) is not None:
            return wrong
    require_hashable(position)
    return error


def unhashable(position: Any, option: Any) -> GameError | None:
    """The error for an option that cannot be looked up; None when it can."""
    try:
        hash(option)
    except TypeError:
        return GameError(
            f"the option {option!r} of {position!r} cannot be hashed; use tuples and "
            "frozensets instead of lists and sets"
        )
    return None


def no_list(position: Any, options: Any) -> GameError:
    """The error for options that are not a list of positions."""
    return GameError(
        f"the options of {position!r} are {options!r}; give a list of positions, empty at the "
        "end of the game"
    )


def no_nimbers(name: str) -> GameError:
    """The error for a game in misère play that is asked for nimbers."""
    return GameError(
        f"{name}: nimbers are defined for normal play only; in misère play use outcome() and "
        "winning_moves()"
    )
