"""A process that runs tasks: reads them from standard input, a line each, and writes their rows.

``python -m kibitz.experiments.worker [MEGABYTES]``. Whatever else prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys

from kibitz.experiments.limits import limit_memory
from kibitz.experiments.rows import run, written


def run_line(line: str) -> str:
    """The row of a task, both as lines of JSON."""
    return written(run(json.loads(line)))


def main() -> None:
    """Run tasks until there are none, or no one is waiting for them."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    limit_memory(float(sys.argv[1]) if len(sys.argv) > 1 else None)
    for line in sys.stdin:
        row = run_line(line)
        try:
            answers.write(f"{row}\n")
            answers.flush()
        except BrokenPipeError:
            os._exit(1)  # the process that asked was killed; no answer is needed


if __name__ == "__main__":
    main()
