"""The book: every chapter can be found, begins with a question, and shows examples as code."""

from __future__ import annotations

import inspect
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.cli.machinery.shell import COMMANDS
from kibitz.formats import loads

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
APART = {"index.md", "design.md", "benchmarks.md", "benchmarks-figures.md"}
"""Pages that are not chapters."""


def extension(name: str) -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "extensions" / name))


def test_every_page_is_in_the_navigation() -> None:
    listed = set(re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M))
    assert listed == {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}


def test_the_first_page_leads_to_every_chapter() -> None:
    linked = set(re.findall(r"\((\S+\.md)\)", (DOCS / "index.md").read_text("utf-8")))
    assert {path.name for path in DOCS.glob("*.md")} - APART <= linked


def test_no_module_is_shown_twice_and_no_link_leaves_the_book() -> None:
    """The builder warns of both, which stops it where warnings are errors."""
    pages = {path: path.read_text("utf-8") for path in DOCS.rglob("*.md")}
    shown = re.findall(r"^::: (\S+)$", "\n".join(pages.values()), re.M)
    assert [module for module in shown if shown.count(module) > 1] == []
    for page, text in pages.items():
        for link in re.findall(r"\]\(([^)#\s]+\.md)[^)]*\)", text):
            if not link.startswith("http"):
                assert (page.parent / link).resolve().is_relative_to(DOCS), (page, link)


def test_warnings_are_not_silenced_where_they_are_to_count() -> None:
    builds = re.findall(r"mkdocs build .*", (ROOT / "Makefile").read_text("utf-8"))
    assert len(builds) == 2
    assert all("--strict" in build and "--quiet" not in build for build in builds)


def test_the_map_is_that_of_the_sources() -> None:
    """Every package is on the page about the design, and every file that it names is there."""
    page, package = (DOCS / "design.md").read_text("utf-8"), ROOT / "src" / "kibitz"
    rooms = set(re.findall(r"^  (\w+)/ ", page, re.M))
    assert rooms == {path.parent.name for path in package.glob("*/__init__.py")}
    for name in set(re.findall(r"`([\w/]+\.(?:py|pyi|css))`", page)) - {"kernels.py"}:
        assert "NAME" in name or (package / name).exists() or list(package.rglob(name)), name


def test_the_reference_holds_every_name_at_the_front_door() -> None:
    pages = "".join(path.read_text("utf-8") for path in (DOCS / "reference").glob("*.md"))
    shown = set(re.findall(r"^::: (\S+)$", pages, re.M))
    for name in kb.__all__:
        home = getattr(inspect.unwrap(getattr(kb, name)), "__module__", None) or kb._home.get(name)
        places = {home, kb._home.get(name), f"kibitz.{name}.{name}", f"kibitz.{name}.game"}
        assert places & shown, name


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_chapters_begin_with_a_question(path: Path) -> None:
    if path.name not in APART:
        begin = path.read_text("utf-8").split("\n\n")[1]
        assert begin.startswith("*")
        assert begin.endswith("*")


def test_examples_of_the_book_are_sessions() -> None:
    page = "```python\n>>> print('a\\n\\nb')\na\n<BLANKLINE>\nb\n\n```\n\n```python\nx = 1\n```\n"
    shown = extension("examples.py")["on_page_markdown"](page)
    assert shown.startswith("```pycon\n>>> print('a\\n\\nb')\na\n\nb\n")
    assert "```python\nx = 1" in shown


def test_examples_in_docstrings_are_fenced() -> None:
    pytest.importorskip("griffe")
    as_markdown = extension("doctest_blocks.py")["as_markdown"]
    text = "What :func:`f` does.\n\n>>> f(1)\n2\n>>> f(2)\n3\n\nAnd more."
    assert as_markdown(text) == (
        "What `f` does.\n\n\n```pycon\n>>> f(1)\n2\n>>> f(2)\n3\n```\n\nAnd more."
    )
    assert as_markdown(">>> f(1)\n2").endswith("2\n```")
    assert as_markdown("no example") == "no example"


def test_tables_in_docstrings_are_tables() -> None:
    pytest.importorskip("griffe")
    as_markdown = extension("doctest_blocks.py")["as_markdown"]
    ruled = "Names::\n\n=== ====\na   what\n=== ====\nb   more\nc   less\n=== ===="
    assert as_markdown(ruled) == (
        "Names:\n\n| a | what |\n| :-- | :-- |\n| b | more |\n| c | less |"
    )
    assert as_markdown("== ==\nb  c\n== ==") == "|  |  |\n| :-- | :-- |\n| b | c |"


def test_the_page_of_methods_is_up_to_date() -> None:
    page = extension("methods_page.py")["page"]()
    assert (DOCS / "methods.md").read_text("utf-8") == page, "run `make index`"


def test_games_as_json_can_be_read() -> None:
    page = (DOCS / "json-games.md").read_text("utf-8")
    examples = re.findall(r"^### `(\S+)`\n\n```json\n(.*?)```$", page, re.M | re.S)
    assert {kind for kind, _ in examples} >= {"matrix", "extensive", "stochastic", "named"}
    for kind, text in examples:
        assert f'"kind": "{kind}"' in text
        assert loads(text, "json") is not None


def test_every_command_is_on_the_page_of_commands() -> None:
    page = (DOCS / "cli.md").read_text("utf-8")
    for command in COMMANDS:
        assert f"`kibitz {command}" in page, command


def test_impartial_games_come_first() -> None:
    listed = re.findall(r": ([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
    course = ["impartial", "zero-sum", "extensive", "stochastic", "strategic", "coalitional"]
    places = [listed.index(f"{name}.md") for name in [*course, "search"]]
    assert places == sorted(places)
