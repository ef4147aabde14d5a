"""The first answer of all: processor time of whole programs where nothing was compiled before.

Every program runs with an empty home and an empty cache; only what ``pip`` compiles when a package
is installed, the bytecode of the sources, is there.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from bench.harness import Race, Timing

ROUNDS = 5
IMPORT = 'python -c "import numpy"'
MATRIX = "[[(7*i*j + 3*i + j*j) % 19 - 9 for j in range(10)] for i in range(10)]"
CUBE = (
    "[[[[(i*j*k + 3*i + j*j + 5*k*s) % 9 for k in range(3)] for j in range(3)] for i in range(3)]"
)
SIX = "[[(%d*i*j + 3*i + j*j) %% %d for j in range(6)] for i in range(6)]"
FORMS = {
    "matrix 10 x 10": f"kb.matrix({MATRIX}).solve()",
    "bimatrix 6 x 6, all": f"kb.bimatrix({SIX % (7, 19)}, {SIX % (5, 17)}).equilibria()",
    "three players, 3 x 3 x 3": f"kb.strategic_game({CUBE} for s in range(3)]).solve()",
    "kuhn-poker": "kb.game('kuhn-poker').solve()",
    "leduc": "kb.game('leduc').solve()",
    "leduc, CFR+": "kb.cfr(kb.game('leduc'))",
    "pig 20": "kb.game('pig 20').solve()",
    "big-match": "kb.game('big-match').solve()",
    "tic-tac-toe": "kb.game('tic-tac-toe').solve()",
    "connect-four 4 4": "kb.game('connect-four 4 4').solve()",
    "nim 3 4 5": "kb.game('nim 3 4 5').solve()",
    "cournot": "kb.game('cournot').solve()",
    "bargaining-triangle": "kb.game('bargaining-triangle').solve()",
    "coalitions": "kb.coalition({'S,F': 1000, 'S,B': 500, 'S,F,B': 1000}).nucleolus()",
}
BOARDS = "connect-four othello checkers go hex kalah breakthrough nine-mens-morris oware qubic"
SEARCH = "kb.search({name!r}).best(seconds=0.3)"


def races() -> Iterator[Race]:
    yield _race("first answer", {"import numpy": "np", **FORMS})
    boards = {name: SEARCH.format(name=name) for name in BOARDS.split()}
    yield _race("first move, 0.3 s of thought", {"import numpy": "np", **boards})
    yield _race("kibitz tour", {"import numpy": "np", "kibitz tour": "tour"})


def _race(title: str, programs: dict[str, str]) -> Race:
    times: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(ROUNDS):
        for name, code in programs.items():
            times[name].append(_processor_time(_words(code)))
    timings = tuple(Timing(name, tuple(found)) for name, found in times.items())
    return Race(title, timings, "import numpy")


def _words(code: str) -> list[str]:
    if code == "tour":
        return ["-m", "kibitz.cli", "tour"]
    return ["-c", "import numpy" if code == "np" else f"import kibitz as kb; {code}"]


def _processor_time(words: list[str]) -> float:
    """What a program takes where nobody ever ran it, in Python and in the system."""
    path = os.pathsep.join(os.path.abspath(place) for place in sys.path if place)
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "PYTHONPATH": path,
            "HOME": home,
            "KIBITZ_CACHE": f"{home}/cache",
        }
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *words], cwd=home, env=environment, check=True, capture_output=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
