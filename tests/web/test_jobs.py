"""Worker processes: limits on time and memory, stopping, and one line for what goes wrong."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from helpers.own_loop import in_own_loop
from kibitz.core.errors import GameError
from kibitz.web import jobs
from kibitz.web.jobs import Job, Pool
from kibitz.web.settings import Settings

LIMITS = Settings(workers=2, spare=1, memory=4 << 30)
ENDLESS = {"text": "go 9"}


def with_pool(body: Callable[[Pool], Awaitable[Any]], settings: Settings = LIMITS) -> Any:
    async def run() -> Any:
        pool = Pool(settings)
        try:
            return await body(pool)
        finally:
            await pool.end()

    return in_own_loop(run())


def test_a_worker_answers_and_is_kept() -> None:
    async def body(pool: Pool) -> Any:
        first = await pool.run(Job("solve", {"text": "1 -1; -1 1"}))
        with pytest.raises(GameError, match="did you mean 'chicken'"):
            await pool.run(Job("solve", {"text": "chiken"}))
        assert len(pool._idle) == 1
        began = time.monotonic()
        await pool.run(Job("solve", {"text": "1 -1; -1 1"}))
        assert time.monotonic() - began < 0.5
        return first

    answer = with_pool(body)
    assert answer["json"]["value"] == "0"
    assert answer["certificate"]["holds"]


def test_workers_go_on_while_jobs_wait_and_are_dismissed_after() -> None:
    async def body(pool: Pool) -> tuple[int, int]:
        started = 0
        start = jobs._Process.start

        async def counted(settings: Settings) -> Any:
            nonlocal started
            started += 1
            return await start(settings)

        pool._start = counted
        await asyncio.gather(*(pool.run(Job("sleep", {"seconds": 0})) for _ in range(8)))
        return started, len(pool._idle)

    assert with_pool(body) == (2, 1)


def test_work_that_takes_too_long_is_stopped_in_a_line() -> None:
    async def body(pool: Pool) -> None:
        await pool.run(Job("sleep", {"seconds": 60}, seconds=0.3))

    with pytest.raises(GameError, match=r"stopped after 0.3 seconds before anything was found"):
        with_pool(body)


def dying(how: int) -> Callable[[Pool], Awaitable[Any]]:
    """Work whose process gets a signal from somebody else."""

    async def body(pool: Pool) -> None:
        job = Job("sleep", {"seconds": 60})
        running = asyncio.ensure_future(pool.run(job))
        while job._process is None:
            await asyncio.sleep(0.01)
        job._process._process.send_signal(how)
        await running

    return body


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (signal.SIGKILL, r"killed \(SIGKILL\) before it had an answer"),
        (signal.SIGTERM, r"killed \(SIGTERM\)"),
        (signal.SIGSEGV, r"crashed \(SIGSEGV\), perhaps at its limit of 4 GB"),
    ],
)
def test_a_worker_that_dies_is_a_line_that_says_how(how: int, said: str) -> None:
    with pytest.raises(GameError, match=said):
        with_pool(dying(how))


def test_memory_is_blamed_where_the_system_counts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter((3, 4))
    monkeypatch.setattr(jobs, "out_of_memory", lambda: next(counts))
    with pytest.raises(GameError, match="the machine ran out of memory"):
        with_pool(dying(signal.SIGKILL))


def test_too_much_memory_is_a_line() -> None:
    async def body(pool: Pool) -> None:
        await pool.run(Job("sleep", {"seconds": 0, "megabytes": 3000}))

    with pytest.raises(GameError, match="not enough memory"):
        with_pool(body, replace(LIMITS, memory=2 << 30))


def test_work_that_is_ended_while_its_worker_starts_is_not_begun() -> None:
    async def body(pool: Pool) -> int:
        begin = pool._start

        async def slow(settings: Settings) -> Any:
            made = await begin(settings)
            pool.leave("tab")
            return made

        pool._start = slow
        with pytest.raises(GameError, match="no one is waiting"):
            await pool.run(Job("sleep", {"seconds": 60}, "tab"))
        return len(pool._idle)

    assert with_pool(body) == 1


def test_closing_a_page_ends_its_work() -> None:
    async def body(pool: Pool) -> float:
        mine = [Job("sleep", {"seconds": 60}, "tab") for _ in range(3)]
        running = [asyncio.ensure_future(pool.run(job)) for job in mine]
        await asyncio.sleep(0.2)
        began = time.monotonic()
        pool.leave("tab")
        found = await asyncio.gather(*running, return_exceptions=True)
        assert all(isinstance(error, GameError) for error in found)
        assert pool.at_work == 0
        return time.monotonic() - began

    assert with_pool(body) < 1.5
