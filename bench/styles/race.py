"""Rules as people write them against C: ``python -m bench styles`` prints the ratios.

The same bare alpha-beta runs over the same game, compiled from Python and from C; where a style
keeps the rules in Python, what ``kibitz check`` says about it is printed instead.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from bench.styles import bare
from bench.styles.games import GAMES, made
from kibitz.rules.check import check
from kibitz.rules.compile.machine import Machine, machine

HERE = Path(__file__).parent
ROUNDS = 5
FLAGS = ("-O3", "-march=native", "-w")


def main(styles: list[str]) -> int:
    """A line for each style."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("no C compiler (cc) here; only what Kibitz does is shown")
    for style in styles or GAMES:
        print(line(style, compiler), flush=True)
    return 0


def line(style: str, compiler: str | None) -> str:
    """How fast a game in this style is beside C, or why it is not compiled."""
    rules, depth = made(style), GAMES[style][1]
    game = machine(rules, bare)
    if not game.is_compiled:
        return f"{style:24} in Python: {check(rules, games=5).compiled}"
    with tempfile.TemporaryDirectory() as folder:
        twin = _twin(type(rules).__name__.lower(), compiler, folder)
        ours, theirs, nodes = [], [], 0
        for _ in range(ROUNDS):
            seconds, nodes, value = _ours(game, depth)
            ours.append(seconds)
            if twin:
                words = subprocess.run([twin, str(depth)], capture_output=True, text=True).stdout
                count, found, spent = words.split()
                if (int(count), float(found)) != (nodes, value):
                    raise AssertionError(f"{style}: C finds {count} {found}, not {nodes} {value}")
                theirs.append(float(spent))
    told = f"{style:24} {nodes:10,} nodes {nodes / median(ours) / 1e6:7.2f} M/s"
    if not theirs:
        return told
    ratios = sorted(b / a for a, b in zip(ours, theirs, strict=True))
    speed = f"  C {nodes / median(theirs) / 1e6:7.2f} M/s"
    return f"{told}{speed}  {median(ratios):.2f} of C ({ratios[0]:.2f} to {ratios[-1]:.2f})"


def _ours(game: Machine, depth: int) -> tuple[float, int, float]:
    rooms = np.zeros((depth + 2, game.rules.most_moves), np.int64)
    control = np.zeros(2, np.int64)
    state: Any = game.encode(game.rules.start())
    game.bare_value(state, 0, -1e300, 1e300, 0, rooms, control)
    control[0] = 0
    began = time.process_time()
    value = game.bare_value(state, depth, -1e300, 1e300, 0, rooms, control)
    return time.process_time() - began, int(control[0]), value


def _twin(name: str, compiler: str | None, folder: str) -> str | None:
    if compiler is None:
        return None
    program = str(Path(folder) / name)
    subprocess.run([compiler, *FLAGS, "-o", program, str(HERE / f"{name}.c")], check=True)
    return program
