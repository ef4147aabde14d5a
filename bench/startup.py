"""From the shell to an answer: processor time of whole programs, with what Python compiled kept."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.harness import Job, Race, race
from kibitz.core.files.atomic_file import write_text

NUMPY = 'python -c "import numpy"'
TREE = """EFG 2 R "Entry" { "Entrant" "Incumbent" }
p "" 1 1 "" { "enter" "stay out" } 0
p "" 2 1 "" { "fight" "share" } 0
t "" 1 "" { -1, -1 }
t "" 2 "" { 1, 1 }
t "" 3 "" { 0, 2 }
"""
PROGRAMS = {
    "kibitz --help": ["--help"],
    "kibitz games nim": ["games", "nim"],
    "a typed matrix": ["solve", "matrix", "-2 3; 3 -4"],
    "a typed bimatrix": ["solve", "bimatrix", "3,2 0,0; 0,0 2,3"],
    "blotto 4 3 2": ["solve", "blotto 4 3 2"],
    "nim 3 4 5 + kayles 12": ["solve", "nim 3 4 5 + kayles 12"],
    "a coalitional game": ["coalition", "S,F=1000", "S,B=500", "S,F,B=1000"],
    "kuhn-poker": ["solve", "kuhn-poker"],
    "a tree in a file": ["solve", "entry.efg"],
    "basketball (stochastic)": ["solve", "basketball"],
    "big-match (stochastic)": ["solve", "big-match"],
    "tic-tac-toe": ["solve", "tic-tac-toe"],
    "cournot": ["solve", "cournot"],
    "bargaining-triangle": ["solve", "bargaining-triangle"],
}


def races() -> Iterator[Race]:
    with tempfile.TemporaryDirectory() as folder:
        write_text(Path(folder) / "entry.efg", TREE)
        jobs = {
            NUMPY: _program(folder, ["-c", "import numpy"]),
            'python -c "import kibitz"': _program(folder, ["-c", "import kibitz"]),
        }
        for name, words in PROGRAMS.items():
            jobs[name] = _program(folder, ["-m", "kibitz.cli", *words])
        yield race("start-up", jobs, NUMPY, repeats=3, budget=60.0, clock=_processor_time)


def _program(folder: str, words: list[str]) -> Job:
    path = os.pathsep.join(os.path.abspath(place) for place in sys.path if place)
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def job() -> object:
        command = [sys.executable, *words]
        return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)

    return job


def _processor_time() -> float:
    """Seconds that programs started from here have computed, in Python and in the system."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
