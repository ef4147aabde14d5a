"""Python on the pages passes the type checker in strict mode."""

from __future__ import annotations

from doctest import DocTestParser
from pathlib import Path

import pytest

api = pytest.importorskip("mypy.api")
ROOT = Path(__file__).parents[2]
NOT_YET = {
    "bargaining.md",
    "dynamics.md",
    "extensive.md",
    "hidden-information.md",
    "impartial.md",
    "linear.md",
    "monte-carlo.md",
    "n-player.md",
    "play.md",
    "regret.md",
    "rules.md",
    "search.md",
    "stochastic.md",
    "utility.md",
    "young.md",
}
"""Pages that show functions without types, or ask an answer for what only one of its kinds has."""


@pytest.mark.slow
def test_the_pages_are_typed(tmp_path: Path) -> None:
    names = {page.name for page in (ROOT / "docs").glob("*.md")}
    assert names >= NOT_YET
    pages = [ROOT / "README.md", *(ROOT / "docs" / name for name in sorted(names - NOT_YET))]
    files = []
    for page in pages:
        examples = DocTestParser().get_examples(page.read_text("utf-8"))
        path = tmp_path / f"{page.stem.replace('-', '_').lower()}_page.py"
        path.write_text("".join(example.source for example in examples), "utf-8")
        files += [str(path)] if examples else []
    config = ["--strict", "--config-file", str(ROOT / "pyproject.toml")]
    report, errors, _ = api.run([*config, *files])
    assert "Success" in report, report + errors
