"""Impartial games from a function that gives the options of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class OptionsGame(ImpartialGame):
    """A game whose rules are a function from a position to its options."""

    rule: Callable[[Any], Iterable[Any]]
    describe_move: Callable[[Any, Any], str] | None = field(default=None, kw_only=True)
    show_position: Callable[[Any], str] = field(default=str, kw_only=True)

    def __post_init__(self) -> None:
        if not callable(self.rule):
            raise GameError(
                f"options is {self.rule!r}; it must be a function from a position to the positions "
                "one move away"
            )
        # Searches call the rule itself, not a method around it.
        object.__setattr__(self, "options", self.rule)
        super().__post_init__()

    def options(self, position: Any) -> Iterable[Any]:
        return self.rule(position)

    def _moves(self, position: Any) -> Iterable[Move]:
        if self.describe_move is None:
            return super()._moves(position)
        words = self.describe_move
        return (Move(words(position, option), option) for option in self.rule(position))

    def show(self, position: Any) -> str:
        return self.show_position(position)

    @property
    def name(self) -> str:
        return self.title or "an impartial game"


def impartial(
    start: Any,
    options: Callable[[Any], Iterable[Any]],
    play: str = "normal",
    title: str = "",
    describe_move: Callable[[Any, Any], str] | None = None,
    show: Callable[[Any], str] = str,
) -> OptionsGame:
    """An impartial game from a start position and a function that gives the options of a position.

    The function may return any collection or yield the options one by one; a generator waits while
    the positions before its next option are searched, so it must not change what other calls see.

    Parameters
    ----------
    start : position
        The start.
    options : callable
        A function that gives the options of a position.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.
    title : str, optional
        A title for output.
    describe_move : callable, optional
        How a move is printed, from the positions before and after it.
    show : callable, default str
        How a position is printed.

    Returns
    -------
    OptionsGame
        The game.

    Examples
    --------
    >>> game = impartial(21, lambda n: [n - k for k in (1, 2, 3) if k <= n], play="misere")
    >>> game.outcome()
    'P'
    >>> impartial((2, 3), options=[1, 2])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: options is [1, 2]; it must be a function from a position to ...
    """
    return OptionsGame(
        start, options, play=play, title=title, describe_move=describe_move, show_position=show
    )
