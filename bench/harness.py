"""A small harness: alternatives take turns, and every figure comes with its spread."""

from __future__ import annotations

import gc
import re
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from kibitz.core.compiling.ahead import compiled_ahead

Job = Callable[[], object]
Clock = Callable[[], float]


LEAST = 5
"""Rounds that are made even where they take longer than they should."""


def processor_time() -> float:
    """Seconds that this process has computed, and the programs that it has started and awaited."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(part.ru_utime + part.ru_stime for part in used)


@dataclass(frozen=True)
class Timing:
    """The times of one alternative, in seconds a call."""

    name: str
    times: tuple[float, ...]

    @property
    def middle(self) -> float:
        return median(self.times)

    @property
    def spread(self) -> str:
        """The fastest and the slowest call, as the distance from the median in percent."""
        low, high = min(self.times) / self.middle - 1, max(self.times) / self.middle - 1
        return f"{low:+.0%} {high:+.0%}"


@dataclass(frozen=True)
class Race:
    """Alternatives that did the same job, and the one that the others are compared with."""

    title: str
    timings: tuple[Timing, ...]
    reference: str

    def ratio(self, timing: Timing) -> float:
        """How many times the reference's time it took."""
        base = next(t for t in self.timings if t.name == self.reference)
        return timing.middle / base.middle


WANTED: list[str] = []
"""Regular expressions of the titles that are measured; all if there is none."""


def is_wanted(title: str) -> bool:
    """Whether a race is measured; else it comes back without timings."""
    return not WANTED or any(re.search(pattern, title) for pattern in WANTED)


def race(
    title: str,
    jobs: dict[str, Job],
    reference: str,
    repeats: int = 7,
    budget: float = 20.0,
    clock: Clock = processor_time,
) -> Race:
    """Time the jobs in turn, ``repeats`` rounds or until the budget of seconds is spent.

    Each is called once beforehand, so that nothing is compiled or imported under the clock, nor
    runs in Python because nobody compiled it yet; quick jobs are called many times a round. Five
    rounds are made whatever they take, unless one of them takes the whole budget. The clock is one
    of processor time, which other people's work disturbs least; jobs of several threads need
    another.
    """
    if not is_wanted(title):
        return Race(title, (), reference)
    calls = {name: _calls(job) for name, job in jobs.items()}
    times: dict[str, list[float]] = {name: [] for name in jobs}
    began = clock()
    for round_ in range(repeats):
        spent = clock() - began
        if round_ and spent > budget and (round_ >= LEAST or spent / round_ > budget):
            break
        for name, job in jobs.items():
            times[name].append(_time(job, calls[name], clock))
    timings = tuple(Timing(name, tuple(ts)) for name, ts in times.items())
    return Race(title, timings, reference)


def _calls(job: Job) -> int:
    with compiled_ahead():
        job()
    once = min(_time(job, 1) for _ in range(5)) if _time(job, 1) < 0.02 else 0.02
    return max(1, min(2000, int(0.02 / max(once, 1e-7))))


def _time(job: Job, calls: int, clock: Clock = time.perf_counter) -> float:
    gc.collect()
    gc.disable()
    try:
        start = clock()
        for _ in range(calls):
            job()
        return (clock() - start) / calls
    finally:
        gc.enable()


def duration(seconds: float) -> str:
    """A time as a person would say it.

    >>> duration(1.4e-5), duration(0.0026), duration(15.2)
    ('14 µs', '2.6 ms', '15 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return (
                f"{seconds / size:.2g} {unit}"
                if seconds < 99 * size
                else f"{seconds / size:.0f} {unit}"
            )
    return f"{seconds * 1e9:.0f} ns"


def markdown(races: Sequence[Race]) -> str:
    """The races as one table: time, spread, and ratio to the reference."""
    lines = ["| job | program | time | spread | × reference |", "| :-- | :-- | --: | :-: | --: |"]
    for one in races:
        for k, timing in enumerate(one.timings):
            title = one.title if k == 0 else ""
            name = f"**{timing.name}**" if timing.name == one.reference else timing.name
            lines.append(
                f"| {title} | {name} | {duration(timing.middle)} | {timing.spread} "
                f"| {one.ratio(timing):.2f} |"
            )
    return "\n".join(lines)
