"""The program itself: all commands together, and what they share."""

from __future__ import annotations

import atexit
import codecs
import contextlib
import gc
import os
import sys
from typing import Annotated

import typer

import kibitz
from kibitz.cli.machinery.shell import INTERRUPTED, Shell

app = typer.Typer(
    name="kibitz",
    cls=Shell,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"kibitz {kibitz.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def kibitz_(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Game theory, computed: who wins, what it is worth, how to play it, and why.

    \b
    kibitz solve matrix "-2 3; 3 -4"
    kibitz explain blotto 4 3 2
    kibitz games
    """
    if ctx.invoked_subcommand is None:
        print(WELCOME)


WELCOME = """Kibitz computes games: who wins, what it is worth, how to play it, and why. Try

  kibitz solve matrix "-2 3; 3 -4"   a table of payoffs: its value and the best strategies
  kibitz explain nim 3 4 5           which move wins, derived as on a blackboard
  kibitz play connect-four           against the computer; ? gives a hint

`kibitz web` does all this in the browser, `kibitz tour` shows one game of every kind,
`kibitz games` lists the games by name, `kibitz --help` all commands."""
"""What the program says when it is called without a word."""


BETWEEN_COLLECTIONS = 100_000
"""New objects before Python looks for garbage: compiling makes many that stay."""


IN_PLAIN_LETTERS = "kibitz.in_plain_letters"
"""What streams do with characters that they do not have."""
_PLAIN = str.maketrans({"✓": "ok", "✗": "NO", "─": "-", "│": "|"} | dict.fromkeys("╭╮╰╯", "+"))


def in_plain_letters(error: UnicodeError) -> tuple[str | bytes, int]:
    """Draw lines and tick checks in ASCII where a stream has nothing better.

    >>> codecs.register_error(IN_PLAIN_LETTERS, in_plain_letters)
    >>> "✓ 1 ≤ 2".encode("ascii", IN_PLAIN_LETTERS)
    b'ok 1 \\\\u2264 2'
    """
    if isinstance(error, UnicodeEncodeError):
        drawn = error.object[error.start : error.end].translate(_PLAIN)
        return drawn.encode("ascii", "backslashreplace"), error.end
    return codecs.backslashreplace_errors(error)


def run() -> None:
    """Run the command that was typed, and exit."""
    codecs.register_error(IN_PLAIN_LETTERS, in_plain_letters)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors=IN_PLAIN_LETTERS)  # type: ignore[union-attr]
    gc.set_threshold(BETWEEN_COLLECTIONS)
    try:
        app()
    except SystemExit as ended:
        if ended.code == INTERRUPTED:
            _leave(INTERRUPTED)
        raise


def _leave(status: int) -> None:
    """End without waiting for threads: one that solves in C++ would be torn down at work."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    atexit._run_exitfuncs()
    os._exit(status)
