"""What is collected: the workbench only where the package that it needs is installed."""

from importlib.util import find_spec
from typing import Any

collect_ignore_glob = [] if find_spec("nicegui") else ["src/kibitz/web/*"]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say that the workbench was not looked at, where there is no browser."""
    skipped = terminalreporter.stats.get("skipped", [])
    missed = sum("make test-web" in str(report.longrepr) for report in skipped)
    if missed:
        terminalreporter.write_line(
            f"the workbench was not looked at ({missed} skipped): there is no browser, or no "
            "kibitz[web]; `make test-web` installs both and runs its tests"
        )
