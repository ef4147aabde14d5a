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
    "zero-sum": "QuantEcon's `minmax` goes from an array to arrays, and computes less: Kibitz also "
    "checks the matrix, bounds the error of its answer from both sides and returns it with its "
    "game, which in games of up to twenty rows takes longer than the pivots. The strategies of "
    "both lie in arrays; Kibitz makes tuples of them when they are first read, in under a "
    "microsecond for ten rows. Of fewer than 64 entries, games in which each player has one "
    "optimal strategy are solved in compiled code, in floats to the last bit and exactly with a "
    "proof in integers; what a person would write on a blackboard, dominance, symmetries and "
    "tableaux, is derived when `method` or `explain` ask for it. Games with ties, and the first "
    "small games of a program, are solved on the blackboard, in about a millisecond.",
    "heaps": "The C program is given the size of the largest nimber, which Kibitz finds out. `C, "
    "sparse` looks for no period; Kibitz tries to prove one in every game.",
    "impartial": "The loop by hand is given the positions in an order in which each comes after "
    "its options. Kibitz finds such an order, and that play ends, from the moves alone.",
    "bimatrix": "QuantEcon computes with floats, and with ties it can miss equilibria. Kibitz's "
    "answers are fractions, and the list is complete.",
    "search": "bitbully and the C program are written for Connect Four alone; Kibitz's search is "
    "the one that any game of the shelf gets from its rules in Python.",
    "extensive": "Gambit's quickest answers are floats; those of Kibitz are fractions, proved by "
    "duality.",
    "poker": "One by one, eval7 is given cards that were made beforehand, Kibitz and phevaluator "
    "numbers. Both of the others give a strength to hands that hold a card twice; Kibitz refuses "
    "them, which takes a fifth of its time for seven cards.",
}
"""What a reader should know about lines where Kibitz is behind."""
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

*How fast is it, and beside whom?*

A line is a job that others do as well: what a call of Kibitz takes, what the quickest of the others
takes, and their ratio: above 1 Kibitz is quicker, below 1 it is slower, and such lines stay here.
[All figures](benchmarks-figures.md), with everybody who took part, the spreads and Kibitz's other
ways, are in the appendix. The alternatives take turns in one process, and a figure is the median of
the rounds; pictures have logarithmic axes, and the slope is the exponent of the fitted power law.
Measured by `make bench` on {machine}.
"""
REST = """# Benchmarks: all figures

Who took part in [the benchmarks](benchmarks.md), with the spread from the fastest to the slowest
round; the last column compares with the line in bold.
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
            told = f"In {chapter.get('clock', CLOCK)}, "
            told += f"measured on {when}.\n" if when else "measured with an earlier version.\n"
            remark = f"{REMARKS[name]}\n" if name in REMARKS else ""
            parts = [f"## {chapter['title']}\n", told, table, remark, shown]
            short.append("\n".join(filter(None, parts)))
    for file, parts in ((PAGE, short), (APPENDIX, long)):
        write_text(BOOK / file, "\n".join(parts))
        written.append(BOOK / file)
    return written


def summary(races: list[Race]) -> str:
    """The jobs that others do as well: Kibitz, its kernel, the quickest other, the ratio.

    >>> times = (Timing("Kibitz, float", (2.0,)), Timing("QuantEcon", (3.0,)))
    >>> print(summary([Race("10 x 10", times, "Kibitz, float")]))
    | job | Kibitz | the quickest other | | other / Kibitz |
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
    two = (" its kernel |", " --: |") if has_kernels else ("", "")
    head = [
        f"| job | Kibitz |{two[0]} the quickest other | | other / Kibitz |",
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
