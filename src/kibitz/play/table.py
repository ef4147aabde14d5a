"""A game in progress as plain data: who sits where, and what happened so far.

Whoever shows a game, be it a page or a program elsewhere, keeps the record and hands it back
with the next move; nothing else has to be remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from kibitz.combinatorial.in_turns import InTurns
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.play.board import read_move, seen
from kibitz.play.contest import CHANCE_NAME, result_of
from kibitz.play.players import Player, notation, options
from kibitz.rules.fault import chances
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Position, Rules

MOST_STEPS = 2_000
"""Moves of the others in a row."""

Event = list[Any]
"""A seat with a move, CHANCE with the number of an outcome, or SIMULTANEOUS with all moves."""


@dataclass
class Table:
    """A game under way.

    Parameters
    ----------
    rules : Rules
        The rules.
    players : sequence of Player or None
        One for each seat; None is a person.
    seed : int
        From which chance is drawn.
    record : sequence of events
        What happened so far.

    Examples
    --------
    >>> from kibitz.play import agent
    >>> from kibitz.rules.examples import TakeAway
    >>> rules = TakeAway(7)
    >>> table = Table(rules, [None, agent("perfect", rules)])
    >>> table.play("2")
    >>> table.record
    [[0, '2'], [1, '1']]
    >>> Table(rules, table.players, record=table.record).position == table.position
    True
    """

    rules: Rules
    players: Sequence[Player | None]
    seed: int = 0
    record: Sequence[Event] = ()

    def __post_init__(self) -> None:
        if len(self.players) != self.rules.players:
            raise GameError(
                f"{self.rules.name}: {count_of(len(self.players), 'player')} for "
                f"{count_of(self.rules.players, 'seat')}"
            )
        happened, self.record = self.record, []
        self.position = self.rules.position()
        for event in happened:
            self._happen(event)
        self._go_on()

    @property
    def is_over(self) -> bool:
        """Whether no one has a move any more."""
        return self.position.player == OVER

    @property
    def seat(self) -> int:
        """Where the person sits who has to move; the first person when the game is over."""
        mover = self.position.player
        people = [seat for seat, player in enumerate(self.players) if player is None]
        return mover if mover >= 0 else people[0] if people else 0

    @property
    def is_hidden(self) -> bool:
        """Whether there is something that not everyone sees."""
        return bool(self.rules.has("information_state"))

    @property
    def moves(self) -> list[str]:
        """What the person to move can do, in the game's notation."""
        return [] if self.is_over else notation(self.position, self.seat)

    def first_moves(self, most: int) -> list[str]:
        """The first of them, without listing all where they are too many."""
        if self.is_over:
            return []
        if isinstance(self.rules, InTurns):
            return self.rules.show_moves(self.position.state, most)
        return self.moves[:most]

    @property
    def seen(self) -> str:
        """What the person to move sees; all of it at the end."""
        return (
            self.rules.show(self.position.state) if self.is_over else seen(self.position, self.seat)
        )

    @property
    def log(self) -> list[str]:
        """The moves so far, a line each, without what the person cannot see."""
        lines = []
        for here, (who, what) in zip(self.positions(), self.record, strict=False):
            if who == CHANCE:
                if not self.is_hidden or self.is_over:
                    outcome = chances(self.rules, here.state)[int(what)][0]
                    lines.append(f"{CHANCE_NAME}: {self.rules.show_move(here.state, outcome)}")
            elif who == SIMULTANEOUS:
                lines_shown = (f"{self.rules.player_name(k)}: {m}" for k, m in enumerate(what))
                lines.append(", ".join(lines_shown))
            else:
                lines.append(f"{self.rules.player_name(who)}: {what}")
        return lines

    @property
    def result(self) -> str:
        """Who has won, in a sentence; a person who plays alone against the others is "you".

        Where one may win without the other's loss, it says what each gets.
        """
        if not self.is_over:
            return ""
        names = [self.rules.player_name(k) for k in range(self.rules.players)]
        if list(self.players).count(None) == 1:
            names[list(self.players).index(None)] = "you"
        if self._is_alone:
            verb = "get" if names[0] == "you" else "gets"
            return f"{names[0].capitalize()} {verb} {show(self.position.payoffs[0])}."
        result = result_of(names, self.position.payoffs, self.rules.zero_sum)
        return "The game is a draw." if result == "a draw" else f"{result[0].upper()}{result[1:]}."

    @property
    def _is_alone(self) -> bool:
        """Whether only the first ever had a choice, simultaneously with others who had none."""
        together = [here for here in self.positions() if here.player == SIMULTANEOUS]
        return bool(together) and all(
            len(options(here, seat)) < 2
            for here in together
            for seat in range(1, len(self.players))
        )

    def play(self, text: str) -> None:
        """Make a move of the person whose turn it is, and let the others continue."""
        if self.is_over:
            raise GameError("the game is over; take back a move or start again")
        seat, here = self.seat, self.position
        move = read_move(here, seat, text)
        if here.player == SIMULTANEOUS:
            chosen = [
                move if k == seat else self._asked(player, k)
                for k, player in enumerate(self.players)
            ]
            self._happen([SIMULTANEOUS, [self._text(k, m) for k, m in enumerate(chosen)]])
        else:
            self._happen([seat, self._text(seat, move)])
        self._go_on()

    def back(self) -> None:
        """Take the person's last move back, and all that followed."""
        if self.is_hidden:
            raise GameError("moves cannot be taken back in games with hidden information")
        own = self._own_moves
        if not own:
            raise GameError("you have no move to take back")
        self.record = list(self.record)[: own[-1]]
        self.__post_init__()

    @property
    def can_go_back(self) -> bool:
        """Whether a person has a move to take back."""
        return not self.is_hidden and bool(self._own_moves)

    @property
    def _own_moves(self) -> list[int]:
        """Where in the record people have moved."""
        return [k for k, (who, _) in enumerate(self.record) if self._is_person(who)]

    def positions(self) -> list[Position]:
        """Every position from the start to now."""
        here = self.rules.position()
        found = [here]
        for event in self.record:
            here = _after(here, event)
            found.append(here)
        return found

    def _is_person(self, who: int) -> bool:
        return who == SIMULTANEOUS or (who >= 0 and self.players[who] is None)

    def _text(self, seat: int, move: Any) -> str:
        here = self.position
        if here.player == SIMULTANEOUS:
            return str(move)
        return self.rules.show_move(here.state, move)

    def _asked(self, player: Player | None, seat: int) -> Any:
        if player is None:
            raise GameError("two people cannot make simultaneous moves at one screen")
        move = player.choose(self.position, seat)
        if move is None:
            raise GameError(f"{player.name} gave up")
        return move

    def _happen(self, event: Event) -> None:
        self.position = _after(self.position, event)
        self.record = [*self.record, event]

    def _go_on(self) -> None:
        """Let chance and the players move until a person has to."""
        for _ in range(MOST_STEPS):
            mover = self.position.player
            if mover == OVER:
                return
            if mover == CHANCE:
                self._draw()
            elif mover == SIMULTANEOUS:
                if None in self.players:
                    return
                moves = [self._asked(player, k) for k, player in enumerate(self.players)]
                self._happen([SIMULTANEOUS, [str(move) for move in moves]])
            elif (player := self.players[mover]) is None:
                return
            else:
                self._happen([mover, self._text(mover, self._asked(player, mover))])
        raise GameError(f"{self.rules.name}: no person is asked for {MOST_STEPS:,} moves")

    def _draw(self) -> None:
        outcomes = chances(self.rules, self.position.state)
        random = Random(f"{self.seed} {len(self.record)}")
        weights = [float(weight) for _, weight in outcomes]
        self._happen([CHANCE, random.choices(range(len(outcomes)), weights)[0]])


def _after(here: Position, event: Event) -> Position:
    """The position after an event of a record; refused where it could not happen."""
    try:
        who, what = event
        if who == CHANCE and here.player == CHANCE:
            return here.play(chances(here.rules, here.state)[int(what)][0])
        if who == SIMULTANEOUS and here.player == SIMULTANEOUS:
            named = [
                dict(zip(notation(here, k), options(here, k), strict=True))
                for k in range(here.rules.players)
            ]
            moves = tuple(named[k][text] for k, text in enumerate(what))
            state = here.rules.play_together(here.state, moves)
            return Position(here.rules, state, (*here.history, moves))
        if who == here.player and who >= 0:
            move = here.rules.read_move(here.state, str(what))
            return Position(here.rules, here.rules.play(here.state, move), (*here.history, move))
    except (IndexError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, GameError):
            raise
    raise GameError("this record does not fit the game; start again")
