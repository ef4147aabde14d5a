"""What is collected: examples where there are any, and the workbench where it can be imported."""

import os
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a worker a core; threads only wait

collect_ignore_glob = [] if find_spec("nicegui") else ["src/kibitz/web/*"]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The examples in docstrings, as ``--doctest-modules`` finds them.

    That would import every module of the library and search every test for examples, in each
    worker, before the first test begins; half of the modules have none.
    """
    if file_path.suffix != ".py" or ">>> " not in file_path.read_text("utf-8"):
        return None
    kind = PackageExamples if file_path.name == "__init__.py" else DoctestModule
    examples: pytest.Collector = kind.from_parent(parent, path=file_path)
    return examples


class PackageExamples(DoctestModule):
    """The examples of a package itself; its functions have theirs where they are written."""

    def collect(self) -> Iterable[Any]:
        return (item for item in super().collect() if item.dtest.lineno is not None)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Report the browser tests that were skipped."""
    skipped = terminalreporter.stats.get("skipped", [])
    missed = sum("make test-web" in str(report.longrepr) for report in skipped)
    if missed:
        terminalreporter.write_line(
            f"{missed} browser tests of the workbench were skipped, for want of a browser or of "
            "kibitz[web]; `make test-web` installs both and runs its tests"
        )
