"""The rows of an experiment as frames, tables and pictures; also while it still runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.core.display import TextDisplayable
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import count_of
from kibitz.experiments.columns import FORMS, columns_of
from kibitz.experiments.store import ABOUT, all_rows

if TYPE_CHECKING:
    from kibitz.pictures import Picture


@dataclass(frozen=True)
class Results(TextDisplayable):
    """What an experiment has found so far, by row."""

    folder: Path

    @property
    def about(self) -> dict[str, Any]:
        """What was asked for: games, methods, options, limits, the version, the machine."""
        found: dict[str, Any] = json.loads((self.folder / ABOUT).read_text(encoding="utf-8"))
        return found

    def rows(self, form: str | None = None) -> list[dict[str, Any]]:
        """All rows in order, or those of one form; the parameters of games are columns as well.

        Parameters
        ----------
        form : str, optional
            A form of games, such as "strategic"; all forms if None.
        """
        if form is not None and form not in FORMS:
            near = did_you_mean(form, FORMS) or f"; known: {', '.join(FORMS)}"
            raise GameError(f"unknown form {form!r} here{near}")
        rows = [row for row in all_rows(self.folder) if form in (None, row.get("form"))]
        rows.sort(key=lambda row: int(row["row"]))
        return [_spread(row) for row in rows]

    def __len__(self) -> int:
        return sum(1 for _ in all_rows(self.folder))

    @property
    def is_complete(self) -> bool:
        """Whether every row of the grid is there."""
        return len(self) >= int(self.about.get("rows", 0))

    def pandas(self, form: str | None = None) -> Any:
        """The rows as a pandas frame.

        Parameters
        ----------
        form : str, optional
            A form of games, such as "strategic"; all forms if None.

        Returns
        -------
        pandas.DataFrame
            A row for each game and method.
        """
        pandas = _package("pandas")
        return pandas.DataFrame(self.rows(form), columns=self._columns(form))

    def polars(self, form: str | None = None) -> Any:
        """The rows as a Polars frame.

        Parameters
        ----------
        form : str, optional
            A form of games, such as "strategic"; all forms if None.

        Returns
        -------
        polars.DataFrame
            A row for each game and method.
        """
        polars = _package("polars")
        columns = self._columns(form)
        rows = [{name: row.get(name) for name in columns} for row in self.rows(form)]
        return polars.DataFrame(rows, infer_schema_length=None)

    def arrow(self, form: str) -> Any:
        """The rows of one form as an Arrow table, in the schema of its file.

        Parameters
        ----------
        form : str
            A form of games, such as "strategic".

        Returns
        -------
        pyarrow.Table
            A row for each game and method.
        """
        pa = _package("pyarrow", "kibitz[batch]")
        from kibitz.experiments.parquet import schema

        if form not in FORMS:
            raise GameError(f"unknown form {form!r}; known are {', '.join(FORMS)}")
        rows = [{k: r[k] for k in columns_of(form) if k in r} for r in self.rows(form)]
        return pa.Table.from_pylist(rows, schema=schema(form))

    def _columns(self, form: str | None) -> list[str]:
        """The columns that some row has, the documented ones first."""
        rows = self.rows(form)
        there = {key for row in rows for key in row}
        known = dict.fromkeys(key for name in FORMS for key in columns_of(name))
        return [*(k for k in known if k in there), *sorted(there - known.keys())]

    def plot(
        self,
        x: str,
        y: str,
        by: str | None = None,
        *,
        log: str = "",
        theory: Callable[[float], float] | None = None,
        title: str = "",
        form: str | None = None,
    ) -> Picture:
        """Draw one column against another: the mean, and the middle half of the rows around it.

        Parameters
        ----------
        x, y : str
            Columns with numbers.
        by : str, optional
            A column that distinguishes the lines, such as ``"method"``.
        log : str, default ""
            Axes in logarithms: ``"x"``, ``"y"`` or ``"xy"``.
        theory : callable, optional
            A function of x, drawn at the x of the rows as a line to compare with.
        title : str, default ""
            What stands above.
        form : str, optional
            Only rows of this form.

        Returns
        -------
        Picture
            The chart, as SVG.
        """
        from kibitz.experiments.chart import Series, chart

        rows = self.rows(form)
        columns = sorted({key for row in rows for key, cell in row.items() if _is_number(cell)})
        for column in (x, y):
            if rows and column not in columns:
                names = ", ".join(columns)
                raise GameError(f"no row has a number in {column!r}; the columns are {names}")
        groups: dict[str, list[tuple[float, float]]] = {}
        for row in rows:
            if _is_number(row.get(x)) and _is_number(row.get(y)):
                name = str(row.get(by, "")) if by else ""
                groups.setdefault(name, []).append((float(row[x]), float(row[y])))
        if not groups:
            raise GameError(f"no row has numbers in both {x!r} and {y!r}")
        lines = [Series.of(name, points) for name, points in sorted(groups.items())]
        return chart(lines, x, y, log=log, theory=theory, title=title)

    def tally(self) -> dict[str, Any]:
        """How many rows there are, how they ended, and the time they took."""
        rows = self.rows()
        return {
            "rows": int(self.about.get("rows", len(rows))),
            "done": len(rows),
            "status": dict(Counter(row["status"] for row in rows)),
            "proved": sum(row.get("verified") is True for row in rows),
            "not_proved": sum(row.get("verified") is False for row in rows),
            "seconds": sum(row.get("seconds", 0.0) for row in rows),
            "verify_seconds": sum(row.get("verify_seconds", 0.0) for row in rows),
        }

    def summary(self) -> str:
        """How many rows there are, and how they ended."""
        rows = self.rows()
        counts = Counter(row["status"] for row in rows)
        proved = sum(row.get("verified") is True for row in rows)
        wrong = sum(row.get("verified") is False for row in rows)
        total = int(self.about.get("rows", len(rows)))
        ends = ", ".join(f"{n:,} {status}" for status, n in counts.most_common())
        lines = [f"{len(rows):,} of {count_of(total, 'row')}: {ends}"]
        lines.append(f"{proved:,} proved" + (f", {wrong:,} NOT proved" if wrong else ""))
        spent = sum(row.get("seconds", 0.0) for row in rows)
        checked = sum(row.get("verify_seconds", 0.0) for row in rows)
        lines.append(f"{spent:,.2f} s in methods, {checked:,.2f} s in proofs")
        reasons = Counter(row["reason"] for row in rows if row.get("reason"))
        lines += [f"  {n:,} x {reason}" for reason, n in reasons.most_common(5)]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.summary()


def results(path: str | PathLike[str], frame: str | None = None) -> Any:
    """The rows of an experiment, as they are kept in its folder.

    Parameters
    ----------
    path : str or PathLike
        The folder of an experiment, finished or not.
    frame : str, optional
        ``"pandas"`` or ``"polars"`` for a frame at once.

    Returns
    -------
    Results
        The rows, with :meth:`Results.pandas`, :meth:`Results.polars` and :meth:`Results.plot`; or
        the frame.
    """
    folder = Path(path)
    if not (folder / ABOUT).is_file():
        raise GameError(f"{folder}: there is no experiment here (no {ABOUT})")
    found = Results(folder)
    if frame is None:
        return found
    if frame not in ("pandas", "polars"):
        raise GameError(f"frame is {frame!r}; it must be pandas or polars")
    return getattr(found, frame)()


def _spread(row: dict[str, Any]) -> dict[str, Any]:
    """A row with the parameters of its game and its options as columns, where none has the name."""
    more: dict[str, Any] = {}
    for source in ("options", "parameters"):
        said = row.get(source)
        more.update(json.loads(said) if isinstance(said, str) else {})
    return {**{k: v for k, v in more.items() if not isinstance(v, (dict, list))}, **row}


def _package(name: str, extra: str = "") -> Any:
    """A package that Kibitz does without, or one line that says how to get it."""
    try:
        return import_module(name)
    except ImportError:
        what = f"'{extra}'" if extra else name
        raise GameError(f"this needs the package {name}: pip install {what}") from None


def _is_number(x: Any) -> bool:
    return isinstance(x, (int, float)) and not isinstance(x, bool)


def shares(rows: Iterable[dict[str, Any]], wall: float, workers: int) -> float:
    """The share of the time of all workers that was spent in methods and proofs."""
    spent = sum(r.get("seconds", 0.0) + r.get("verify_seconds", 0.0) for r in rows)
    return float(spent) / (wall * max(workers, 1))
