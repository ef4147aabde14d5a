"""Nim-products per second of one core: arrays of words, numbers one by one, and long numbers."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kibitz.combinatorial.nim_arrays import (
    nim_inverse_array,
    nim_product_array,
    nim_square_array,
    nim_square_root_array,
)
from kibitz.combinatorial.nim_field import nim_inverse, nim_product

WORDS = 1 << 20
SCALARS = 1 << 12
LENGTHS = (256, 1024, 4096, 16384)


class Row(NamedTuple):
    """What was done, how often, and the processor time of the quickest of several runs."""

    task: str
    operations: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.operations / self.seconds


def measure(repeats: int = 5, seed: int = 1) -> list[Row]:
    """Time the arrays against a plain loop over Python ints on the same numbers."""
    generator = np.random.default_rng(seed)
    a, b = generator.integers(1, 2**64, (2, WORDS), dtype=np.uint64)
    pairs = list(zip(a[:SCALARS].tolist(), b[:SCALARS].tolist(), strict=True))
    tasks: list[tuple[str, int, Callable[[], object]]] = [
        ("product of 64 bits, array", WORDS, lambda: nim_product_array(a, b)),
        ("product of 64 bits, loop", SCALARS, lambda: [nim_product(x, y) for x, y in pairs]),
        ("inverse of 64 bits, array", WORDS, lambda: nim_inverse_array(a)),
        ("inverse of 64 bits, loop", SCALARS, lambda: [nim_inverse(x) for x, _ in pairs]),
        ("square of 64 bits, array", WORDS, lambda: nim_square_array(a)),
        ("square root of 64 bits, array", WORDS, lambda: nim_square_root_array(a)),
        *(_long_product(bits, seed) for bits in LENGTHS),
    ]
    return [Row(task, count, _quickest(call, repeats)) for task, count, call in tasks]


def _long_product(bits: int, seed: int) -> tuple[str, int, Callable[[], object]]:
    generator = random.Random(seed)
    x, y = (generator.getrandbits(bits) | 1 << (bits - 1) for _ in range(2))
    count = max(1, 50_000 // bits)
    return f"product of {bits} bits", count, lambda: [nim_product(x, y) for _ in range(count)]


def _quickest(call: Callable[[], object], repeats: int) -> float:
    """Processor time, so that other programs on the machine do not count; one run to warm up."""
    call()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    for row in measure():
        print(f"{row.task:32}{row.per_second:16,.0f} per second")
