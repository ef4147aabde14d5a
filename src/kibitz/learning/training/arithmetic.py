"""How NumPy computes while something is learned: on one thread, and without warnings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np


@contextmanager
def small_products() -> Iterator[None]:
    """Products of small matrices: on one thread, and numbers that overflow are not remarked on.

    Notes
    -----
    Networks of 64 units gain nothing from more threads, which wait for each other at every product:
    with other programs on the same two cores, deep CFR takes fourteen times the processor time.
    Sums are also rounded in the same way whatever the number of threads, so that the same rounds
    with the same seed learn the same on a busy machine.
    Weights that grow beyond all bounds are found by the training itself, which stops then.

    Examples
    --------
    >>> with small_products():
    ...     float(np.float32(1e30) * np.float32(1e30))
    inf
    """
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1, user_api="blas"), np.errstate(all="ignore"):
        yield
