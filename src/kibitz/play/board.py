"""A board in the terminal: games with moves, with people at some of the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.play.adapters.text_protocol import history
from kibitz.play.contest import Played, PlayedGame, Referee, Stopped
from kibitz.play.players import (
    MixedPlayer,
    Player,
    PolicyPlayer,
    ProfilePlayer,
    is_legal,
    notation,
    options,
)
from kibitz.play.specs import at_once, recurs, solved
from kibitz.rules.game import OVER, SIMULTANEOUS, Move, Position, Rules
from kibitz.rules.notation import read_moves
from kibitz.search.alpha_beta.exact import small_search
from kibitz.search.methods import automatic, prepare
from kibitz.search.perfect import Perfect
from kibitz.search.result import SearchResult
from kibitz.search.search import Search

THINKING = 1.0
"""Seconds for a hint."""
NEVER = 1e-9
"""How often a move is made that an equilibrium does not make."""
LONGEST = 12
"""Characters of a fraction that people read."""
HELP = (
    "type a move in the game's notation, or all moves of a turn; ? is a hint, a an analysis of "
    "all moves, u takes back your last move, l lists the moves, b shows the board, s shows "
    "how to resume later, q gives up. Where a letter is a move, type the word: analysis, "
    "board, save"
)
Adviser = ProfilePlayer | MixedPlayer
"""Who knows a strategy, and how often it makes each move."""
GIVING_UP = ("q", "quit", "exit", "resign")
TAKING_BACK = ("u", "undo")


@dataclass(frozen=True)
class PlayConsole:
    """Where a person sits: the next line typed (None at the end), and what is shown."""

    read: Callable[[str], str | None]
    say: Callable[[str], None]
    show: Callable[[str, str], None]
    """Shows a board under a title."""
    lingers: bool = False
    """Whether the person stays when the game is over, and may take the last move back."""
    record: Callable[[Position], str] = lambda position: " ".join(history(position))
    """How to come back to a position."""
    moved: Callable[[str], None] = lambda board: None
    """Receives the board before every move, so that the next one can mark what the move changed."""


class TakeBack(Exception):
    """The person at a seat wants the last move back."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat


class Human:
    """Asks a person for moves, and answers questions in between."""

    def __init__(
        self, desk: PlayConsole, name: str = "you", adviser: Adviser | None = None
    ) -> None:
        self.name = name
        self._desk = desk
        self._adviser = adviser
        self._ahead: list[Move] = []
        """Moves of this turn that were typed already."""

    def choose(self, position: Position, seat: int) -> Move | None:
        if self._ahead and self._ahead[0] in options(position, seat):
            return self._ahead.pop(0)
        self._ahead = []
        self._board(position, seat)
        while True:
            typed = self._desk.read(f"{self.name}> ")
            word = "q" if typed is None else typed.strip()
            if word in notation(position, seat):
                return read_move(position, seat, word)
            if word.lower() in GIVING_UP:
                return None
            if word.lower() in TAKING_BACK:
                raise TakeBack(seat)
            try:
                if not self._answered(word.lower(), position, seat):
                    move, *self._ahead = read_turn(position, seat, word)
                    return move
            except GameError as error:
                self._desk.say(str(error))

    def _answered(self, word: str, position: Position, seat: int) -> bool:
        """Whether what was typed is a question, which is then answered."""
        if word in ("?", "hint"):
            self._desk.say(hint(position, seat, self._adviser))
        elif word in ("a", "analyze", "analyze", "analysis"):
            self._desk.say(analysis(position))
        elif word in ("l", "list", ""):
            self._desk.say("moves: " + ", ".join(notation(position, seat)))
        elif word in ("b", "board"):
            self._board(position, seat)
        elif word in ("h", "help"):
            self._desk.say(HELP)
        elif word in ("s", "save"):
            self._desk.say(self._record(position))
        else:
            return False
        return True

    def _record(self, position: Position) -> str:
        if position.rules.has("information_state"):
            return "the moves so far would reveal what is hidden"
        return self._desk.record(position)

    def _board(self, position: Position, seat: int) -> None:
        self._desk.show(f"{position.rules.player_name(seat)} to move", seen(position, seat))


def seen(position: Position, seat: int) -> str:
    """The position as the seat sees it.

    >>> from kibitz.poker.kuhn import Kuhn
    >>> seen(Kuhn().position("JK"), 0)
    'J'
    """
    if position.rules.has("information_state"):
        return position.rules.show_view(position.state, seat)
    return position.rules.show(position.state)


def read_move(position: Position, seat: int, text: str) -> Move:
    """The move that was typed.

    >>> from kibitz.rules.examples import TakeAway
    >>> read_move(TakeAway(4).position(), 0, "4")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: TakeAway: no move '4' here; the moves are: 1, 2, 3
    """
    if position.player != SIMULTANEOUS:
        move = position.rules.read_move(position.state, text)
        if is_legal(position, seat, move):
            return move
        raise GameError(
            f"{position.rules.name}: no move {text!r:.40} here; the moves are: "
            f"{', '.join(notation(position, seat)[:12])}"
        )
    here = dict(zip(notation(position, seat), options(position, seat), strict=True))
    if text not in here:
        raise GameError(f"no choice {text!r:.40} here; the choices are: {', '.join(here)}")
    return here[text]


def read_turn(position: Position, seat: int, text: str) -> list[Move]:
    """The move that was typed, or all moves of a turn in a line.

    >>> import kibitz
    >>> here = kibitz.game("backgammon").position("white 3-1")
    >>> len(read_turn(here, 0, "8/5 6/5"))
    2
    """
    try:
        return [read_move(position, seat, text)]
    except GameError as error:
        if position.player == SIMULTANEOUS or not text.strip():
            raise
        words = text.split()
        try:
            after = read_moves(position, words, seat)
        except GameError as other:
            raise (error if len(words) == 1 else other) from None
    return list(after.history[len(position.history) :])


def hint(
    position: Position,
    seat: int,
    adviser: Adviser | None = None,
    value: Callable[[Position], SearchResult] | None = None,
) -> str:
    """A move to make, and why; by ``value`` where positions are searched.

    >>> from kibitz.rules.examples import TakeAway
    >>> hint(TakeAway(6).position(), 0)
    '2 wins with best play; then 1 3'
    """
    if position.rules.has("information_state"):
        if adviser is not None:
            return _shares(adviser.odds(position, seat))
        if position.rules.has("choices"):
            return (
                "there are no hints with hidden information, unless you play against an "
                "equilibrium (perfect)"
            )
    if position.rules.has("choices"):
        return _shares(at_once(position.rules).odds(position, seat))
    if recurs(position.rules):
        return PolicyPlayer(solved(position.rules)).advice(position)
    found = (value or searched)(position)
    after = f"; then {' '.join(found.shown_line[1:9])}" if len(found.line) > 1 else ""
    source = f" ({found.method})" if "book" in found.method else ""
    return f"{found.shown_move} {_verdict(found)}{after}{source}"


def _shares(odds: dict[str, Any]) -> str:
    """How often an equilibrium makes each move, those that it makes at all.

    >>> from fractions import Fraction
    >>> _shares({"check": Fraction(2, 3), "bet": Fraction(1, 3)})
    'an equilibrium mixes: check 2/3, bet 1/3'
    >>> _shares({"check": 1, "bet": 0})
    'an equilibrium always plays check'
    """
    made = {move: p for move, p in odds.items() if p > NEVER}
    if len(made) == 1:
        return f"an equilibrium always plays {next(iter(made))}"
    return "an equilibrium mixes: " + ", ".join(f"{m} {in_short(p)}" for m, p in made.items())


def in_short(value: Number) -> str:
    """A number as people read it: three digits for a float or a long fraction.

    >>> from fractions import Fraction
    >>> in_short(Fraction(-1, 18)), in_short(Fraction(10**9 + 1, 10**10)), in_short(-0.0001)
    ('-1/18', '0.1', '0')
    """
    if isinstance(value, float) or len(shown := show(value)) > LONGEST:
        return f"{round(float(value), 3) + 0.0:.3g}"
    return shown


def _verdict(result: SearchResult) -> str:
    value, rules = result.value, result.position.rules
    if isinstance(value, tuple) or not rules.is_opposed:
        return f"{'is best' if result.is_exact else 'looks best'} ({result.method})"
    own = value if result.position.player == 0 else -value
    if not result.is_exact:
        return f"looks best, worth about {round(float(own), 6) + 0.0:+.3g} to you (an estimate)"
    return f"{'wins' if own > 0 else 'loses' if own < 0 else 'draws'} with best play"


def analysis(position: Position) -> str:
    """Every move with what it is worth, best first."""
    if position.rules.has("choices"):
        return "simultaneous moves cannot be analyzed; a hint gives the probability of each choice"
    if recurs(position.rules):
        return PolicyPlayer(solved(position.rules)).advice(position)
    if automatic(position.rules) == "principal-variation":
        return str(Search(position).analyze(2 * THINKING))
    return str(searched(position))


def searched(position: Position, seconds: float = THINKING) -> SearchResult:
    """The best move and its value, exactly where that is quick, else after a moment of search.

    >>> from kibitz.rules.examples import TakeAway
    >>> searched(TakeAway(6).position()).shown_move
    '2'
    """
    if position.rules.has("information_state"):
        return prepare("information-set-mcts", position.rules)(position)
    if position.rules.has("known"):
        return Search(position).analyze(seconds)
    if automatic(position.rules) == "principal-variation":
        with suppress(GameError):
            return small_search(position.rules).solve(position)
    elif not position.rules.searched_by:
        with suppress(GameError):
            return Perfect(position.rules, seconds).solve(position)
    return prepare(automatic(position.rules), position.rules, seconds=seconds)(position)


def play_at_board(
    game: Rules | Position, players: Sequence[Player], desk: PlayConsole, seed: int | None = None
) -> PlayedGame:
    """Play to the end with people at some seats, who may take moves back.

    Chance falls as it did before when a move is taken back.
    """
    here = game if isinstance(game, Position) else game.position()
    table = _Table(here.rules, players, desk, seed)
    while True:
        done = table.play_out(here)
        back = table.asked_back(done)
        if back is None:
            return done
        here = back


class _Table:
    """A game at the board, with its past."""

    def __init__(
        self, rules: Rules, players: Sequence[Player], desk: PlayConsole, seed: int | None
    ) -> None:
        self.rules, self.players, self.desk = rules, players, desk
        random = Random() if seed is None else Random(f"chance {seed}")
        self.referee = Referee(players, random, self._watch)
        self.past: list[tuple[Position, int, Any]] = []
        """Positions, with how many moves were made and how chance stood."""

    def _watch(self, after: Position, played: Played) -> None:
        person = played.seat >= 0 and isinstance(self.players[played.seat], Human)
        if self.past and not self.rules.has("information_state"):
            self.desk.moved(self.rules.show(self.past[-1][0].state))
        if not self.rules.has("information_state") and not person:
            self.desk.say(str(played))

    def play_out(self, here: Position) -> PlayedGame:
        while here.player != OVER:
            try:
                luck = self.referee.random.getstate()
                self.past.append((here, len(self.referee.moves), luck))
                here = self.referee.step(here)
            except Stopped as stop:
                return self.referee.forfeited(here, stop)
            except TakeBack as wish:
                self.past.pop()
                here = self._taken_back(wish.seat, here)
        self.desk.show("the game is over", self.rules.show(here.state))
        return self.referee.finish(here, here.payoffs, "the game is over")

    def asked_back(self, done: PlayedGame) -> Position | None:
        """Where the game continues, if a person wants the last move back after its end."""
        people = [
            seat
            for position, _, _ in self.past
            for seat, player in enumerate(self.players)
            if isinstance(player, Human) and _moves(position, seat)
        ]
        hidden = self.rules.has("information_state")
        if not self.desk.lingers or hidden or not people or done.forfeited is not None:
            return None
        typed = self.desk.read(f"{done.result}; u takes back your last move, Enter ends> ")
        if typed is None or typed.strip().lower() not in TAKING_BACK:
            return None
        return self._taken_back(people[-1], done.position)

    def _taken_back(self, seat: int, here: Position) -> Position:
        """The position of the seat's move before; where there is none, this one again."""
        earlier = [k for k, (position, _, _) in enumerate(self.past) if _moves(position, seat)]
        if not earlier:
            self.desk.say("you have no move to take back")
            return here
        if here.rules.has("information_state"):
            self.desk.say("moves cannot be taken back in games with hidden information")
            return here
        back, count, luck = self.past[earlier[-1]]
        del self.past[earlier[-1] :]
        del self.referee.moves[count:]
        self.referee.random.setstate(luck)
        return back


def _moves(position: Position, seat: int) -> bool:
    return position.player == seat or position.player == SIMULTANEOUS
