"""References: whoever is cited is in the bibliography."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.method import every_method

ROOT = Path(__file__).parents[2]
SECTION = re.compile(r"^ *References\n *-{10}\n(.+?)(?=\n\s*\n|\s*\"\"\"|\Z)", re.M | re.S)


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "extensions" / "references_page.py"))


def unresolved(citations: str, page: dict[str, Any]) -> list[str]:
    known = page["entries"]()
    return [one.strip() for one in citations.split(";") if not page["resolve"](one, known)]


def test_references_of_methods_are_listed(page: dict[str, Any]) -> None:
    cited = {entry.reference for entry in every_method() if entry.reference}
    assert not unresolved(";".join(cited), page)


def test_references_of_docstrings_are_listed(page: dict[str, Any]) -> None:
    cited: set[str] = set()
    for path in (ROOT / "src" / "kibitz").rglob("*.py"):
        found = SECTION.findall(path.read_text("utf-8"))
        cited |= {re.sub(r"\s+", " ", match) for match in found}
    assert len(cited) > 200
    assert not unresolved(";".join(cited), page)


def test_every_entry_is_complete(page: dict[str, Any]) -> None:
    entries = page["entries"]()
    assert len(entries) == (ROOT / "docs" / "references.bib").read_text("utf-8").count("\n@")
    for key, entry in entries.items():
        where = {"journal", "booktitle", "publisher", "school", "institution", "note"}
        assert {"author", "year", "title"} < entry.keys(), key
        assert where & entry.keys(), key


@pytest.mark.parametrize(
    ("citation", "keys"),
    [
        ("Lemke and Howson 1964", ["lemke1964"]),
        ("Shapley 1953", ["shapley1953stochastic", "shapley1953value"]),
        ("Castro, Gomez and Tejada 2009", ["castro2009"]),
        ("Moravcik et al. 2016", ["moravcik2016"]),
        ("Ferguson, Theorem II.3.2", ["ferguson2020"]),
        ("Ferguson ex. I.2.6.4", ["ferguson2020"]),
        ("Winning Ways, ch. 14.", ["berlekamp1982"]),
        ("Lemke 1964", []),
        ("Ferguson 1999", []),
    ],
)
def test_citations_are_resolved(citation: str, keys: list[str], page: dict[str, Any]) -> None:
    assert page["resolve"](citation, page["entries"]()) == keys


def test_the_page_lists_works_with_the_methods_that_cite_them(page: dict[str, Any]) -> None:
    lines = page["listing"]().splitlines()
    assert len(lines) == len(page["entries"]())
    (line,) = [line for line in lines if "lemke1964" in line]
    assert line == (
        '- <a id="lemke1964"></a>Carlton E. Lemke and Joseph T. Howson (1964). Equilibrium points '
        "of bimatrix games, *Journal of the Society for Industrial and Applied Mathematics* 12, "
        "413\u2013423. For `lemke-howson`, `lemke-howson-all`."
    )
