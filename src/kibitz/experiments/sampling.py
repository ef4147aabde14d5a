"""Regret minimization by sampling in many independent runs, whose average strategies are added.

A run adds up, at each information set, how often its player's strategies came there and what they
did. The sums of several runs are those of one that had been all of them: their average is a mean of
realization plans, and as exploitability is convex in these, the whole is at most as exploitable as
its parts are on average, and mostly much less so.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.progress import work
from kibitz.experiments.spread import answers, noun_of, seed_of
from kibitz.learning.regret.mccfr import MCCFR, SampledSolution, mccfr
from kibitz.rules.game import Rules


def spread_mccfr(
    game: str | Noun,
    iterations: int,
    runs: int = 8,
    sampling: str = "external",
    seed: int = 0,
    workers: int | None = None,
    ray: str | None = None,
    **options: Any,
) -> SampledSolution:
    """Sample a game in several runs, each with its own seed, and add up what they come to.

    Parameters
    ----------
    game : str or Noun
        The game, in words or itself.
    iterations : int
        The number of iterations of each run.
    runs : int, default 8
        How many runs there are; the answer depends on it, and not on how many work at once.
    sampling : {"external", "outcome", "chance"}, default "external"
        What is sampled.
    seed : int, default 0
        Random seed, from which every run gets its own.
    workers : int, optional
        How many processes work at once; 0 works in this one.
    ray : str, optional
        Work on a Ray cluster instead: its address, or ``"auto"``.
    **options : object
        Options of the sampling scheme.

    Returns
    -------
    SampledSolution
        The average of all runs.

    References
    ----------
    Lanctot, Waugh, Zinkevich and Bowling 2009.

    Examples
    --------
    >>> found = spread_mccfr("kuhn-poker", 500, runs=4, workers=0)
    >>> found.iterations, found.exploitability < 0.2
    (2000, True)
    """
    rules, said = noun_of(game)
    if not isinstance(rules, Rules):
        raise GameError(f"sampling takes rules, not a {rules.kind} game")
    if runs < 1:
        raise GameError(f"runs is {runs}; at least one is needed")
    given = {"sampling": sampling, "iterations": iterations, "options": options}
    parts: list[dict[str, Any]] = [{**given, "seed": seed_of(seed, k)} for k in range(runs)]
    if not MCCFR(rules, sampling, **options).machine.is_compiled:
        found = [mccfr(rules, sampling, iterations, seed=p["seed"], **options) for p in parts]
        return found[0] if runs == 1 else _refuse(rules)
    with work(f"sampling {rules.name}", runs) as progress:
        rows = []
        for one in answers("sample", said, parts, progress, workers, ray):
            rows.append(_read(one))
            progress.advance()
    return _sum(rules, sampling, rows, options)


def _refuse(rules: Rules) -> Any:
    raise GameError(f"{rules.name}: its rules run in Python; runs of such rules cannot be added up")


def _read(row: str) -> tuple[Any, Any, int]:
    with np.load(BytesIO(base64.b64decode(row))) as arrays:
        return arrays["heads"], arrays["sums"], int(arrays["count"])


def _sum(
    rules: Rules, sampling: str, parts: list[tuple[Any, Any, int]], options: Mapping[str, Any]
) -> SampledSolution:
    """The tables of all runs as one, information sets in the order in which they are met."""
    made = MCCFR(rules, sampling, **options).machine
    views = made.VIEW_WORDS
    sums: dict[bytes, Any] = {}
    for heads, weights, _ in parts:
        for head in heads:
            key = np.ascontiguousarray(head[: views + 1]).tobytes()
            start, count = int(head[views + 1]), int(head[views + 2])
            own = weights[start : start + count]
            sums[key] = sums[key] + own if key in sums else own.copy()
    heads = np.zeros((len(sums), views + 3), np.int64)
    begin = 0
    for head, (key, weights) in zip(heads, sums.items(), strict=True):
        head[: views + 1] = np.frombuffer(key, np.int64)
        head[views + 1 :] = begin, len(weights)
        begin += len(weights)
    total = np.concatenate(list(sums.values())) if sums else np.zeros(0)
    count = sum(count for _, _, count in parts)
    return SampledSolution(rules, made, sampling, count, 0.0, heads, total)
