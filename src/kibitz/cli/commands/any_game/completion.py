"""``kibitz completion``: what makes the Tab key complete commands, games and files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.machinery.completion import offer_words
from kibitz.core.errors import GameError, did_you_mean

SHELLS = ("bash", "zsh", "fish", "powershell")


def completion(
    shell: Annotated[
        str | None,
        typer.Argument(
            metavar="[SHELL]",
            help="One of " + ", ".join(SHELLS) + "; yours if left out.",
            show_default=False,
            autocompletion=offer_words(*SHELLS),
        ),
    ] = None,
) -> None:
    """Print the shell code for completion with the Tab key.

    Add the line to your shell's start-up file to have it always.

    \b
    eval "$(kibitz completion bash)"
    kibitz completion fish | source
    """
    from typer._completion_shared import get_completion_script

    from kibitz.cli.machinery.completion import REQUEST
    from kibitz.cli.machinery.console import say_raw

    name = shell or Path(os.environ.get("SHELL", "bash")).name
    if name not in SHELLS:
        near = did_you_mean(name, SHELLS)
        raise GameError(f"completion is not available for this shell: {name!r}{near}")
    say_raw(get_completion_script(prog_name="kibitz", complete_var=REQUEST, shell=name))
