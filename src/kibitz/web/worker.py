"""A worker process: it does one job after the other, and reports how far it is.

Messages on its standard input and output are JSON behind four bytes of length. A job that ends
badly is one line; a job that is asked to stop answers with what it has.
"""

from __future__ import annotations

import json
import os
import queue
import re
import struct
import sys
import threading
import time
from contextlib import suppress
from importlib import import_module
from typing import Any, BinaryIO

from kibitz.core import progress
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

LENGTH = struct.Struct(">I")
_COMMAND = re.compile(r"; try `kibitz ([^`]*)`;")
"""A command that is recommended to those who type no commands."""
BETWEEN_REPORTS = 0.2
"""Seconds."""
GRACE = 1.0
"""Seconds after a request to stop in which work may end with what it has."""


def main() -> None:
    """Do the jobs that come in on standard input, until it is closed."""
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    _limit_memory(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    if "--allow-code" in sys.argv:
        from kibitz.web.own_rules import allow

        allow()
    jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, jobs), daemon=True).start()
    progress.watch(_Reporter(target))
    while True:
        _write(target, _done(jobs.get()))


def _limit_memory(most: int) -> None:
    """Take no more bytes than this, where the system can see to it."""
    if most and sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _listen(source: BinaryIO, jobs: queue.SimpleQueue[dict[str, Any]]) -> None:
    """Take jobs and the word to stop; end the process when no one speaks any more."""
    while True:
        message = _read(source)
        if message is None:
            os._exit(0)
        if "stop" in message:
            progress.stop()
        else:
            jobs.put(message)


def _done(job: dict[str, Any]) -> dict[str, Any]:
    """The answer to a job, or the line that says why there is none."""
    before = progress.stops()
    try:
        with progress.stop_within(GRACE):
            task = import_module(f"kibitz.web.tasks.{job['task']}")
            answer = task.run(**job["arguments"])
        return {"answer": answer, "stopped": progress.stops() > before}
    except KeyboardInterrupt:
        return {"error": "stopped before anything was found", "stopped": True}
    except Exception as error:
        if os.environ.get("KIBITZ_TRACEBACK"):
            import traceback

            traceback.print_exc()
        message = plainly(error, str(job["arguments"].get("text", "")))
        return {"error": " ".join(message.split())}


def plainly(error: Exception, text: str = "") -> str:
    """An error as a line for a person, by the rules in ``text`` where these are Python.

    >>> plainly(GameError("row 2 has 3 entries, row 1 has 2"))
    'row 2 has 3 entries, row 1 has 2'
    >>> plainly(MemoryError())
    'there is not enough memory for this'
    >>> plainly(GameError("unknown game 'x'; `kibitz games` lists them all"))
    "unknown game 'x'; the first page lists them all"
    """
    if isinstance(error, GameError):
        said = _COMMAND.sub(_in_the_box, str(error))
        return said.replace("`kibitz games`", "the first page")
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    if isinstance(error, RecursionError):
        return "this is nested too deeply"
    if isinstance(error, OverflowError):
        return "a number is too large for floating point; write it as a fraction"
    if isinstance(error, ValueError) and "integer string conversion" in str(error):
        return f"a number has more than {count_of(sys.get_int_max_str_digits(), 'digit')}"
    if isinstance(error, ModuleNotFoundError) and not (error.name or "kibitz").startswith("kibitz"):
        return f"this needs the package {error.name}, which is not installed on the server"
    return _in_rules(error, text) or f"unexpected {type(error).__name__}: {error}"


def _in_the_box(found: re.Match[str]) -> str:
    """A command that an error recommends, as the game that it asks about, if it names one.

    >>> _COMMAND.sub(_in_the_box, "'gto'; try `kibitz cfr leduc`; see there")
    "'gto'; try leduc; see there"
    >>> _COMMAND.sub(_in_the_box, "'nash'; try `kibitz equilibria GAME`; see there")
    "'nash'; see there"
    """
    from kibitz.web.tasks.noun import noun_of

    command = found[1].partition(" --")[0]
    for game in (command, command.partition(" ")[2]):
        with suppress(GameError):
            noun_of(game)
            return f"; try {game};"
    return ";"


def _in_rules(error: Exception, text: str) -> str:
    """What is wrong with rules that were written in the page, if the error comes from them."""
    from kibitz.formats.python_file import contradiction_in, line_of_own_file
    from kibitz.rules.game import Rules
    from kibitz.web.own_rules import is_python
    from kibitz.web.tasks.noun import noun_of

    if not is_python(text):
        return ""
    found = line_of_own_file(error)
    if found is not None:
        return f"line {found[1]}: {type(error).__name__}: {error}"
    rules = noun_of(text)
    return contradiction_in(rules) if isinstance(rules, Rules) else ""


class _Reporter:
    """Tells how far work is, a few times a second."""

    def __init__(self, target: BinaryIO) -> None:
        self._target = target
        self._next = 0.0

    def __call__(self, task: progress.Task) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + BETWEEN_REPORTS
            report = {"label": task.label, "done": task.done, "total": task.total}
            _write(self._target, {"progress": report})


def _write(target: BinaryIO, message: dict[str, Any]) -> None:
    try:
        data = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
    except (TypeError, ValueError) as error:
        data = json.dumps({"error": f"the answer cannot be shown: {error}"}).encode()
    try:
        target.write(LENGTH.pack(len(data)) + data)
        target.flush()
    except OSError:
        os._exit(0)


def _read(source: BinaryIO) -> dict[str, Any] | None:
    """The next message, None when there will be none."""
    with suppress(OSError):
        head = source.read(LENGTH.size)
        if len(head) == LENGTH.size:
            message: dict[str, Any] = json.loads(source.read(LENGTH.unpack(head)[0]))
            return message
    return None


if __name__ == "__main__":
    main()
