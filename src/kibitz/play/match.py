"""A match: two agents, one game, and a transcript of what they did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from kibitz.combinatorial.game import ImpartialGame, Move
from kibitz.core.errors import GameError
from kibitz.play.agents import Agent

REPEATS = 3
"""How often a position may come up before a match is called a tie."""
MOST_TURNS = 100_000
SIDES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of a match: by which side and which agent, what was done, and what it left."""

    side: str
    agent: str
    move: Move
    leaves: str

    def __str__(self) -> str:
        return f"{self.agent}: {self.move.description} → {self.leaves}"


@dataclass(frozen=True, slots=True)
class Match:
    """What happened: the turns, who won ("first", "second" or None), and why it ended."""

    game: ImpartialGame
    players: tuple[str, str]
    turns: tuple[Turn, ...]
    winner: str | None
    ending: str

    @property
    def winner_name(self) -> str | None:
        return None if self.winner is None else self.players[SIDES.index(self.winner)]

    def __str__(self) -> str:
        start = f"{self.game}"
        result = "nobody wins" if self.winner is None else f"{self.winner_name} wins"
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
        }


def play_match(
    game: ImpartialGame, first: Agent, second: Agent, watch: Callable[[Turn], None] | None = None
) -> Match:
    """Let two agents play to the end; ``watch`` is told of every turn as it happens.

    A position that comes up for the third time makes it a tie.

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
    agents = (first, second)
    names = (first.name, second.name)
    turns: list[Turn] = []
    here, seen = game, Counter([game.position])
    while True:
        side = len(turns) % 2
        if not list(islice(here.moves(here.position), 1)):
            winner = SIDES[side if game.is_misere else 1 - side]
            return Match(game, names, tuple(turns), winner, "no move is left")
        move = agents[side].choose(here)
        if move is None:
            ending = f"{names[side]} gave up"
            return Match(game, names, tuple(turns), SIDES[1 - side], ending)
        here = here.at(move.position)
        turns.append(Turn(SIDES[side], names[side], move, here.show(here.position)))
        if watch is not None:
            watch(turns[-1])
        seen[here.position] += 1
        if seen[here.position] == REPEATS:
            ending = f"the same position came up {REPEATS} times"
            return Match(game, names, tuple(turns), None, ending)
        if len(turns) >= MOST_TURNS:
            raise GameError(f"{game.name}: not over after {MOST_TURNS:,} moves")
