"""``kibitz cfr``: solve a game of hidden information by regret minimization."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.look import Theme, Width, check_look, write_picture
from kibitz.cli.machinery.options import Explain, Game, Json, Verify
from kibitz.core.errors import GameError, did_you_mean

if TYPE_CHECKING:
    from kibitz.core.solution import Solution
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.rules.game import Rules


def cfr(
    game: Game,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "--variant",
            metavar="NAME",
            help="cfr, cfr-simultaneous, cfr+, linear, discounted, predictive; by sampling: "
            "external, chance, outcome; without perfect recall: forgetful.",
        ),
    ] = "cfr+",
    target: Annotated[
        float | None, typer.Option("--target", help="Stop at this exploitability.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", help="Stop after this many iterations.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Stop after this many seconds.")
    ] = None,
    dtype: Annotated[str, typer.Option("--dtype", help="float64 or float32.")] = "float64",
    threads: Annotated[
        int, typer.Option("--threads", help="Number of threads, for large games.")
    ] = 1,
    device: Annotated[
        str, typer.Option("--device", help="cpu, or gpu for trees of millions of nodes.")
    ] = "cpu",
    seed: Annotated[int, typer.Option("--seed", help="Random seed, for sampling.")] = 0,
    save: Annotated[
        Path | None,
        typer.Option("--save", "--output", "-o", metavar="FILE.kbz", help="Save the strategies."),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FILE", help="Write checkpoints to this file."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume from the checkpoint, if there is one.")
    ] = False,
    curve: Annotated[
        Path | None,
        typer.Option("--curve", metavar="FILE.svg", help="Draw the exploitability over time."),
    ] = None,
    grid: Annotated[
        Path | None,
        typer.Option("--grid", metavar="FILE.svg", help="Draw the strategy, hand by hand."),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            "--player", help="The player whose strategy --grid draws: a name, or a number from 1."
        ),
    ] = None,
    theme: Theme = None,
    width: Width = None,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Solve a game of hidden information by regret minimization, to a proved accuracy.

    Without a limit it stops at a thousandth of the largest payoff. Ctrl-C stops it and keeps what
    was found; with --checkpoint it can be resumed, even after it was killed. A .kbz file in place
    of the game shows a solution that was saved.

    \b
    kibitz cfr leduc --target 1e-4 -o leduc.kbz
    kibitz cfr leduc --iterations 100000 --checkpoint run.ckpt --resume
    kibitz cfr leduc.kbz --grid leduc.svg --player II
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.console import say
    from kibitz.learning.regret.mccfr import SAMPLINGS

    check_look(theme, width, curve, grid)
    if save is not None and save.suffix != ".kbz":
        raise GameError(f"{save}: strategies are saved as .kbz")
    if len(game) == 1 and game[0].endswith(".kbz"):
        from kibitz.learning.regret.strategy_store import load_solution

        solution = load_solution(game[0])
    elif method == "forgetful":
        from kibitz.learning.regret.forgetful_cfr import forgetful_cfr

        answer(forgetful_cfr(_tree(game), iterations or 1000), json, verify, explain=explain)
        return
    elif method in SAMPLINGS:
        from kibitz.learning.regret.mccfr import mccfr

        if target is not None:
            raise GameError(f"{method} sampling needs --iterations or --seconds")
        sampled = mccfr(_rules(game), method, iterations, seconds, seed, checkpoint, resume)
        if not sampled.is_small:
            _refuse_measured(save, curve, grid)
            answer(sampled, json, verify, explain=explain)
            return
        solution = sampled.measured()
    else:
        from kibitz.learning.regret.cfr import cfr as solve
        from kibitz.learning.regret.cfr_solution import VARIANTS

        vectors = _on_vectors(game, method, iterations, target, seconds)
        if vectors is not None:
            _refuse_measured(save, curve, grid, checkpoint)
            answer(vectors, json, verify, explain=explain)
            return
        if method not in VARIANTS:
            known = (*VARIANTS, *SAMPLINGS, "forgetful")
            raise GameError(f"unknown variant {method!r}{did_you_mean(method, known)}")
        solution = solve(
            _game(game),
            method,
            iterations,
            target,
            seconds,
            dtype,
            threads,
            checkpoint,
            resume,
            device=device,
        )
    for path, what in ((curve, "progress"), (grid, "strategy")):
        if path is not None:
            write_picture(solution.draw(what, player), path, theme, width)
    if save is not None:
        solution.save(save)
    answer(solution, json, verify, explain=explain)
    if not (json or explain or save or grid):
        say(
            "the strategies: --json prints them, -o FILE.kbz saves them, --grid FILE.svg draws them"
        )


def _refuse_measured(*wanted: Path | None) -> None:

    for path in wanted:
        if path is not None:
            raise GameError(f"{path}: the tree is too large to write out all strategies")


def _on_vectors(
    words: list[str],
    variant: str,
    iterations: int | None,
    target: float | None,
    seconds: float | None,
) -> Solution | None:
    """Draw poker on vectors of hands, where its tree is too large to unfold; else None."""
    from kibitz.poker.draw_poker.lowball import LowballDraw
    from kibitz.poker.draw_poker.solve import MOST_OUTCOMES, vector_cfr_of

    noun = _game(words)
    if not isinstance(noun, LowballDraw) or noun.game.outcomes <= MOST_OUTCOMES:
        return None
    if variant != "cfr+":
        raise GameError(f"{noun.name}: its tree is too large; use cfr+ or sampling")
    stop = 20.0 if iterations is None and target is None and seconds is None else seconds
    solution: Solution = vector_cfr_of(noun).run(iterations, stop, target)
    return solution


def _game(words: list[str]) -> ExtensiveGame | Rules:
    from kibitz.arrows import to_extensive
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.rules.game import Rules
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.game import MatrixGame

    noun = resolve(words)
    if isinstance(noun, (StrategicGame, MatrixGame)):
        noun = to_extensive(noun)
    if not isinstance(noun, (ExtensiveGame, Rules)):
        raise GameError(
            f"regret minimization applies to extensive games, such as leduc, not to {noun.several}"
        )
    return noun


def _tree(words: list[str]) -> ExtensiveGame:
    from kibitz.extensive.arrows.unfold import unfold
    from kibitz.rules.game import Rules

    noun = _game(words)
    return unfold(noun) if isinstance(noun, Rules) else noun


def _rules(words: list[str]) -> Rules:
    from kibitz.rules.game import Rules

    noun = _game(words)
    if not isinstance(noun, Rules):
        raise GameError("sampling needs a game given by rules; for a tree use cfr+")
    return noun
