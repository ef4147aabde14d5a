"""Rules as a user writes them, the dictionary loops one writes by hand, and both in a new process.

``python -m bench.own_rules GAME QUESTION WHO`` prints the CPU seconds of one answer by a process
that has imported what it needs and computed nothing before.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import kibitz as kb
from bench.harness import Job, Race, Timing

Rule = Callable[[Any], Iterable[Any]]
TAKES = (1, 3, 4, 7, 9, 12)
PROCESSES = 7


def few_listed(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if k <= n]


def few_in_a_tuple(n: int) -> tuple[int, ...]:
    return tuple(n - k for k in (1, 2, 3) if k <= n)


def few_yielded(n: int) -> Iterator[int]:
    for k in (1, 2, 3):
        if k <= n:
            yield n - k


def six_listed(n: int) -> list[int]:
    return [n - k for k in TAKES if k <= n]


def six_yielded(n: int) -> Iterator[int]:
    for k in TAKES:
        if k <= n:
            yield n - k


def pair_yielded(heaps: tuple[int, int]) -> Iterator[tuple[int, int]]:
    a, b = heaps
    for k in (1, 2, 3):
        if k <= a:
            yield a - k, b
        if k <= b:
            yield a, b - k


def nim_listed(heaps: tuple[int, int]) -> list[tuple[int, int]]:
    a, b = heaps
    return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]


def nim_yielded(heaps: tuple[int, int]) -> Iterator[tuple[int, int]]:
    a, b = heaps
    for k in range(a):
        yield k, b
    for k in range(b):
        yield a, k


def queen_yielded(square: tuple[int, int]) -> Iterator[tuple[int, int]]:
    yield from nim_yielded(square)
    a, b = square
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k


@dataclass(frozen=True)
class Own:
    """A rule with its positions, each after its options; the last one is the start."""

    rule: Rule
    order: Callable[[], Iterable[Any]]
    start: Any

    def hand(self, question: str) -> Job:
        """The loop by hand, which may know the order of the positions beforehand."""
        if question == "nimber":
            return lambda: nimbers_by_hand(self.rule, self.order())[self.start]
        return lambda: outcomes_by_hand(self.rule, self.order())[self.start]

    def kibitz(self, question: str) -> Job:
        make = kb.impartial
        if question == "nimber":
            return lambda: make(self.start, self.rule).nimber()
        return lambda: make(self.start, self.rule).outcome()


def heap(rule: Rule, n: int) -> Own:
    return Own(rule, lambda: range(n + 1), n)


def square(rule: Rule, n: int) -> Own:
    return Own(rule, lambda: product(range(n + 1), repeat=2), (n, n))


GAMES = {
    "3,701 positions, 3 moves in a list": heap(few_listed, 3700),
    "3,701 positions, 3 moves in a tuple": heap(few_in_a_tuple, 3700),
    "3,701 positions, 3 moves yielded": heap(few_yielded, 3700),
    "3,721 positions, nim, a list": square(nim_listed, 60),
    "3,721 positions, nim, yielded": square(nim_yielded, 60),
    "3,721 positions, a queen, yielded": square(queen_yielded, 60),
    "20,001 positions, 3 moves in a list": heap(few_listed, 20_000),
    "20,001 positions, 3 moves in a tuple": heap(few_in_a_tuple, 20_000),
    "20,001 positions, 3 moves yielded": heap(few_yielded, 20_000),
    "20,001 positions, 6 moves in a list": heap(six_listed, 20_000),
    "20,001 positions, 6 moves yielded": heap(six_yielded, 20_000),
    "19,881 positions, pairs, yielded": square(pair_yielded, 140),
    "200,001 positions, 3 moves in a list": heap(few_listed, 200_000),
    "200,001 positions, 3 moves in a tuple": heap(few_in_a_tuple, 200_000),
    "200,001 positions, 3 moves yielded": heap(few_yielded, 200_000),
}


def nimbers_by_hand(rule: Rule, order: Iterable[Any]) -> dict[Any, int]:
    """The dictionary loop that somebody would write by hand."""
    values: dict[Any, int] = {}
    for position in order:
        seen = {values[option] for option in rule(position)}
        value = 0
        while value in seen:
            value += 1
        values[position] = value
    return values


def outcomes_by_hand(rule: Rule, order: Iterable[Any]) -> dict[Any, bool]:
    """The same for who wins."""
    wins: dict[Any, bool] = {}
    for position in order:
        wins[position] = any(not wins[option] for option in rule(position))
    return wins


def cold_races() -> Iterator[Race]:
    """Every game and both questions, each answer by a new process, in CPU time."""
    for name in GAMES:
        for question in ("nimber", "outcome"):
            times: dict[str, list[float]] = {"by hand": [], "Kibitz": []}
            for _ in range(PROCESSES):
                for who, found in times.items():
                    found.append(_new_process(name, question, who))
            timings = tuple(Timing(who, tuple(found)) for who, found in times.items())
            yield Race(f"{question}, new process: {name}", timings, "by hand")


def _new_process(name: str, question: str, who: str) -> float:
    command = [sys.executable, "-m", "bench.own_rules", name, question, who]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main(name: str, question: str, who: str) -> None:
    game = GAMES[name]
    job = game.hand(question) if who == "by hand" else game.kibitz(question)
    began = time.process_time()
    job()
    print(time.process_time() - began)


if __name__ == "__main__":
    main(*sys.argv[1:])
