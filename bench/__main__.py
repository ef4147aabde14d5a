"""Run the benchmarks and write docs/benchmarks.md: ``python -m bench [SUITE ...]``.

With names of suites, only their chapters are measured anew, and with ``SUITE:PATTERN`` only the
races whose titles match the regular expression. ``python -m bench page`` writes the
page and its pictures from the figures that are kept, and measures nothing. ``python -m bench
compile`` lists how long functions take to compile, and writes nothing; ``python -m bench check``
tells what got slower than it was; ``python -m bench tested`` compares the shelf's compiled rules
with Python, so that a new user's machine need not; ``python -m bench styles`` compares rules as
people write them with C; ``python -m bench faults`` kills and starves commands that write files,
and writes docs/faults.md; ``python -m bench certificates`` compares solving with checking, and
writes its table into docs/proof.md; ``python -m bench web`` lets fifty people use the workbench at
once, and writes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from subprocess import run

from bench import (
    bimatrix,
    certificates,
    check,
    coalitional,
    cold,
    decks,
    experiments,
    extensive,
    faults,
    heaps,
    impartial,
    learning,
    n_player,
    page,
    poker,
    regret,
    search,
    search_games,
    startup,
    stochastic,
    tested,
    web_load,
    zero_sum,
)
from bench import compile as compiling
from bench.harness import WANTED, Race, duration
from bench.styles import race as styles

SUITES: dict[str, tuple[str, Callable[[], Iterator[Race]]]] = {
    "zero-sum": ("Matrix games, random integers from -100 to 100", zero_sum.races),
    "bimatrix": ("Equilibria of bimatrix games", bimatrix.races),
    "n-player": ("Equilibria of three and four players", n_player.races),
    "poker": ("Poker", poker.races),
    "regret": ("Regret minimization", regret.races),
    "decks": ("2-7 draw with growing decks: one iteration of CFR+", decks.races),
    "search-games": ("Monte Carlo tree search on games with moves", search_games.races),
    "stochastic": ("Stochastic games", stochastic.races),
    "heaps": ("Heap games", heaps.races),
    "extensive": ("Games in extensive form", extensive.races),
    "impartial": ("Impartial games", impartial.races),
    "learning": ("Learning with tables", learning.races),
    "search": ("Search in games with moves", search.races),
    "coalitional": ("Coalitional games", coalitional.races),
    "experiments": ("Experiments, environments and databases on disk", experiments.races),
    "startup": ("Start-up of whole programs", startup.races),
    "cold": ("First use, with nothing compiled yet", cold.races),
}


def main(names: list[str]) -> int:
    if names[:1] == ["compile"]:
        return compiling.main(names[1:])
    if names[:1] == ["check"]:
        return check.main(names[1:])
    if names[:1] == ["page"]:
        for path in page.write():
            print(f"written: {path}")
        return 0
    if names[:1] == ["styles"]:
        return styles.main(names[1:])
    if names[:1] == ["tested"]:
        return tested.main()
    if names[:1] == ["faults"]:
        return faults.main(names[1:])
    if names[:1] == ["certificates"]:
        return certificates.main()
    if names[:1] == ["web"]:
        web_load.main()
        return 0
    chosen = [name.partition(":") for name in names]
    names = list(dict.fromkeys(name for name, _, _ in chosen))
    WANTED.extend(pattern for _, _, pattern in chosen if pattern)
    unknown = [name for name in names if name not in SUITES]
    if unknown:
        print(f"no suite {unknown[0]!r}; known: {', '.join(SUITES)}", file=sys.stderr)
        return 2
    if len(names) == 1:
        _measure(names[0])
    else:
        for name in names or SUITES:
            _in_own_process(name, [pattern for suite, _, pattern in chosen if suite == name])
    for path in page.write():
        print(f"written: {path}")
    return 0


def _measure(name: str) -> None:
    """Run the races of a chapter, print their times as they come, and put them down."""
    title, races = SUITES[name]
    print(title)
    done = []
    for one in races():
        done.append(one)
        for timing in one.timings:
            print(
                f"  {one.title:28} {timing.name:30} {duration(timing.middle):>8} "
                f"({timing.spread})  x{one.ratio(timing):.2f}",
                flush=True,
            )
    page.keep(name, title, done)


def _in_own_process(name: str, patterns: list[str]) -> None:
    """Measure a chapter where peers of others cannot be in the way: two bring their own HiGHS."""
    words = [f"{name}:{pattern}" for pattern in patterns if pattern] or [name]
    done = run([sys.executable, "-m", "bench", *words], check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
