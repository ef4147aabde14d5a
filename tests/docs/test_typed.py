"""Python on the pages passes the type checker in strict mode."""

from __future__ import annotations

from doctest import DocTestParser
from pathlib import Path

import pytest

api = pytest.importorskip("mypy.api")
ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_pages_are_typed(tmp_path: Path) -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    files = []
    for page in pages:
        examples = DocTestParser().get_examples(page.read_text("utf-8"))
        path = tmp_path / f"{page.stem.replace('-', '_').lower()}_page.py"
        path.write_text("".join(example.source for example in examples), "utf-8")
        files += [str(path)] if examples else []
    config = ["--strict", "--config-file", str(ROOT / "pyproject.toml")]
    report, errors, _ = api.run([*config, *files])
    assert "Success" in report, report + errors
