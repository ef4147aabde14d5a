"""Whether anything got slower: ``python -m bench check``, and ``--write`` to set the marks anew.

Public calls are timed in processor time against a loop of plain Python, which takes the speed of
the machine out of the figures, and the ratios are compared with those that were stored for this
kind of machine.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

from kibitz.core.compiling.ahead import compiled_ahead
from kibitz.core.files.atomic_file import write_text

MARKS = Path(__file__).with_name("marks.json")
SLOWER = 1.5
"""How many times a stored ratio is too slow."""
ROUNDS = 5
LEAST = 0.02
"""Seconds of calls in a round."""


def jobs() -> dict[str, Callable[[], object]]:
    """Public calls, each of some form, that take milliseconds at most."""
    import kibitz as kb
    from kibitz.coalitional.game import CoalitionalGame
    from kibitz.search.monte_carlo.mcts import mcts

    rows = [[(7 * i * j + 3 * i + j * j) % 19 - 9 for j in range(10)] for i in range(10)]
    floats = kb.matrix([[x + 0.25 for x in row] for row in rows])
    first = [[(7 * i * j + 3 * i + j * j) % 19 for j in range(6)] for i in range(6)]
    second = [[(5 * i * j + i * i + 2 * j) % 17 for j in range(6)] for i in range(6)]
    voters = kb.weighted_voting(20, [9, 8, 7, 6, 5, 4, 3, 2, 1, 1])
    assert isinstance(voters, CoalitionalGame)
    eight = kb.coalition([(7 * k * k + 3 * k) % 101 + 9 * k.bit_count() ** 2 for k in range(256)])
    leduc = kb.game("leduc").as_tree()
    return {
        "matrix 10 x 10, exact": lambda: kb.matrix(rows).solve(),
        "matrix 10 x 10, floats": lambda: floats.solve(),
        "bimatrix 6 x 6, all equilibria": lambda: kb.bimatrix(first, second).equilibria(),
        "Shapley value of 10 voters": lambda: voters.shapley(),
        "prenucleolus of 8 players": lambda: eight.prenucleolus(),
        "Kuhn poker from its rules": lambda: kb.game("kuhn-poker").solve(),
        "nim 3 4 5 + kayles 12": lambda: kb.game("nim 3 4 5 + kayles 12").solve(),
        "Leduc, 20 iterations of CFR+": lambda: kb.cfr(leduc, iterations=20),
        "pig 20": lambda: kb.game("pig 20").solve(),
        "Connect Four after 14 plies": lambda: kb.search("connect-four", *"44444423252226").solve(),
        "Othello, six plies": lambda: kb.search("othello").best(depth=6),
        "Go, 200 random games": lambda: mcts(kb.game("go"), iterations=200),
        "tic-tac-toe": lambda: kb.game("tic-tac-toe").solve(),
    }


def reference() -> int:
    """Plain Python: integers, lists and a dictionary."""
    seen: dict[int, int] = {}
    row = list(range(64))
    for k in range(4000):
        row[k & 63] ^= k
        seen[row[k & 63] & 255] = seen.get(k & 255, 0) + row[(3 * k) & 63]
    return len(seen)


def measure(job: Callable[[], object]) -> float:
    """How many times the reference a job takes: the least of some rounds, which take turns.

    Whatever it uses is compiled before, so that the figures do not depend on what is on disk.
    """
    with compiled_ahead():
        job()
    calls, unit = _calls(job), _calls(reference)
    ratios = []
    for _ in range(ROUNDS):
        base = _time(reference, unit)
        ratios.append(_time(job, calls) / base)
    return min(ratios)


def _calls(job: Callable[[], object]) -> int:
    once = max(_time(job, 1), 1e-7)
    return max(1, int(LEAST / once))


def _time(job: Callable[[], object], calls: int) -> float:
    began = time.process_time()
    for _ in range(calls):
        job()
    return (time.process_time() - began) / calls


def machine_class() -> str:
    """What ratios depend on besides Kibitz."""
    return f"{platform.machine()}, Python {'.'.join(platform.python_version_tuple()[:2])}"


def slower(found: dict[str, float], marks: dict[str, float]) -> list[str]:
    """A line for each job that takes more than it may.

    >>> slower({"a": 2.0, "b": 1.0}, {"a": 1.0, "b": 1.0})
    ['a: 2.0 times as long as it was']
    """
    return [
        f"{name}: {ratio / marks[name]:.1f} times as long as it was"
        for name, ratio in found.items()
        if name in marks and ratio > SLOWER * marks[name]
    ]


def main(words: list[str]) -> int:
    """Measure, and compare or write."""
    found = {}
    for name, job in jobs().items():
        found[name] = measure(job)
        print(f"  {name:32} {found[name]:10.3g} x", flush=True)
    stored = json.loads(MARKS.read_text(encoding="utf-8")) if MARKS.exists() else {}
    if "--write" in words:
        kept = {name: float(f"{ratio:.3g}") for name, ratio in found.items()}
        write_text(MARKS, json.dumps({**stored, machine_class(): kept}, indent=1) + "\n")
        print(f"written: {MARKS}")
        return 0
    marks = stored.get(machine_class())
    if marks is None:
        print(f"no marks for {machine_class()}; python -m bench check --write", file=sys.stderr)
        return 2
    again = [line.partition(":")[0] for line in slower(found, marks)]
    late = slower({name: measure(jobs()[name]) for name in again}, marks)
    print("\n".join(late) or "nothing is slower than it was")
    return 1 if late else 0
