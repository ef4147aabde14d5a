"""``kibitz play``: a game against the computer, in the terminal."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.options import Game, Json

if TYPE_CHECKING:
    from kibitz.combinatorial.game import ImpartialGame
    from kibitz.play.agents import Agent
    from kibitz.play.match import Turn


class Side(StrEnum):
    """Who moves first."""

    me = "me"
    computer = "computer"


class Player(StrEnum):
    """Who plays a side."""

    person = "person"
    perfect = "perfect"
    random = "random"


def play(
    game: Game,
    first: Annotated[Side, typer.Option("--first", help="Who moves first.")] = Side.me,
    me: Annotated[Player, typer.Option("--me", help="Who plays your side.")] = Player.person,
    against: Annotated[
        Player, typer.Option("--vs", help="Who plays the computer's side.")
    ] = Player.perfect,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="For moves drawn by lot, to play again.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Play an impartial game against the computer, which plays perfectly.

    Type the number of a move, the position it leaves, or words of it; ? for a hint with its
    reason, l for the list of moves, q to give up. With --json nothing is shown but the transcript
    at the end.

    \b
    kibitz play nim 3 4 5
    kibitz play hackenbush house --first computer
    kibitz play nim 3 4 5 --me random --seed 1 --json
    """
    from kibitz.cli.console import say_json, say_raw
    from kibitz.play.match import play_match

    start = _impartial(game)
    mine = _agent(me, "you", seed, quiet=json)
    other = _agent(against, "computer", None if seed is None else seed + 1, quiet=json)
    players = (mine, other) if first is Side.me else (other, mine)
    if not json:
        say_raw(_opening(start, players[0].name))

    def report(turn: Turn) -> None:
        if not json:
            say_raw(str(turn))

    match = play_match(start, *players, watch=report)
    if json:
        say_json(match.to_json())
    else:
        result = "nobody wins" if match.winner_name is None else _wins(match.winner_name)
        say_raw(f"{match.ending}: {result}")


def _impartial(words: list[str]) -> ImpartialGame:
    from kibitz.cli.resolve import resolve
    from kibitz.combinatorial.game import ImpartialGame
    from kibitz.core.errors import GameError

    noun = resolve(words)
    if not isinstance(noun, ImpartialGame):
        raise GameError(
            f"play takes an impartial game, such as hackenbush house; this is a {noun.kind} game"
        )
    return noun


def _agent(player: Player, name: str, seed: int | None, quiet: bool) -> Agent:
    from kibitz.cli.console import say_raw
    from kibitz.play.agents import PerfectPlayer, RandomPlayer
    from kibitz.play.terminal import Person

    if player is Player.perfect:
        return PerfectPlayer(seed, name)
    if player is Player.random:
        return RandomPlayer(seed, name)
    if quiet:
        return Person(lambda prompt: _line(""), lambda words: None, name)
    return Person(_line, say_raw, name)


def _line(prompt: str) -> str | None:
    """The next line of standard input, None at its end; shown again when it was not typed."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if prompt and not sys.stdin.isatty():
        sys.stdout.write(line if line.endswith("\n") else line + "\n")
    return line or None


def _opening(game: ImpartialGame, first: str) -> str:
    end = "wins" if game.is_misere else "loses"
    verb = "move" if first == "you" else "moves"
    return f"{game}\n{first} {verb} first; who cannot move {end}. Type ? for a hint, q to give up."


def _wins(name: str) -> str:
    return f"{name} win" if name == "you" else f"{name} wins"
