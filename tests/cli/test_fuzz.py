"""Mutated files and random commands: an answer or one line, never a traceback, never a hang."""

from __future__ import annotations

import pytest

from helpers.fuzz import failures


@pytest.mark.parametrize("kind", ["files", "commands"])
def test_a_few_cases(kind: str) -> None:
    assert list(failures(kind, 0, 12)) == []


TENTH = [pytest.param(part, marks=pytest.mark.slow) for part in range(10)]
REST = [pytest.param(part, marks=pytest.mark.fuzz) for part in range(10, 100)]


@pytest.mark.parametrize("part", TENTH + REST)
@pytest.mark.parametrize(("kind", "each"), [("files", 1000), ("commands", 500)])
def test_many_cases(kind: str, each: int, part: int) -> None:
    assert list(failures(kind, part * each, (part + 1) * each)) == []
