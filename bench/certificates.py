"""Solving and checking side by side: ``python -m bench certificates`` writes docs/proof.md.

Both in processor time. Answers are solved anew and checked anew each time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import kibitz as kb
from bench.harness import Job, Race, duration, race
from kibitz.core.files.atomic_file import write_text

PAGE = Path(__file__).parents[1] / "docs" / "proof.md"
HEADING = "## What it costs\n"
HEAD = f"""{HEADING}
`python -m bench certificates` measures the processor time of solving and of checking, with a new game each time. The ratio is the time of
checking divided by that of solving.

| answer | solve | check | ratio |
| :-- | --: | --: | --: |
"""  # noqa: E501


def _table(rows: int, columns: int, seed: int) -> list[list[int]]:
    random = Random(seed)
    return [[random.randint(-9, 9) for _ in range(columns)] for _ in range(rows)]


def _bimatrix(size: int) -> Any:
    return kb.bimatrix(_table(size, size, 1), _table(size, size, 2))


def _worths(players: int) -> Any:
    random, names = Random(3), [chr(65 + i) for i in range(players)]
    worths = {}
    for mask in range(1, 1 << players):
        members = [name for i, name in enumerate(names) if mask >> i & 1]
        worths[",".join(members)] = 10 * len(members) ** 2 + random.randint(0, 9)
    return kb.coalition(worths)


ANSWERS: dict[str, Callable[[], Callable[[], Any]]] = {
    "matrix game, 3 x 3": lambda: kb.matrix(_table(3, 3, 0)).solve,
    "matrix game, 50 x 50": lambda: kb.matrix(_table(50, 50, 0)).solve,
    "all equilibria, 3 x 3": lambda: _bimatrix(3).equilibria,
    "all equilibria, 5 x 5": lambda: _bimatrix(5).equilibria,
    "all equilibria, 8 x 8": lambda: _bimatrix(8).equilibria,
    "correlated equilibrium of chicken": lambda: _by("chicken", "correlated"),
    "Kuhn poker": lambda: kb.game("kuhn-poker").solve,
    "Pig to 100": lambda: kb.game("pig 100").solve,
    "nim 3 4 5": lambda: kb.game("nim 3 4 5").solve,
    "tic-tac-toe": lambda: kb.game("tic-tac-toe").solve,
    "nucleolus, 5 players": lambda: _worths(5).nucleolus,
    "Shapley value, 10 players": lambda: _worths(10).shapley,
    "core, 5 players": lambda: _worths(5).core,
    "Cournot duopoly": lambda: kb.game("cournot").solve,
}
"""What is solved, by name: each makes a game and gives what solves it."""


def _by(name: str, method: str) -> Callable[[], Any]:
    game = kb.game(name)
    return lambda: game.solve(method)


def _anew(make: Callable[[], Callable[[], Any]]) -> object:
    return make()()


def races() -> Iterator[Race]:
    for title, make in ANSWERS.items():
        answer = make()()
        assert answer.verify()
        jobs: dict[str, Job] = {"solve": partial(_anew, make), "check": answer.verify}
        yield race(title, jobs, "solve", repeats=5, budget=8.0, clock=time.process_time)


def main() -> int:
    lines = []
    for one in races():
        solve, check = (timing.middle for timing in one.timings)
        lines.append(
            f"| {one.title} | {duration(solve)} | {duration(check)} | {check / solve:.2g} |"
        )
        print(lines[-1], flush=True)
    page = PAGE.read_text(encoding="utf-8")
    before, _, after = page.partition(HEADING)
    rest = after.partition("\n## ")[2]
    table = HEAD + "\n".join(lines) + "\n"
    write_text(PAGE, before + table + (f"\n## {rest}" if rest else ""))
    return 0
