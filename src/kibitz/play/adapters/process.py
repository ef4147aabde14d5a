"""A program that is spoken to line by line, and given up when it dies or hangs."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from queue import Empty, Full, Queue

from kibitz.core.errors import GameError
from kibitz.play.players import Forfeit

LONGEST_LINE = 100_000
UNREAD = 1000
"""Lines kept for reading; a program that says more has to wait."""


class Deadline:
    """An answer is due within a number of seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return max(0.01, self._end - time.monotonic())

    @property
    def is_past(self) -> bool:
        return time.monotonic() > self._end


class Process:
    """A child process with text on standard input and output, in a group of its own.

    So Ctrl-C on the terminal is not for it, and it ends together with the children that it has.
    """

    def __init__(self, command: str) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise GameError(f"engine {command!r}: {error}") from None
        if not words:
            raise GameError("no engine is given; write the command that starts it")
        self.command = command
        try:
            self._child = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise GameError(f"engine {command!r} does not start: {reason}") from None
        self._lines: Queue[str | None] = Queue(UNREAD)
        self._is_closed = False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._child.stdout is not None
        with suppress(ValueError, OSError):
            while line := self._child.stdout.readline(LONGEST_LINE):
                self._keep(line.rstrip("\r\n"))
        self._keep(None)

    def _keep(self, line: str | None) -> None:
        """Put a line where it is read, as soon as there is room, unless no one reads any more."""
        while not self._is_closed:
            with suppress(Full):
                self._lines.put(line, timeout=0.1)
                return

    def say(self, line: str) -> None:
        """Send one line; Forfeit when no one is there to read it."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(line + "\n")
            self._child.stdin.flush()
        except (OSError, ValueError):
            raise Forfeit(self._died()) from None

    def hear(self, deadline: Deadline) -> str:
        """The next line; Forfeit when the program ends or says nothing before the deadline."""
        try:
            line = self._lines.get(timeout=deadline.left)
        except Empty:
            line = ""
        if deadline.is_past:
            self.kill()
            raise Forfeit(f"no answer for {deadline.seconds:g} s") from None
        if line is None:
            raise Forfeit(self._died())
        return line

    def _died(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(timeout=1)
        status = self._child.poll()
        return "the engine closed its output" if status is None else f"the engine ended, {status}"

    def kill(self) -> None:
        """End it at once, and with it whatever it has started: it may be a script."""
        if not self._is_closed:
            self._kill_group()
        self._is_closed = True
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                with suppress(OSError, ValueError):
                    pipe.close()

    def _kill_group(self) -> None:
        if sys.platform == "win32":
            self._child.kill()
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)

    def close(self, farewell: str) -> None:
        """Say goodbye, wait a moment, and end it."""
        with suppress(Forfeit, subprocess.TimeoutExpired):
            self.say(farewell)
            self._child.wait(timeout=0.5)
        self.kill()
