"""Messages advise only options that the command has, in the sources and at run time."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import kibitz
from kibitz.cli.machinery.advice import in_options, options_of
from kibitz.cli.machinery.shell import COMMANDS, _command
from kibitz.core.names.topics import TOPICS

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
NAMED = re.compile(r"kibitz ([a-z][a-z-]*)")
SOURCES = Path(kibitz.__file__).parent


@cache
def options(command: str) -> frozenset[str]:
    return options_of(_command(command))


def strings(path: Path) -> Iterator[str]:
    """The lines of all texts; what is put into a text is left out of it."""
    tree = ast.parse(path.read_text("utf-8"))
    whole = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    inner = {id(part) for node in whole for part in ast.walk(node)}
    for node in whole:
        texts = [part.value for part in node.values if isinstance(part, ast.Constant)]
        yield from "...".join(map(str, texts)).splitlines()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner:
            yield from node.value.splitlines()


def unknown(line: str, command: str | None) -> list[str]:
    """The options in a line that neither the command nor the one named before them has."""
    found = []
    for option in OPTION.finditer(line):
        named = [m[1] for m in NAMED.finditer(line[: option.start()]) if m[1] in COMMANDS]
        owner = named[-1] if named else command
        if owner is None or option[0] not in options(owner):
            found.append(f"{option[0]}: {line.strip()}")
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_names_only_options_that_it_has(command: str) -> None:
    callback = inspect.unwrap(_command(command).callback)
    path = Path(str(sys.modules[callback.__module__].__file__))
    assert [bad for line in strings(path) for bad in unknown(line, command)] == []


def test_the_library_does_not_name_options() -> None:
    """It says method='logit'; the command line puts that in the options of the command."""
    paths = [
        p
        for p in SOURCES.rglob("*.py")
        if "cli" not in p.relative_to(SOURCES).parts and p.name != "topics.py"
    ]
    told = [
        f"{path.name}: {line.strip()}"
        for path in paths
        if OPTION.search(path.read_text("utf-8"))
        for text in _messages(path)
        for line in text.splitlines()
        if unknown(line, "web" if "web" in path.relative_to(SOURCES).parts else None)
    ]
    assert told == []


def _messages(path: Path) -> Iterator[str]:
    """The texts in calls, such as those of errors; not docstrings."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Raise):
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


@pytest.mark.parametrize("topic", TOPICS)
def test_a_question_is_answered_by_a_command_with_its_options(topic: str) -> None:
    assert unknown(TOPICS[topic], None) == []


@pytest.mark.parametrize(
    ("message", "has", "told"),
    [
        ("a; use method='one'", {"--method"}, "a; use --method one"),
        ("a; use method='one'", set(), "a"),
        ("a; it (missing='zero') helps", {"--missing"}, "a; it (--missing zero) helps"),
        ("a (raise it with most=); b", {"--most"}, "a (raise it with --most); b"),
        ("a (raise it with most=); b", set(), "a; b"),
        ("a; solve with method='highs' or exact=False", {"--float"}, "a; --float"),
        ("a; give a larger limit=, or split it", set(), "a; split it"),
        ("a; use outcome(), or give a larger limit=", set(), "a"),
        ("a; allow it (free_disposal=True)", {"--free-disposal"}, "a; allow it (--free-disposal)"),
        ("a; variables=['x', 'y']", {"--variables"}, "a; --variables x,y"),
        ("leave out --digits", {"--json"}, "leave out --digits"),
        ("longest=0; it must be at least 1", set(), "longest=0; it must be at least 1"),
        (
            "G: moves() gave None; it must give moves",
            set(),
            "G: moves() gave None; it must give moves",
        ),
        ("a; see `kibitz play --help`", set(), "a; see `kibitz play --help`"),
        ("give both rows= and columns=", set(), "give both rows= and columns="),
    ],
)
def test_advice_is_put_in_the_options_of_the_command(
    message: str, has: set[str], told: str
) -> None:
    assert in_options(message, has) == told


def test_advice_at_run_time(refuse: Callable[..., str]) -> None:
    assert refuse("bargain", "x>=0; y>=0; x+y<=1", "-d", "-1,-1").endswith("(--free-disposal)")
    assert "--missing zero takes them as 0" in refuse("coalition", "A:1 A,B:3")
