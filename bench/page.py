"""The page of benchmarks: a short table and a picture for each chapter, all figures in an appendix.

Figures are kept in ``results.json``, chapter by chapter, each with the clock that took them.
"""

from __future__ import annotations

import json
import platform
import re
from datetime import date
from pathlib import Path
from typing import Any

from bench.harness import Race, Timing, duration, markdown
from bench.plot import Plot, svg
from kibitz.core.files.atomic_file import write_text

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
BOOK = HERE.parent / "docs"
PAGE, APPENDIX, PICTURES = "benchmarks.md", "benchmarks-figures.md", "pictures/benchmarks"
SHOWN = {
    "impartial": r"^(nimber|outcome): 200,001 positions",
    "regret": r"iteration|to 1e-3|external",
}
"""Which jobs of a long chapter the short table has."""
WHOLE = ("startup", "cold")
"""Chapters about Kibitz alone, which the page has in full."""
REMARKS = {
    "zero-sum": """\
In games with up to twenty rows, QuantEcon's `minmax` is faster because it does less: it takes an
array and returns arrays. Kibitz also checks the matrix, bounds the error of its answer from both
sides, and returns the answer together with its game, which takes longer than the pivots do.

- **Strategies** are computed as arrays by both. Kibitz turns them into tuples when they are first
  read, in less than a microsecond for ten rows.
- **Games with fewer than 64 entries** in which each player has a single optimal strategy are solved
  in compiled code: floats to the last bit, fractions with a proof in integers. The steps that you
  would write on a blackboard (dominance, symmetries, tableaux) are derived when `method` or
  `explain` asks for them.
- **Games with ties**, and the first small games of a program, are solved by the blackboard methods
  themselves, in about a millisecond.""",
    "heaps": """\
The C program is given the size of the largest nimber, which Kibitz has to find. `C, sparse` does
not look for a period; Kibitz tries to prove one in every game.""",
    "impartial": """\
"By hand" is a loop in Python that is given the positions in an order in which every position comes
after its options. Kibitz finds such an order from the moves alone, and proves that play ends.""",
    "bimatrix": """\
QuantEcon computes with floats, and with ties it can miss equilibria. Kibitz's answers are
fractions, and the list is complete.""",
    "search": """\
bitbully and the C program are written for Connect Four alone. Kibitz uses the general search that
every game gets from its rules in Python.""",
    "extensive": """\
Gambit's fastest answers are floats; Kibitz's are fractions, proved by duality.""",
    "decks": """\
Kibitz alone: the time of one iteration of CFR+ as the deck grows. A state is a hand and a card
drawn, for one player.""",
    "startup": """\
Each row is a whole program, from its start to its exit, compared with Python importing NumPy.""",
    "cold": """\
Each program runs with an empty home folder and an empty cache, as on the day of installation.""",
    "poker": """\
In the rows "one by one", eval7 is given cards that were built beforehand, while Kibitz and
phevaluator are given numbers. Both of the others also rate hands that contain a card twice. Kibitz
refuses such hands, and with seven cards this check takes a fifth of its time.""",
}
"""What a reader should know about a chapter, such as why Kibitz is behind."""
CLOCK = "processor time"
KERNELS = ("Kibitz, arrays", "Kibitz, kernel")
PLOTS = {
    "zero-sum": Plot(r"^(?P<size>\d+) x \d+, floating point", "rows and columns"),
    "bimatrix": Plot(r"^3 games (?P<size>\d+) x \d+, -100 to 100", "strategies of each player"),
    "n-player": Plot(
        r"^all of (?P<games>\d+) games (?P<size>\d)x\dx\d(?:,|$)",
        "strategies of each of three players",
    ),
    "decks": Plot(r"^3 of \d+ cards, (?P<size>[\d,]+) states", "states"),
    "coalitional": Plot(r"^prenucleolus, superadditive, (?P<size>\d+) players", "coalitions", True),
    "impartial": Plot(r"^nimber: (?P<size>[\d,]+) positions, 3 moves in a list", "positions"),
    "extensive": Plot(r"^Kuhn poker, (?P<size>\d+) cards", "cards"),
    "search": Plot(r"after (?P<size>\d+) plies, how soon", "plies made, of 42"),
}
HEAD = """# Benchmarks

*How fast is Kibitz, compared with other packages?*

It depends on the job, so each row of these tables is one job that another package can do as well.
The row shows the time of one call of Kibitz, the time of the fastest other package, and the
speedup, their ratio: above 1 Kibitz is faster, below 1 it is slower. The jobs on which Kibitz is
slower are listed like all others.

- **How it is measured:** `make bench` gives each chapter its own process, in which the packages
  take turns. Each figure is the median of several rounds, on {machine}.
- **All figures:** [the appendix](benchmarks-figures.md) has every package that was measured, the
  spread of the times, and the other methods of Kibitz.
- **Pictures** have logarithmic axes; the slope is the exponent of the fitted power law.
"""
REST = """# Benchmarks: all figures

*How did every package do, and how much did the times vary?*

These are all measurements behind [the benchmarks](benchmarks.md). The time is the median of the
rounds, the spread goes from the fastest to the slowest round, and the last column is the time
divided by that of the entry in bold.
"""


def load() -> dict[str, Any]:
    """What was measured, by chapter."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def keep(name: str, title: str, races: list[Race]) -> None:
    """Put a chapter's figures down in place of those before, which stay for races not measured."""
    known = load() if RESULTS.exists() else {}
    before = {one["title"]: one for one in known.get(name, {}).get("races", ())}
    kept = [_as_json(race) if race.timings else _before(before, race.title) for race in races]
    clock = known.get(name, {}).get("clock")
    is_part = clock and not all(race.timings for race in races)
    measured = date.today().isoformat()
    if not all(race.timings for race in races):
        measured = known.get(name, {}).get("measured", "")
    known[name] = {"title": title, **({"clock": clock} if is_part else {}), "measured": measured}
    known[name]["races"] = [one for one in kept if one]
    write_text(RESULTS, json.dumps(known, indent=1, ensure_ascii=False) + "\n")


def _before(known: dict[str, Any], title: str) -> dict[str, Any] | None:
    """What is known of a job that was not measured, whose title may only begin like this."""
    return known.get(title) or next((known[t] for t in known if t.startswith(title)), None)


def _as_json(race: Race) -> dict[str, Any]:
    times = {timing.name: [float(f"{t:.4g}") for t in timing.times] for timing in race.timings}
    return {"title": race.title, "reference": race.reference, "times": times}


def _race(kept: dict[str, Any]) -> Race:
    timings = tuple(Timing(name, tuple(times)) for name, times in kept["times"].items())
    return Race(kept["title"], timings, kept["reference"])


def write() -> list[Path]:
    """Write the page, the appendix and the pictures; what was written."""
    short = [HEAD.format(machine=f"{platform.machine()}, Python {platform.python_version()}")]
    long, written = [REST], []
    for name, chapter in load().items():
        races = [_race(one) for one in chapter["races"]]
        long.append(f"## {chapter['title']}\n\n{markdown(races)}\n")
        table = summary([race for race in races if re.search(SHOWN.get(name, ""), race.title)])
        if name in WHOLE:
            table = markdown(races) + "\n"
        picture = _picture(name, races)
        if picture is not None:
            written.append(picture)
        if table or picture:
            shown = (
                f"![time against {PLOTS[name].size}]({PICTURES}/{name}.svg)\n" if picture else ""
            )
            when = chapter.get("measured")
            clock = chapter.get("clock", CLOCK).capitalize()
            told = f"{clock}, measured {f'on {when}' if when else 'with an earlier version'}.\n"
            remark = f"{REMARKS[name]}\n" if name in REMARKS else ""
            parts = [f"## {chapter['title']}\n", told, table, remark, shown]
            short.append("\n".join(filter(None, parts)))
    for file, parts in ((PAGE, short), (APPENDIX, long)):
        write_text(BOOK / file, "\n".join(parts))
        written.append(BOOK / file)
    return written


def summary(races: list[Race]) -> str:
    """The jobs that other packages do as well: the times of Kibitz, its kernel and the fastest.

    >>> times = (Timing("Kibitz, float", (2.0,)), Timing("QuantEcon", (3.0,)))
    >>> print(summary([Race("10 x 10", times, "Kibitz, float")]))
    | job | Kibitz | fastest other package | | speedup |
    | :-- | --: | --: | :-- | --: |
    | 10 x 10 | 2 s | 3 s | QuantEcon | 1.5 |
    <BLANKLINE>
    """
    has_kernels = any(timing.name in KERNELS for race in races for timing in race.timings)
    lines = []
    for race in races:
        ours, others = _ours(race), [t for t in race.timings if not is_own(t.name)]
        if ours is None or not others:
            continue
        best = min(others, key=lambda timing: timing.middle)
        ratio = best.middle / ours.middle
        told = f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2g}"
        kernel = next((t for t in race.timings if t.name in KERNELS), None)
        alone = f" {duration(kernel.middle) if kernel else ''} |" if has_kernels else ""
        lines.append(
            f"| {race.title} | {duration(ours.middle)} |{alone} {duration(best.middle)} "
            f"| {best.name} | {told} |"
        )
    two = (" its kernel alone |", " --: |") if has_kernels else ("", "")
    head = [
        f"| job | Kibitz |{two[0]} fastest other package | | speedup |",
        f"| :-- | --: |{two[1]} --: | :-- | --: |",
    ]
    return "\n".join([*head, *lines]) + "\n" if lines else ""


def _ours(race: Race) -> Timing | None:
    """Kibitz's way: the exact one where the job is exact, else the one that others are held to."""
    own = [timing for timing in race.timings if is_own(timing.name)]
    if race.title.endswith("exact"):
        own.sort(key=lambda timing: timing.name != "Kibitz, exact")
    else:
        own.sort(key=lambda timing: timing.name != race.reference)
    return own[0] if own else None


def is_own(name: str) -> bool:
    """Whether it is one of Kibitz's ways, not somebody else's.

    >>> is_own("Kibitz (11 M/s)"), is_own("C, sparse")
    (True, False)
    """
    return name.lower().startswith("kibitz")


def _picture(name: str, races: list[Race]) -> Path | None:
    if name not in PLOTS:
        return None
    series = PLOTS[name].points(races)
    if not series:
        return None
    path = BOOK / PICTURES / f"{name}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, svg(series, PLOTS[name].size))
    return path
