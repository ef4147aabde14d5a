"""The command line: one small file for each command."""

from __future__ import annotations

import contextlib
import gc
import sys
from typing import Annotated

import typer

import kibitz
from kibitz.cli.analyse import analyse
from kibitz.cli.bandit import bandit
from kibitz.cli.bankruptcy import bankruptcy
from kibitz.cli.bargain import bargain
from kibitz.cli.cfr import cfr
from kibitz.cli.check import check
from kibitz.cli.coalition import coalition
from kibitz.cli.contraction import contraction
from kibitz.cli.convert import convert
from kibitz.cli.correlated import correlated
from kibitz.cli.database import database
from kibitz.cli.describe import describe
from kibitz.cli.dominance import dominance
from kibitz.cli.draw import draw
from kibitz.cli.duopoly import duopoly
from kibitz.cli.dynamics import dynamics
from kibitz.cli.engine import engine
from kibitz.cli.equilibria import equilibria
from kibitz.cli.evaluate import evaluate
from kibitz.cli.explain import explain
from kibitz.cli.exploit import exploit
from kibitz.cli.games import games
from kibitz.cli.iterate import iterate
from kibitz.cli.nash_map import nash_map
from kibitz.cli.nimbers import nimbers
from kibitz.cli.pareto import pareto
from kibitz.cli.play import play
from kibitz.cli.quantal_response import quantal_response
from kibitz.cli.repeat import repeat
from kibitz.cli.reproduce import reproduce
from kibitz.cli.safety import safety
from kibitz.cli.search import search
from kibitz.cli.sequence import sequence
from kibitz.cli.shell import GameCommand, Shell
from kibitz.cli.solve import solve
from kibitz.cli.stackelberg import stackelberg
from kibitz.cli.structure import structure
from kibitz.cli.tour import tour
from kibitz.cli.tournament import tournament
from kibitz.cli.utility import utility
from kibitz.cli.verify import verify
from kibitz.cli.voting import voting

app = typer.Typer(
    name="kibitz",
    cls=Shell,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (
    solve,
    cfr,
    explain,
    draw,
    describe,
    play,
    tournament,
    engine,
    analyse,
    search,
    database,
    bandit,
    evaluate,
    exploit,
    equilibria,
    quantal_response,
    dominance,
    safety,
    correlated,
    stackelberg,
    pareto,
    structure,
    duopoly,
    repeat,
    sequence,
    nimbers,
    dynamics,
    bargain,
    utility,
    nash_map,
    iterate,
    contraction,
    coalition,
    voting,
    bankruptcy,
    games,
    convert,
    check,
    verify,
    reproduce,
    tour,
):
    app.command(cls=GameCommand)(command)


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
        print(ctx.get_help())


BETWEEN_COLLECTIONS = 100_000
"""New objects before Python looks for garbage: compiling makes many that stay."""


def main() -> None:
    """Run the program: ``kibitz`` in a shell."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    gc.set_threshold(BETWEEN_COLLECTIONS)
    app()
