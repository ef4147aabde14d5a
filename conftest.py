"""What is collected: the workbench only where the package that it needs is installed."""

from importlib.util import find_spec
from typing import Any

collect_ignore_glob = [] if find_spec("nicegui") else ["src/kibitz/web/*"]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Report the browser tests that were skipped."""
    skipped = terminalreporter.stats.get("skipped", [])
    missed = sum("make test-web" in str(report.longrepr) for report in skipped)
    if missed:
        terminalreporter.write_line(
            f"{missed} browser tests of the workbench were skipped, for want of a browser or of "
            "kibitz[web]; `make test-web` installs both and runs its tests"
        )
