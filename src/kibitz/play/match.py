"""A match: two agents, one game, and a transcript of what they did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from random import Random
from typing import Any

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.core.display import Displayable
from kibitz.play.agents import Agent, impartial_at
from kibitz.play.contest import Played, Referee, play_out
from kibitz.play.players import Player
from kibitz.rules.game import Position

MOST_TURNS = 100_000
SIDES = ("first", "second")


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One move of a match: by which side and which agent, what was done, and what it left."""

    side: str
    agent: str
    move: Move
    leaves: str

    def __str__(self) -> str:
        return f"{self.agent}: {self.move.description} → {self.leaves}"


@dataclass(frozen=True, slots=True)
class Match(Displayable):
    """What happened: the turns, who won ("first", "second" or None), and why it ended."""

    game: ImpartialGame
    players: tuple[str, str]
    turns: tuple[PlayedMove, ...]
    winner: str | None
    ending: str

    @property
    def winner_name(self) -> str | None:
        return None if self.winner is None else self.players[SIDES.index(self.winner)]

    def __str__(self) -> str:
        start = f"{self.game}"
        result = "a draw" if self.winner is None else f"{self.winner_name} wins"
        lines = [f"  {turn}" for turn in self.turns]
        return "\n".join([start, *lines, f"{self.ending}: {result}"])

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "match",
            "game": self.game.name,
            "play": self.game.play,
            "start": self.game.show(self.game.position),
            "players": dict(zip(SIDES, self.players, strict=True)),
            "turns": [
                {
                    "side": turn.side,
                    "player": turn.agent,
                    "move": turn.move.description,
                    "leaves": turn.leaves,
                }
                for turn in self.turns
            ],
            "winner": self.winner,
            "ending": self.ending,
            "method": "play",
            "exact": True,
        }


def play_match(
    game: ImpartialGame,
    first: Agent | Player,
    second: Agent | Player,
    watch: Callable[[PlayedMove], None] | None = None,
) -> Match:
    """Let two agents play to the end.

    A position that comes up for the third time makes it a tie.

    Parameters
    ----------
    game : ImpartialGame
        The position.
    first : Agent or Player
        The agent who moves first.
    second : Agent or Player
        The other agent.
    watch : callable, optional
        A function called with every turn as it is taken.

    Returns
    -------
    Match
        The turns and the winner.

    Examples
    --------
    >>> from kibitz.combinatorial.hackenbush import stalks
    >>> from kibitz.play import PerfectPlayer, RandomPlayer
    >>> match = play_match(stalks(1, 2), PerfectPlayer(1, "Ada"), RandomPlayer(1, "Bob"))
    >>> print(match)
    Green Hackenbush: stalks 1 2, normal play
      Ada: chop b1-b2 → stalks 1 1
      Bob: chop 0-a1 → stalks 0 1
      Ada: chop 0-b1 → stalks 0 0
    no move is left: Ada wins
    """
    names = (first.name, second.name)
    turns: list[PlayedMove] = []

    def note(after: Position, played: Played) -> None:
        move = Move(played.move, after.state[0])
        turns.append(PlayedMove(SIDES[played.seat], played.player, move, game.show(move.position)))
        if watch is not None:
            watch(turns[-1])

    rules = game.as_rules()
    referee = Referee([_seated(first), _seated(second)], Random(0), note)
    done = play_out(referee, rules.position(), most=MOST_TURNS)
    drawn = done.payoffs[0] == done.payoffs[1]
    winner = None if drawn else SIDES[done.winners[0]]
    ending = "no move is left" if done.position.is_over else done.ending
    return Match(game, names, tuple(turns), winner, ending)


class _Seat:
    """An agent that looks at an impartial game, at a seat of the game in turns."""

    def __init__(self, agent: Agent) -> None:
        self.name = agent.name
        self._agent = agent

    def choose(self, position: Position, seat: int) -> Any:
        return self._agent.choose(impartial_at(position))


def _seated(player: Agent | Player) -> Any:
    """A player of positions as it is, an agent of impartial games in a seat."""
    takes = len(signature(player.choose).parameters)
    return _Seat(player) if takes == 1 else player  # type: ignore[arg-type]
