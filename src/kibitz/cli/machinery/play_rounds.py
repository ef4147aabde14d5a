"""``kibitz play --rounds``: a table of payoffs again and again, with the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.play.rounds import Chooser, Rounds

PEOPLE = ("person", "human", "me")


def play_table(
    noun: Any, me: str, against: str, i_begin: bool, rounds: int, seed: int | None, json: bool
) -> None:
    """Seat the players, play the rounds, and tell the score against the value."""
    from kibitz.cli.machinery.console import say_json, say_raw
    from kibitz.play.rounds import play_rounds
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.game import MatrixGame

    if not isinstance(noun, (MatrixGame, StrategicGame)):
        raise GameError(
            "--rounds applies to payoff tables only; games with moves end by themselves"
        )
    others = None if seed is None else seed + 1
    both = against in PEOPLE and me in PEOPLE
    mine = _seat(noun, me, "first" if both else "you", seed, json, both)
    other = _seat(noun, against, "second", others, json, both)
    players = (mine, other) if i_begin else (other, mine)
    if not json:
        say_raw(f"{noun}\nrows: {players[0].name}; columns: {players[1].name}; ? a hint, q stops")

    def report(done: Rounds) -> None:
        if not json:
            say_raw(_line(done))

    done = play_rounds(noun, *players, rounds=rounds, watch=report)
    if json:
        say_json(done.to_json())
    else:
        say_raw(f"\n{done}")


def _seat(noun: Any, spec: str, name: str, seed: int | None, quiet: bool, hidden: bool) -> Chooser:
    from kibitz.cli.machinery.console import next_line, say_raw
    from kibitz.play.rounds import PersonChooser, make_chooser

    if spec not in PEOPLE:
        return make_chooser(spec, seed, noun)
    if quiet:
        return PersonChooser(lambda prompt: next_line(""), lambda words: None, name)
    return PersonChooser(_secret_line if hidden else next_line, say_raw, name)


def _secret_line(prompt: str) -> str | None:
    """What is typed without showing it, where two people share a terminal."""
    import sys
    from getpass import getpass

    from kibitz.cli.machinery.console import next_line

    if not sys.stdin.isatty():
        return next_line(prompt)
    try:
        return getpass(prompt)
    except EOFError:
        return None


def _line(done: Rounds) -> str:
    """The last round, and the score."""
    from kibitz.core.numbers import show

    row, column = done.played[-1]
    labels = done.game.strategies
    scores = ", ".join(
        f"{name} {show(x)}" for name, x in zip(done.names, done.scores(), strict=True)
    )
    return f"{len(done.played)}: {labels[0][row]} against {labels[1][column]}; score {scores}"
