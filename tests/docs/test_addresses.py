"""The project has one home, whose address is the same everywhere; its archive is complete."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
FILES = ("README.md", "CITATION.cff", "mkdocs.yml", "docs/notebooks.md")
SCHEMA = "src/kibitz/formats/answers/schema.py"
HOME = re.compile(
    r"https://(?:github\.com|raw\.githubusercontent\.com)/([\w-]+/[\w-]+)"
    r"|https://([\w-]+)\.github\.io/([\w-]+)"
)


def test_all_addresses_are_those_of_the_project() -> None:
    home = PROJECT["project"]["urls"]["Source"].removeprefix("https://github.com/")
    for name in (*FILES, SCHEMA, "pyproject.toml"):
        found = HOME.findall((ROOT / name).read_text("utf-8"))
        assert found, name
        assert {one or f"{owner}/{project}" for one, owner, project in found} == {home}, name


def test_the_archive_holds_what_the_tests_need() -> None:
    kept = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    needed = {
        path.name for path in ROOT.glob("*.*") if path.suffix in (".py", ".md", ".yml", ".cff")
    }
    assert needed <= set(kept)
    assert all((ROOT / name).exists() for name in kept)
