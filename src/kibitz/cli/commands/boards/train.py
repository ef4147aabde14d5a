"""``kibitz train``: learn to play a game, and keep what was learned."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.machinery.look import Theme, Width, check_look, write_picture
from kibitz.cli.machinery.options import Explain, Game, Json
from kibitz.cli.machinery.outputs import refuse_ending
from kibitz.core.errors import GameError


def train(
    game: Game,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="NAME",
            help="The learner, such as q-learning, sarsa, alphazero; auto chooses one.",
        ),
    ] = "auto",
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", help="How long to learn, in minutes.", show_default="1"),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="The same in seconds.", show_default=False)
    ] = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", help="Number of rounds, instead of a time.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed.")] = 0,
    option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting, such as exploration=0.2."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.kbz",
            help="Where to save the model; model.kbz by default.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue from the checkpoint beside the model.")
    ] = False,
    curve: Annotated[
        Path | None,
        typer.Option(
            "--curve",
            metavar="FILE.svg",
            help="Draw the learning curve (.svg .png .pdf .tex .html).",
        ),
    ] = None,
    theme: Theme = None,
    width: Width = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FOLDER", help="Write logs that TensorBoard reads."),
    ] = None,
    device: Annotated[
        str,
        typer.Option("--device", metavar="NAME", help="Device for networks: auto, cpu or gpu."),
    ] = "auto",
    explain: Explain = False,
    json: Json = False,
) -> None:
    """Learn to play a game, and write a model that plays it.

    On a terminal the curves are drawn as they come. Ctrl-C ends it and keeps what was learned so
    far; after that, or after it was killed, --resume continues. `kibitz methods` lists the
    learners, and `kibitz methods alphazero` describes one, with its settings.

    \b
    kibitz train tic-tac-toe --method q-learning --minutes 0.1 -o model.kbz
    kibitz play tic-tac-toe --vs model.kbz
    kibitz train connect-four --method alphazero --minutes 10 -o four.kbz
    kibitz train pig 20 --method sarsa --rounds 100 --curve pig.svg
    """
    from kibitz.cli.machinery.console import say, say_json, show
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.learning.training.lesson import learnable
    from kibitz.learning.training.train import train as learn

    check_look(theme, width, curve)
    if seconds is not None:
        if minutes is not None:
            raise GameError("give --minutes or --seconds, not both")
        minutes = seconds / 60
    refuse_ending(output, (".kbz",), "a model is saved")
    noun = learnable(resolve(game))
    target = Path("model.kbz") if output is None else output
    settings = _settings(option or [])
    with _watching(noun, method, minutes, rounds, json) as watch:
        model = learn(
            noun,
            method,
            minutes=minutes,
            rounds=rounds,
            seed=seed,
            output=target,
            resume=resume,
            log=log,
            watch=watch,
            device=device,
            **settings,
        )
    if curve is not None:
        write_picture(model.draw(), curve, theme, width)
    if explain:
        explanation = model.explain()
        if json:
            say_json(explanation.to_json())
        else:
            show(explanation.rich())
    elif json:
        say_json({**model.to_json(), "model": str(target)})
    else:
        learner = model.learner
        play = f"kibitz play {' '.join(game)} {learner.seat} {target}"
        say(f"{model}\n{learner.invitation}: {play}")


def _watching(noun: Any, method: str, minutes: float | None, rounds: int | None, json: bool) -> Any:
    import sys

    if json or not sys.stdout.isatty():
        return nullcontext(None)
    from kibitz.learning.training.live_plot import LivePlot
    from kibitz.learning.training.train import MINUTES

    title = getattr(noun, "name", "") or "a game"
    seconds = None if rounds is not None else 60.0 * (minutes or MINUTES)
    return LivePlot(f"{title}: {method}", total=seconds, rounds=rounds)


def _settings(words: list[str]) -> dict[str, Any]:
    """Settings as typed, with numbers converted."""
    settings: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise GameError(f"--set {word}: write KEY=VALUE, as in exploration=0.2")
        name = key.strip().replace("-", "_")
        if name in ("game", "watch"):
            raise GameError(f"--set {word}: no learner has a setting {name!r}")
        if name in _OPTIONS:
            raise GameError(f"--set {word}: this is an option, --{name} {value.strip()}")
        settings[name] = _typed(value.strip())
    return settings


_OPTIONS = ("method", "minutes", "rounds", "seed", "output", "resume", "log", "device")
"""The default without --set."""


def _typed(text: str) -> Any:
    """A number, yes or no, or a word.

    >>> _typed("3"), _typed("0.5"), _typed("yes"), _typed("gumbel")
    (3, 0.5, True, 'gumbel')
    """
    words = {"yes": True, "true": True, "no": False, "false": False}
    if text.lower() in words:
        return words[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
