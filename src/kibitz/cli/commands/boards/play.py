"""``kibitz play``: a game against the computer, in the terminal."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.console import next_line
from kibitz.cli.machinery.options import Game, Json
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.combinatorial.game import ImpartialGame
    from kibitz.play.agents import Agent
    from kibitz.play.match import PlayedMove
    from kibitz.play.players import Player


class Side(StrEnum):
    """Who moves first."""

    me = "me"
    computer = "computer"


def play(
    game: Game,
    first: Annotated[Side, typer.Option("--first", help="Who moves first.")] = Side.me,
    me: Annotated[
        str, typer.Option("--me", metavar="AGENT", help="The agent that plays your side.")
    ] = "person",
    against: Annotated[
        str,
        typer.Option(
            "--vs",
            metavar="AGENT",
            help="Who plays the other side: auto, perfect, random, person; in games with moves "
            "also depth:6, seconds:1, mcts:iterations=500, engine:COMMAND, a solution file.",
        ),
    ] = "auto",
    moves: Annotated[
        str | None, typer.Option("--moves", help="Start after these moves.", show_default=False)
    ] = None,
    state: Annotated[
        str | None,
        typer.Option("--state", help="Start at a position, in games with a notation for them."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", help="Seconds per move, for agents without a budget."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="Random seed.", show_default=False),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            help="Play a table of payoffs this many times, and compare the score with the value.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Play a game against the computer.

    Type a move in the game's notation; ? for a hint, a for an analysis, u to take a move back, l
    for the list of moves, s for how to continue later, q to give up. Ctrl-C makes a search that
    thinks too long move at once. In impartial games type the number of a move, the position it
    leaves, or words of it. With --json only the transcript is printed, at the end.

    \b
    kibitz play connect-four --vs mcts
    kibitz play chess --moves "e4 e5 Nf3" --vs seconds:5
    kibitz play kuhn-poker --seed 1
    kibitz play nim 3 4 5 --first computer
    kibitz play morra --rounds 20 --vs fictitious-play
    kibitz play tic-tac-toe --me random --vs depth:3 --seed 1 --json
    """
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.combinatorial.game import ImpartialGame

    noun = resolve(game)
    if rounds is not None:
        from kibitz.cli.machinery.play_rounds import play_table

        play_table(noun, me, against, first is Side.me, rounds, seed, json)
        return
    _refuse_without_rounds(me, against)
    if isinstance(noun, ImpartialGame):
        if moves is not None or state is not None:
            raise GameError(
                "give an impartial game's starting position with its name, as in nim 3 4 5"
            )
        _play_impartial(noun, me, against, first, seconds, seed, json)
        return
    from kibitz.cli.machinery.play_rules import play_rules
    from kibitz.cli.machinery.position import position_in
    from kibitz.play.adapters.forms import as_rules

    start = position_in(as_rules(noun), moves, state)
    play_rules(start, me, against, first is Side.me, seconds, seed, json, state)


def _refuse_without_rounds(*agents: str) -> None:
    from kibitz.play.rounds import CHOOSERS
    from kibitz.play.specs import is_agent

    for agent in agents:
        if agent in CHOOSERS and not is_agent(agent):
            raise GameError(f"{agent} plays a table of payoffs in rounds; add --rounds 20")


def _play_impartial(
    start: ImpartialGame,
    me: str,
    against: str,
    first: Side,
    seconds: float | None,
    seed: int | None,
    json: bool,
) -> None:
    from kibitz.cli.machinery.console import say_json, say_raw
    from kibitz.play.match import play_match

    mine = _agent(start, me, "you", seconds, seed, quiet=json)
    later = None if seed is None else seed + 1
    other = _agent(start, against, "computer", seconds, later, quiet=json)
    players = (mine, other) if first is Side.me else (other, mine)
    if not json:
        say_raw(_opening(start, players[0].name))

    def report(turn: PlayedMove) -> None:
        if not json:
            say_raw(str(turn))

    match = play_match(start, *players, watch=report)
    if json:
        say_json(match.to_json())
    else:
        result = "a draw" if match.winner_name is None else _wins(match.winner_name)
        say_raw(f"{match.ending}: {result}")


def _agent(
    start: ImpartialGame,
    player: str,
    name: str,
    seconds: float | None,
    seed: int | None,
    quiet: bool,
) -> Agent | Player:
    from kibitz.cli.machinery.agents import make_agent
    from kibitz.cli.machinery.console import say_raw
    from kibitz.play.agents import PerfectPlayer, RandomPlayer
    from kibitz.play.terminal import Person

    if player in ("auto", "perfect"):
        return PerfectPlayer(seed, name)
    if player == "random":
        return RandomPlayer(seed, name)
    if player not in ("person", "human", "me"):
        return make_agent(player, start.as_rules(), seed, seconds)
    if quiet:
        return Person(lambda prompt: next_line(""), lambda words: None, name)
    return Person(next_line, say_raw, name)


def _opening(game: ImpartialGame, first: str) -> str:
    end = "wins" if game.is_misere else "loses"
    verb = "move" if first == "you" else "moves"
    rule = f"the player who cannot move {end}"
    return f"{game}\n{first} {verb} first; {rule}. Type ? for a hint, q to give up."


def _wins(name: str) -> str:
    return f"{name} win" if name == "you" else f"{name} wins"
