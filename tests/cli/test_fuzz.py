"""Mutated files and random commands: an answer or one line, never a traceback, never a hang."""

from __future__ import annotations

import pytest

from helpers.fuzz import failures


@pytest.mark.parametrize("kind", ["files", "commands"])
def test_a_few_cases(kind: str) -> None:
    assert list(failures(kind, 0, 12)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(100))
@pytest.mark.parametrize(("kind", "each"), [("files", 1000), ("commands", 500)])
def test_many_cases(kind: str, each: int, part: int) -> None:
    assert list(failures(kind, part * each, (part + 1) * each)) == []
