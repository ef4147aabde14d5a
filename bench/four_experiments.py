"""The four experiments of the book: each a question, a grid, rows that are kept, and a figure.

``python -m bench.four_experiments FOLDER`` runs what is not yet there and draws the figures; it
may be stopped and goes on. With ``--ray auto`` the rows are solved on a cluster.
"""

from __future__ import annotations

import sys
from pathlib import Path

import kibitz as kb
from kibitz.experiments import spread_tournament
from kibitz.experiments.chart import Series, chart
from kibitz.experiments.theory import expected_equilibria

METHODS = ["lemke-howson", "support-enumeration", "vertex-enumeration"]


def times(folder: Path, ray: str | None = None) -> None:
    """Which method is fastest, and up to which size?"""
    grid = "random-bimatrix {n=2..7} {n} seed={0..9}"
    found = kb.experiment(grid, METHODS, into=folder / "times", ray=ray, workers=1)
    picture = found.plot("m", "seconds", by="method", log="y", title="Time of equilibrium methods")
    picture.save(folder / "times.svg")


def counts(folder: Path, ray: str | None = None) -> None:
    """How many equilibria does a random game have?"""
    grid = "random-bimatrix {n=2..6} {n} low=-9999 high=9999 seed={0..99}"
    found = kb.experiment(
        grid, "equilibria", into=folder / "counts", ray=ray, workers=1, keep=False
    )
    title = "Equilibria of random games, and theory"
    found.plot("m", "equilibria", theory=expected_equilibria, title=title).save(
        folder / "counts.svg"
    )


def periods(folder: Path, ray: str | None = None) -> None:
    """Which octal games are periodic, and how long are their periods?"""
    found = kb.experiment(
        "octal 0.{0..7}{0..7}{0..7} 1",
        "period",
        {"to": 2000},
        into=folder / "octal",
        seconds=10,
        ray=ray,
        workers=1,
        keep=False,
        verify=False,
    )
    known = sorted(row["period"] for row in found.rows("impartial") if row.get("period"))
    points = [(float(length), float(k + 1)) for k, length in enumerate(known)]
    line = Series.of("periodic", dict(points).items())
    title = f"{len(known)} of {len(found.rows())} octal codes proved periodic, heaps to 2000"
    chart([line], "period at most", "codes", log="x", title=title).save(folder / "octal.svg")


def ratings(folder: Path, ray: str | None = None) -> None:
    """How much is an iteration of Monte Carlo search worth?"""
    sizes = (1, 4, 16, 64, 256)
    agents = [f"mcts:iterations={n}" for n in sizes]
    db = folder / "ratings.db"
    done = spread_tournament("tic-tac-toe", agents, games=40, seed=1, db=db, ray=ray, workers=1)
    rated = {standing.agent: standing.elo.middle for standing in done.standings}
    line = Series.of("Elo", [(float(n), rated[f"mcts:iterations={n}"]) for n in sizes])
    title = "Monte Carlo search at tic-tac-toe"
    chart([line], "iterations", "Elo", log="x", title=title).save(folder / "ratings.svg")


def main() -> None:
    """Run all four, into the folder that is named."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "experiments")
    folder.mkdir(parents=True, exist_ok=True)
    ray = sys.argv[3] if sys.argv[2:3] == ["--ray"] else None
    for run in (times, counts, ratings, periods):
        print(run.__doc__)
        run(folder, ray)


if __name__ == "__main__":
    main()
