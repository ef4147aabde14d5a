"""Jobs in worker processes, so that no page can hang the server.

A job has limits on time and memory. When it is asked to stop, it answers with what it has; a
worker that does not heed that, or that the system ended, becomes one line.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError
from kibitz.web.settings import Settings
from kibitz.web.worker import GRACE, LENGTH

PATIENCE = GRACE + 1.0
"""Seconds between a request to stop and the end of a worker that ignores it."""
LONGEST = 64 << 20
"""Bytes of an answer that a page can show."""


def out_of_memory() -> int:
    """How many processes the system has ended for want of memory, where it tells.

    Notes
    -----
    Linux counts them for the whole machine and for a group of processes with a limit of its own.
    """
    found = 0
    for path in ("/proc/vmstat", "/sys/fs/cgroup/memory.events"):
        with suppress(OSError, ValueError):
            lines = Path(path).read_text(encoding="ascii").splitlines()
            found += sum(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))
    return found


def signal_name(number: int) -> str:
    """What a signal is called.

    >>> signal_name(9), signal_name(99)
    ('SIGKILL', 'signal 99')
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class _Process:
    """A worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, settings: Settings) -> _Process:
        seen = None if os.environ.get("KIBITZ_TRACEBACK") else asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kibitz.web.worker",
            str(settings.memory),
            *(["--allow-code"] if settings.allow_code else []),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=seen,
            start_new_session=True,
        )
        return cls(process)

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    def send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode()
        if self._process.stdin is not None:
            with suppress(ConnectionError, RuntimeError):
                self._process.stdin.write(LENGTH.pack(len(data)) + data)

    async def receive(self) -> dict[str, Any] | None:
        """The next message, None when the process has ended."""
        if self._process.stdout is None:
            return None
        try:
            head = await self._process.stdout.readexactly(LENGTH.size)
            length = LENGTH.unpack(head)[0]
            if length > LONGEST:
                self.kill()
                return {"error": "the answer is too long to show; use the command line"}
            message: dict[str, Any] = json.loads(await self._process.stdout.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        return message

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()

    async def wait(self) -> int:
        """Its status once it has ended: below zero, the signal that ended it."""
        try:
            return await asyncio.wait_for(self._process.wait(), PATIENCE)
        except TimeoutError:
            self.kill()
            return await self._process.wait()


@dataclass(eq=False)
class Job:
    """One piece of work for one page."""

    task: str
    arguments: dict[str, Any]
    owner: str = ""
    seconds: float = 60.0
    on_progress: Callable[[dict[str, Any]], None] | None = None
    stopped: bool = False
    """Whether it was asked to stop, by a user or a time limit."""
    why: str = ""
    _process: _Process | None = field(default=None, repr=False)
    _timer: asyncio.TimerHandle | None = field(default=None, repr=False)

    def stop(self, why: str = "stopped") -> None:
        """Let it end with what it has; a worker that does not is ended."""
        if self.stopped:
            return
        self.stopped, self.why = True, why
        if self._process is not None:
            self._process.send({"stop": True})
            self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._process.kill)

    def end(self) -> None:
        """End it at once; no one waits for the answer."""
        self.stopped, self.why = True, "no one is waiting for it"
        if self._process is not None:
            self._process.kill()


class Pool:
    """The worker processes of a server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._turn = asyncio.Semaphore(settings.workers)
        self._idle: list[_Process] = []
        self._jobs: set[Job] = set()
        self._start = _Process.start
        self._made: set[_Process] = set()

    async def warm_up(self) -> None:
        """Start the workers that are kept, so that the first job need not wait."""
        for _ in range(self._settings.spare):
            process = await _Process.start(self._settings)
            process.send({"task": "warm_up", "arguments": {}})
            if await process.receive() is not None and len(self._idle) < self._settings.spare:
                self._idle.append(process)
            else:
                process.kill()

    async def run(self, job: Job) -> Any:
        """The answer to a job; an error of one line where there is none."""
        self._jobs.add(job)
        try:
            async with self._turn:
                if job.stopped:
                    raise GameError(job.why)
                return await self._run(job)
        finally:
            self._jobs.discard(job)

    async def _run(self, job: Job) -> Any:
        process = await self._worker()
        if job.stopped:
            self._idle.append(process)
            raise GameError(job.why)
        job._process = process
        loop = asyncio.get_running_loop()
        limit = loop.call_later(job.seconds, job.stop, f"stopped after {job.seconds:g} seconds")
        kept = False
        before = out_of_memory()
        try:
            process.send({"task": job.task, "arguments": job.arguments})
            answer = await self._answer(process, job, before)
            kept = process.is_alive and not job.stopped
        finally:
            limit.cancel()
            if job._timer is not None:
                job._timer.cancel()
            job._process = None
            if kept:
                self._idle.append(process)
            else:
                process.kill()
            if len(self._jobs) <= 1:
                self._dismiss()
        if "error" in answer:
            raise GameError(answer["error"])
        return answer["answer"]

    def _dismiss(self) -> None:
        """End idle workers beyond those that are kept warm, once no one waits for one."""
        while len(self._idle) > self._settings.spare:
            self._idle.pop().kill()

    async def _worker(self) -> _Process:
        while self._idle:
            process = self._idle.pop()
            if process.is_alive:
                return process
        made = await self._start(self._settings)
        self._made = {process for process in self._made if process.is_alive} | {made}
        return made

    async def _answer(self, process: _Process, job: Job, before: int) -> dict[str, Any]:
        while True:
            message = await process.receive()
            if message is None:
                status = await process.wait()
                return {"error": self._epitaph(job, status, out_of_memory() > before)}
            if "progress" not in message:
                if "error" in message and job.stopped:
                    message["error"] = f"{job.why} before anything was found"
                return message
            if job.on_progress is not None:
                job.on_progress(message["progress"])

    def _epitaph(self, job: Job, status: int, starved: bool) -> str:
        """Why there is no answer from a worker that has ended."""
        if job.stopped:
            return f"{job.why} before anything was found"
        if starved:
            return "the system stopped the work because the machine ran out of memory"
        if status >= 0:
            return f"the worker process ended with status {status} before it had an answer"
        name = signal_name(-status)
        if name in ("SIGABRT", "SIGSEGV", "SIGBUS"):
            most = self._settings.memory / (1 << 30)
            return f"the worker process crashed ({name}), perhaps at its limit of {most:g} GB"
        return f"the worker process was killed ({name}) before it had an answer"

    def leave(self, owner: str) -> None:
        """End all work of a page that was closed."""
        for job in self._jobs:
            if job.owner == owner:
                job.end()

    @property
    def at_work(self) -> int:
        """How many jobs run or wait."""
        return len(self._jobs)

    async def end(self) -> None:
        """End all workers, and wait until they have."""
        self.close()
        await asyncio.gather(*(process.wait() for process in self._made))

    def close(self) -> None:
        """End all workers."""
        for job in self._jobs:
            job.end()
        for process in self._idle:
            process.kill()
        self._idle.clear()
