"""A position of a game with moves: the rules, the state, and the moves that led there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.core.display import Displayable
from kibitz.core.errors import GameError, nearest
from kibitz.core.extension import call
from kibitz.core.numbers import Number

if TYPE_CHECKING:
    from kibitz.pictures import Picture
    from kibitz.rules.game import Rules

State = Any
Move = Any

OVER = -1
"""The game is over, and ``payoffs`` says what each player gets."""
CHANCE = -2
"""Chance is to move: ``chance`` lists the outcomes with their probabilities."""
SIMULTANEOUS = -3
"""Players move simultaneously: ``choices`` lists what each may do, ``play_together`` does it."""
TOGETHER = SIMULTANEOUS
"""Another name for it."""


@dataclass(frozen=True)
class Position(Displayable):
    """A game at some point: the rules, the state, and the moves that led here.

    >>> from kibitz.rules.examples import TakeAway
    >>> here = TakeAway(4).position()
    >>> here.moves, here.play("3").moves, here.play(3).play(1).is_over
    ((1, 2, 3), (1,), True)
    """

    rules: Rules
    state: State
    history: tuple[Move, ...] = ()

    @property
    def player(self) -> int:
        """Who is to move, from 0; or OVER, CHANCE or SIMULTANEOUS."""
        return self.rules.player(self.state)

    @property
    def is_over(self) -> bool:
        return self.player == OVER

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the player to move, or what chance may do."""
        player = self.player
        if player == OVER:
            return ()
        if player == CHANCE:
            return tuple(move for move, _ in self.rules.chance(self.state))
        if player == SIMULTANEOUS:
            raise GameError(f"{self.rules.name}: players move simultaneously here; use choices()")
        return tuple(self.rules.moves(self.state))

    @property
    def payoffs(self) -> tuple[Number, ...]:
        """What each player gets; refused while the game continues."""
        if not self.is_over:
            raise GameError(f"{self.rules.name}: the game is not over, so there are no payoffs yet")
        return tuple(self.rules.payoffs(self.state))

    def play(self, move: Move | str) -> Position:
        """The position after a move, which may be typed as text; refused when it is not legal.

        Parameters
        ----------
        move : Move or str
            The move, as the rules write it or in the game's notation.
        """
        meant = move
        legal = self.moves
        if isinstance(move, str) and move not in legal:
            meant = self.rules.read_move(self.state, move)
        if meant not in legal:
            shown = [self.rules.show_move(self.state, m) for m in legal]
            raise GameError(f"{self.rules.name}: no move {move!r} here; {_listed(shown)}")
        return Position(self.rules, self.rules.play(self.state, meant), (*self.history, meant))

    def draw(self) -> Picture:
        """The board, the last move and who moves."""
        return call(self, "position_picture")

    def __str__(self) -> str:
        return self.rules.show(self.state)

    def _repr_svg_(self) -> str:
        return self.draw().svg


def match_move(rules: Rules, state: State, text: str) -> Move:
    """The legal move whose notation was typed, up to spaces and, if need be, case."""
    shown = {m: rules.show_move(state, m) for m in Position(rules, state).moves}
    plain = {m: "".join(notation.split()) for m, notation in shown.items()}
    wanted = "".join(text.split())
    exact = [m for m, notation in plain.items() if notation == wanted]
    loose = [m for m, notation in plain.items() if notation.casefold() == wanted.casefold()]
    for found in (exact, loose):
        if len(found) == 1:
            return found[0]
    names = list(shown.values())
    near = nearest(text, names)
    raise GameError(f"{rules.name}: no move {text!r:.40} here{near}; {_listed(names)}")


def _listed(names: list[str]) -> str:
    """The legal moves for someone who made another, or the first of many."""
    return "the moves are: " + ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
