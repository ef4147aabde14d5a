"""How long every function takes to compile: ``python -m bench compile [PYTEST ARGUMENTS]``.

Runs tests over an empty cache and lists what was compiled, by processor time: the function's own,
without that of the functions it calls, which have lines of their own. A function is compiled once
for each form of its arguments, and rules for each game: ``longest`` is the one that took most.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from numba.core import event

LOG = "KIBITZ_COMPILE_LOG"
SHOWN = 30


def pytest_configure() -> None:
    """Called by pytest, in every one of its processes."""
    if LOG in os.environ:
        events: Any = event
        events.register("numba:compile", _Times(Path(os.environ[LOG])))


class _Times(event.Listener):
    """Writes a line for each function when it has been compiled."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / f"{os.getpid()}.json"
        self.open: list[list[float]] = []

    def on_start(self, event: Any) -> None:
        self.open.append([time.process_time(), 0.0])

    def on_end(self, event: Any) -> None:
        begun, inner = self.open.pop()
        spent = time.process_time() - begun
        if self.open:
            self.open[-1][1] += spent
        function = event.data["dispatcher"].py_func
        types = ", ".join(map(str, event.data["args"]))
        test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
        line = [f"{function.__module__}.{function.__qualname__}", types, spent - inner, test]
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def main(arguments: list[str]) -> int:
    """Run the tests and print the table."""
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as log:
        env = {**os.environ, LOG: log, "KIBITZ_CACHE": cache}
        run = [sys.executable, "-m", "pytest", "-p", "bench.compile", *arguments]
        before = os.times()
        subprocess.run(run, env=env, check=False)
        after = os.times()
        texts = [file.read_text(encoding="utf-8") for file in Path(log).iterdir()]
        kept = sum(file.stat().st_size for file in Path(cache).iterdir())
    lines = [json.loads(line) for text in texts for line in text.splitlines()]
    for line in table(lines):
        print(line)
    whole = after.children_user + after.children_system
    whole -= before.children_user + before.children_system
    print(f"{whole:.0f} s of processor time in all; {kept / 1e6:.0f} MB kept")
    return 0


def table(lines: list[tuple[str, str, float, str]], shown: int = SHOWN) -> list[str]:
    """The functions that take longest, all their types together."""
    seconds: dict[str, float] = defaultdict(float)
    most: dict[str, float] = defaultdict(float)
    forms: dict[str, int] = defaultdict(int)
    for name, _, spent, _ in lines:
        seconds[name] += spent
        most[name] = max(most[name], spent)
        forms[name] += 1
    longest = sorted(seconds, key=lambda name: -seconds[name])
    total = sum(seconds.values())
    return [
        f"{'seconds':>8} {'forms':>6} {'longest':>8}  function",
        *(
            f"{seconds[name]:8.2f} {forms[name]:6} {most[name]:8.2f}  {name}"
            for name in longest[:shown]
        ),
        f"{total:8.2f} {len(lines):6} {max(most.values(), default=0):8.2f}  "
        f"all {len(longest)} functions",
    ]
