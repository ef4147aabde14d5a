"""The index of games, methods and answers says what the sources say."""

from __future__ import annotations

from pathlib import Path

import kibitz
from kibitz.core import index


def test_the_index_is_up_to_date():
    root = Path(kibitz.__file__).parent
    for name, text in index.sources(root).items():
        assert (root / name).read_text("utf-8") == text, "run `make index`"


def test_every_game_of_the_shelf_is_in_the_index():
    index.load("GAMES", "coin-run")
    assert {entry.name for entry in kibitz.shelf()} == set(index.table("GAMES"))


def test_descriptions_in_the_index_are_those_of_the_shelf():
    told = index.table("DESCRIPTIONS")
    assert told == {entry.name: entry.description for entry in kibitz.shelf() if entry.name in told}
    assert len(told) > 0.9 * len(index.table("GAMES"))
