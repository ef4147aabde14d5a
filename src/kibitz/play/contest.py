"""One game between players, by the rules, with chance drawn from a seed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from kibitz.core.display import Displayable
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.core.spelling import count_of
from kibitz.play.players import Forfeit, Player, is_legal
from kibitz.rules.fault import chances
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Move, Position, Rules
from kibitz.search.monte_carlo.payoff_range import with_bounds

MOST_MOVES = 10_000
CHANCE_NAME = "chance"


@dataclass(frozen=True, slots=True)
class Played:
    """One move of a game: by whom (a seat, or CHANCE), in the game's notation, and how long."""

    seat: int
    player: str
    move: str
    seconds: float = field(default=0.0, compare=False)

    def __str__(self) -> str:
        return f"{self.player}: {self.move}"


def result_of(players: Sequence[str], payoffs: Sequence[Number], zero_sum: bool = True) -> str:
    """Who has won a game that paid this, in words.

    Parameters
    ----------
    players : sequence of str
        The name of the player in each seat; "you" is the person who reads it.
    payoffs : sequence of numbers
        What each seat was paid.
    zero_sum : bool, default True
        Whether one wins what the others lose; else it is said what each gets.

    Returns
    -------
    str
        The result.

    Examples
    --------
    >>> result_of(["you", "Bob"], [1, -1]), result_of(["you", "Bob"], [-1, 1])
    ('you win', 'Bob wins')
    >>> result_of(["Ann", "Bob"], [0, 0]), result_of(["you"], [12])
    ('a draw', 'you get 12')
    >>> result_of(["you", "Bob"], [3, 1], zero_sum=False)
    'you get 3, Bob gets 1'
    """
    if not zero_sum and len(payoffs) > 1:
        pairs = zip(players, payoffs, strict=True)
        return ", ".join(f"{n} {'get' if n == 'you' else 'gets'} {show(x)}" for n, x in pairs)
    best = _winners(payoffs)
    names = " and ".join(players[k] for k in best)
    ending = "s" if len(best) == 1 and names != "you" else ""
    if len(payoffs) == 1:
        return f"{names} get{ending} {show(payoffs[0])}"
    return "a draw" if len(best) == len(payoffs) else f"{names} win{ending}"


def _winners(payoffs: Sequence[Number]) -> tuple[int, ...]:
    return tuple(k for k, paid in enumerate(payoffs) if paid == max(payoffs))


@dataclass(frozen=True, slots=True)
class PlayedGame(Displayable):
    """A game that was played: the moves, what each seat got, and how it ended."""

    rules: Rules
    players: tuple[str, ...]
    moves: tuple[Played, ...]
    payoffs: tuple[Number, ...]
    ending: str
    position: Position
    forfeited: int | None = None
    """The seat that could not go on, or gave up."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that got the most; all of them after a draw."""
        return _winners(self.payoffs)

    @property
    def result(self) -> str:
        return result_of(self.players, self.payoffs, self.rules.zero_sum)

    @property
    def outcome(self) -> str:
        """How it ended, who has won, and what each got."""
        pairs = zip(self.players, self.payoffs, strict=True)
        paid = f" ({', '.join(f'{name} {show(x)}' for name, x in pairs)})"
        return f"{self.ending}: {self.result}{paid if self.rules.zero_sum else ''}"

    def __str__(self) -> str:
        lines = [self.rules.name, *(f"  {move}" for move in self.moves)]
        return "\n".join([*lines, self.outcome])

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "contest",
            "game": self.rules.name,
            "players": list(self.players),
            "moves": [
                {"seat": None if m.seat < 0 else m.seat, "player": m.player, "move": m.move}
                for m in self.moves
            ],
            "payoffs": [x if isinstance(x, float) else show(x) for x in self.payoffs],
            "winners": list(self.winners),
            "ending": self.ending,
            "forfeited": self.forfeited,
            "position": self.rules.show(self.position.state),
            "method": "play",
            "exact": not any(isinstance(x, float) for x in self.payoffs),
        }


def contest(
    game: Rules | Position,
    players: Sequence[Player],
    seed: int = 0,
    longest: int | None = None,
    watch: Callable[[Position, Played], None] | None = None,
) -> PlayedGame:
    """Let players, one for each seat, play to the end.

    A player that fails or makes an illegal move forfeits.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    players : sequence of Player
        One player for each seat.
    seed : int, default 0
        Random seed.
    longest : int, optional
        The number of moves after which the game is a draw; None forbids endless games.
    watch : callable, optional
        A function called with every move as it is made.

    Returns
    -------
    PlayedGame
        The moves and the result.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> from kibitz.play import agent
    >>> rules = TakeAway(5)
    >>> print(contest(rules, [agent("perfect", rules), agent("random", rules, seed=1)]))
    TakeAway
      perfect: 1
      random: 1
      perfect: 3
    the game is over: perfect wins (perfect 1, random -1)
    """
    here = game if isinstance(game, Position) else game.position()
    rules = here.rules
    if len(players) != rules.players:
        raise GameError(
            f"{rules.name}: {count_of(len(players), 'player')} for "
            f"{count_of(rules.players, 'seat')}"
        )
    if longest is not None and longest < 1:
        raise GameError(f"longest={longest}; it must be at least 1")
    return play_out(Referee(players, Random(f"chance {seed}"), watch), here, longest)


def play_out(
    referee: Referee, here: Position, longest: int | None = None, most: int = MOST_MOVES
) -> PlayedGame:
    """Play from a position to the end, or until a seat stops or a position returns too often."""
    seen = Counter([here.state[0]]) if here.rules.repeats else Counter()
    while here.player != OVER:
        if len(referee.moves) >= (longest or most):
            return referee.called_off(here, longest, most)
        try:
            here = referee.step(here)
        except Stopped as stop:
            return referee.forfeited(here, stop)
        if here.rules.repeats and here.player != OVER:
            seen[here.state[0]] += 1
            if seen[here.state[0]] == here.rules.repeats:
                ending = f"the same position came up {here.rules.repeats} times"
                return referee.finish(here, (0,) * here.rules.players, ending)
    return referee.finish(here, here.payoffs, "the game is over")


class Stopped(Exception):
    """A seat cannot or will not continue."""

    def __init__(self, seat: int, ending: str) -> None:
        super().__init__(ending)
        self.seat, self.ending = seat, ending


class Referee:
    """Asks players for moves, draws chance, and keeps the record."""

    def __init__(
        self,
        players: Sequence[Player],
        random: Random,
        watch: Callable[[Position, Played], None] | None = None,
    ) -> None:
        self.players, self.random, self.watch = players, random, watch
        self.moves: list[Played] = []

    def step(self, here: Position) -> Position:
        """The position after the next move."""
        if here.player == CHANCE:
            return self._chance(here)
        if here.player == SIMULTANEOUS:
            return self._together(here)
        move, spent = self.ask(here, here.player)
        rules, state = here.rules, here.state
        after = Position(rules, rules.play(state, move), (*here.history, move))
        self._note(after, here.player, rules.show_move(state, move), spent)
        return after

    def ask(self, here: Position, seat: int) -> tuple[Move, float]:
        """A legal move of a seat, and the time it took; Stopped when there is none."""
        player = self.players[seat]
        began = time.monotonic()
        try:
            move = player.choose(here, seat)
        except Forfeit as error:
            raise Stopped(seat, f"{player.name} forfeits ({error})") from None
        if move is None:
            raise Stopped(seat, f"{player.name} gave up")
        if not is_legal(here, seat, move):
            raise Stopped(seat, f"{player.name} forfeits (no move {move!r} here)")
        return move, time.monotonic() - began

    def _chance(self, here: Position) -> Position:
        outcomes = chances(here.rules, here.state)
        weights = [float(weight) for _, weight in outcomes]
        move = self.random.choices([m for m, _ in outcomes], weights)[0]
        after = here.play(move)
        self._note(after, CHANCE, here.rules.show_move(here.state, move), 0.0)
        return after

    def _together(self, here: Position) -> Position:
        chosen = [self.ask(here, seat) for seat in range(here.rules.players)]
        moves = tuple(move for move, _ in chosen)
        after = Position(
            here.rules, here.rules.play_together(here.state, moves), (*here.history, moves)
        )
        for seat, (move, spent) in enumerate(chosen):
            self._note(after, seat, str(move), spent)
        return after

    def _note(self, after: Position, seat: int, move: str, spent: float) -> None:
        name = self.players[seat].name if seat >= 0 else CHANCE_NAME
        self.moves.append(Played(seat, name, move, spent))
        if self.watch is not None:
            self.watch(after, self.moves[-1])

    def finish(
        self, here: Position, payoffs: tuple[Number, ...], ending: str, seat: int | None = None
    ) -> PlayedGame:
        names = tuple(player.name for player in self.players)
        return PlayedGame(here.rules, names, tuple(self.moves), payoffs, ending, here, seat)

    def forfeited(self, here: Position, stop: Stopped) -> PlayedGame:
        """The seat that stopped gets the least that the rules pay, the others the most."""
        least, most = _bounds(here.rules)
        payoffs = [most] * here.rules.players
        payoffs[stop.seat] = least
        if here.rules.zero_sum and here.rules.players > 1:
            share: Any = -least
            others = here.rules.players - 1
            exact = isinstance(share, (int, Fraction))
            each = Fraction(share) / others if exact else share / others
            payoffs = [share if others == 1 else each] * here.rules.players
            payoffs[stop.seat] = least
        return self.finish(here, tuple(payoffs), stop.ending, stop.seat)

    def called_off(self, here: Position, longest: int | None, most: int = MOST_MOVES) -> PlayedGame:
        if longest is None:
            raise GameError(
                f"{here.rules.name}: not over after {count_of(most, 'move')}; add a rule that "
                "ends the game, "
                "or give longest=, after which games are drawn"
            )
        return self.finish(
            here, (0,) * here.rules.players, f"called off after {count_of(longest, 'move')}"
        )


def _bounds(rules: Rules) -> tuple[Any, Any]:
    """The least and the most that the rules pay, or that they were seen to pay."""
    with suppress(GameError):
        return with_bounds(rules.position()).rules.payoff_bounds or (-1, 1)
    return (-1, 1)


def close(players: Sequence[Player]) -> None:
    """Let go of players that hold something, such as the process of an engine."""
    for player in players:
        let_go = getattr(player, "close", None)
        if let_go is not None:
            let_go()
