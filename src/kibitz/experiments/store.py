"""Where the rows of an experiment are kept while it runs, and when it is over.

A folder holds ``experiment.json``, which says what was asked for. Rows are appended to
``tail-N.jsonl`` as they finish, one line each, so that a process that is killed loses none. Every
so often the lines become ``parts/N/FORM.parquet``, put in place in one step; a tail whose part
exists is void. At the end all parts become one sorted ``FORM.parquet`` for each form. Without
pyarrow the tail stays, and the end is ``FORM.jsonl``.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import write_text
from kibitz.experiments.columns import FORMS, columns_of

ABOUT, PARTS, LOCK = "experiment.json", "parts", "lock"
FLUSHED = 20_000
"""Rows after which a part is written."""


class ExperimentStore:
    """The rows of one experiment, in a folder that only one process writes to."""

    def __init__(
        self,
        folder: Path,
        about: dict[str, Any],
        parquet: bool | None = None,
        refuse: Callable[[ExperimentStore], None] | None = None,
    ) -> None:
        self.folder = folder
        self.parquet = find_spec("pyarrow") is not None if parquet is None else parquet
        if self.parquet and find_spec("pyarrow") is None:
            raise GameError("Parquet needs the package pyarrow: pip install 'kibitz[batch]'")
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(folder / LOCK)
        self._lines: list[str] = []
        self.done: set[str] = set()
        """The keys of all rows that are kept."""
        self._number = 1 + max((int(p.name) for p in _parts(folder)), default=0)
        self._take_up()
        try:
            if refuse is not None:  # before anything is written over
                refuse(self)
        except BaseException:
            self.close()
            raise
        self.tell(about)

    @property
    def about(self) -> dict[str, Any]:
        """What was asked for when rows were last put into this folder."""
        file = self.folder / ABOUT
        with suppress(OSError, ValueError):
            told = json.loads(file.read_text(encoding="utf-8"))
            return told if isinstance(told, dict) else {}
        return {}

    def tell(self, about: dict[str, Any]) -> None:
        """Write down what is asked for, and how many rows there will be."""
        write_text(self.folder / ABOUT, json.dumps(about, indent=1, ensure_ascii=False) + "\n")

    def _take_up(self) -> None:
        """Go on where an earlier run stopped, in the middle of a line perhaps."""
        for form in FORMS:
            if (self.folder / f"{form}.parquet").exists():
                self.done.update(_keys(self.folder / f"{form}.parquet"))
            if (self.folder / f"{form}.jsonl").exists():
                self.done.update(row["key"] for row in read_lines(self.folder / f"{form}.jsonl"))
        for part in _parts(self.folder):
            for file in part.glob("*.parquet"):
                self.done.update(_keys(file))
        tail = self._tail_path
        if tail.exists():
            kept = list(read_lines(tail))
            self._lines = [json.dumps(row, ensure_ascii=False) for row in kept]
            write_text(tail, "".join(f"{line}\n" for line in self._lines))
            self.done.update(row["key"] for row in kept)
        self._tail = _appending(tail)

    @property
    def _tail_path(self) -> Path:
        return self.folder / f"tail-{self._number:06d}.jsonl"

    def add(self, line: str, key: str) -> None:
        """Keep a row, given as a line of JSON; a row that is kept already is not kept again."""
        if key in self.done:
            return
        self.done.add(key)
        self._tail.write(f"{line}\n".encode())
        self._lines.append(line)
        if self.parquet and len(self._lines) >= FLUSHED:
            self._write_part()

    def _write_part(self) -> None:
        from kibitz.experiments.parquet import write_rows

        part = self.folder / PARTS / f"{self._number:06d}"
        making = part.with_name(f".{part.name}")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        for form, rows in _by_form(map(json.loads, self._lines)).items():
            write_rows(making / f"{form}.parquet", form, rows)
        os.replace(making, part)
        self._tail.close()
        self._tail_path.unlink()
        self._number += 1
        self._lines = []
        self._tail = _appending(self._tail_path)

    def finish(self, order: dict[str, int]) -> None:
        """Put all rows into one sorted file for each form, numbered as the grid has them.

        Rows of an earlier grid in the same folder are numbered behind those of this one.
        """
        rows = {row["key"]: row for row in all_rows(self.folder)}
        for key, row in rows.items():
            row["row"] = order.get(key, row["row"])
        found = sorted(rows.values(), key=lambda row: (row["key"] not in order, row["row"]))
        for number, row in enumerate(found):
            row["row"] = number
        for form, some in _by_form(found).items():
            self._write_form(form, some)
        self._tail.close()
        shutil.rmtree(self.folder / PARTS, ignore_errors=True)
        for tail in self.folder.glob("tail-*.jsonl"):
            tail.unlink()

    def _write_form(self, form: str, rows: list[dict[str, Any]]) -> None:
        if self.parquet:
            from kibitz.experiments.parquet import write_rows

            write_rows(self.folder / f"{form}.parquet", form, rows)
            (self.folder / f"{form}.jsonl").unlink(missing_ok=True)
            return
        lines = (json.dumps(row, ensure_ascii=False) for row in rows)
        write_text(self.folder / f"{form}.jsonl", "".join(f"{line}\n" for line in lines))

    def __enter__(self) -> ExperimentStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the folder back to others."""
        self._tail.close()
        if self._lock is not None:
            self._lock.close()


def all_rows(folder: Path) -> Iterator[dict[str, Any]]:
    """Every row that is kept in a folder, finished or not, in no order."""
    for form in FORMS:
        if (folder / f"{form}.jsonl").exists():
            yield from read_lines(folder / f"{form}.jsonl")
    files = [folder / f"{form}.parquet" for form in FORMS]
    files = [file for file in files if file.exists()]
    files += [file for part in _parts(folder) for file in sorted(part.glob("*.parquet"))]
    if files:
        from kibitz.experiments.parquet import read_rows

        for file in files:
            yield from read_rows(file)
    done = {int(part.name) for part in _parts(folder)}
    for tail in sorted(folder.glob("tail-*.jsonl")):
        if int(tail.stem.partition("-")[2]) not in done:
            yield from read_lines(tail)


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file of lines, up to one that was cut off."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if not line.endswith("\n"):
                return
            try:
                row = json.loads(line)
            except ValueError:
                return
            yield {key: value for key, value in row.items() if value is not None}


def _by_form(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    columns = {form: columns_of(form) for form in FORMS}
    for row in rows:
        form = row.get("form", "other")
        known = columns.get(form, columns["other"])
        found[form].append({key: row[key] for key in known if key in row})
    return found


def _appending(path: Path) -> IO[bytes]:
    """A file that has each row as soon as it is written."""
    return open(path, "ab", buffering=0)


def _parts(folder: Path) -> list[Path]:
    return sorted(p for p in (folder / PARTS).glob("[0-9]*") if p.name.isdigit())


def _keys(path: Path) -> list[str]:
    from kibitz.experiments.parquet import read_keys

    return read_keys(path)


def _locked(path: Path) -> IO[str] | None:
    """A lock that the system gives back when the process ends, however that comes."""
    file = open(path, "w", encoding="utf-8")  # noqa: SIM115
    try:
        import fcntl
    except ImportError:
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise GameError(f"{path.parent}: another process is running this experiment") from None
    return file
