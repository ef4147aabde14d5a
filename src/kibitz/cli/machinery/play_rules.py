"""``kibitz play`` for games with moves: the board, and who sits where."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.play.board import PlayConsole
    from kibitz.play.contest import PlayedGame
    from kibitz.play.players import Player
    from kibitz.rules.game import Position, Rules

PEOPLE = ("person", "human", "me")


def play_rules(
    start: Position,
    me: str,
    against: str,
    i_begin: bool,
    seconds: float | None,
    seed: int | None,
    json: bool,
    written: str | None = None,
) -> None:
    """Seat the players, play, and tell the end; ``written`` is how the start was given, if so."""
    from kibitz.cli.machinery.console import say_json, say_wrapped
    from kibitz.play.board import play_at_board
    from kibitz.play.contest import close

    desk = _desk(json, _record(start, written))
    players = _seated(start.rules, me, against, i_begin, seconds, seed, desk)
    if not json:
        say_wrapped(_opening(start.rules, players))
    try:
        done = play_at_board(start, players, desk, seed)
    finally:
        close(players)
    if json:
        say_json(done.to_json())
    else:
        say_wrapped(_ending(done))


def _record(start: Position, written: str | None) -> Callable[[Position], str]:
    """How to return to a position of this game: what to add to the command."""

    def to_continue(position: Position) -> str:
        from kibitz.play.adapters.text_protocol import squeeze

        rules = position.rules
        state = rules.start() if written is None else rules.read_position(written)
        words = []
        for move in position.history:
            words.append(squeeze(rules.show_move(state, move)))
            state = rules.play(state, move)
        begin = "" if written is None else f"--state {shlex.quote(written)} "
        moves = f"--moves {shlex.quote(' '.join(words))}" if words else ""
        if not begin and not moves:
            return "no move has been made yet; the same command starts from here"
        return f"to continue from here, add to the command: {begin}{moves}".rstrip()

    return to_continue


def _seated(
    rules: Rules,
    me: str,
    against: str,
    i_begin: bool,
    seconds: float | None,
    seed: int | None,
    desk: PlayConsole,
) -> list[Player]:
    """One player a seat; several opponents are named with semicolons between, or are alike."""
    from kibitz.cli.machinery.agents import make_agent
    from kibitz.play.board import Human
    from kibitz.play.players import MixedPlayer, ProfilePlayer

    others = [spec.strip() for spec in against.split(";")] if rules.players > 1 else []
    if len(others) == 1:
        others *= rules.players - 1
    if len(others) != rules.players - 1:
        seats = f"{rules.players - 1} seat{'s' if rules.players > 2 else ''}"
        raise GameError(f"{rules.name}: {len(others)} opponents for {seats}")
    specs = [me, *others] if i_begin else [*others, me]
    made: list[Player | None] = [
        None
        if spec in PEOPLE
        else make_agent(spec, rules, None if seed is None else seed + k, seconds)
        for k, spec in enumerate(specs)
    ]
    adviser = next((p for p in made if isinstance(p, (ProfilePlayer, MixedPlayer))), None)
    people = specs.count("person") + specs.count("human") + specs.count("me")

    def human(seat: int) -> Player:
        return Human(desk, "you" if people == 1 else rules.player_name(seat), adviser)

    return [human(seat) if player is None else player for seat, player in enumerate(made)]


def _desk(quiet: bool, record: Callable[[Position], str]) -> PlayConsole:
    from kibitz.cli.machinery.console import next_line, say_wrapped
    from kibitz.play.board import PlayConsole

    if quiet:
        return PlayConsole(
            lambda prompt: next_line(""), lambda words: None, lambda title, text: None
        )
    boards = _Boards()
    return PlayConsole(
        next_line, say_wrapped, boards.show, sys.stdin.isatty(), record, boards.moved
    )


class _Boards:
    """Shows boards, and marks what the last move changed."""

    def __init__(self) -> None:
        self._before = ""

    def moved(self, board: str) -> None:
        """Remember the board before a move."""
        self._before = board

    def show(self, title: str, text: str) -> None:
        """The board in a frame, where there is a terminal that is wide enough."""
        from kibitz.cli.machinery.board_text import colored
        from kibitz.cli.machinery.console import console, say_raw, show

        room = console().width - 6 if console().is_terminal else 0
        if max(map(len, text.splitlines()), default=0) > room:
            say_raw(f"\n{text}" + ("" if title in text else f"\n({title})"))
            return
        from rich.panel import Panel

        board = colored(text, self._before)
        show(Panel(board, title=title, title_align="left", expand=False, padding=(0, 2)))


def _text(rules: Rules, player: Player) -> str:
    """What a player is; perfect alone only where the game can be solved."""
    from kibitz.play.players import PerfectMover

    if about := getattr(player, "about", ""):
        return f"the {player.name}, which {about}"
    if isinstance(player, PerfectMover) and not player.solves(rules.position()):
        return f"{player.name} where it can solve the position in time, else a search"
    return player.name


def _opening(rules: Rules, players: list[Player]) -> str:
    names = [_text(rules, player) for player in players]
    seats = ", ".join(f"{rules.player_name(k)} is {name}" for k, name in enumerate(names))
    if rules.players == 1 and players[0].name == rules.player_name(0):
        seats = f"{players[0].name} play alone"
    from kibitz.play.board import Human

    sentence = f"{rules.name}: {seats}."
    if any(isinstance(player, Human) for player in players):
        sentence += " Type a move, ? for a hint, h for help, q to give up."
    return sentence


def _ending(done: PlayedGame) -> str:
    whole = ""
    if done.rules.has("information_state"):
        whole = f"what happened: {', '.join(move.move for move in done.moves)}\n"
    return f"{whole}{done.outcome}"
