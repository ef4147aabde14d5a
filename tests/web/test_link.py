"""Links hold games of any length, and damaged ones are refused in a line."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.errors import GameError
from kibitz.web.link import link, text_of


def query(address: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(address).query).items()}


@given(st.text(min_size=1, max_size=1200))
def test_a_link_gives_back_the_game(text: str) -> None:
    assert text_of(query(link("/game", text, tab="draw"))) == text


def test_state_that_is_empty_is_left_out() -> None:
    assert link("/game", "nim 3", tab="", method="auto") == "/game?g=nim+3&method=auto"
    assert link("/") == "/"


@pytest.mark.parametrize("packed", ["", "!!!", "eJw", "AAAA", "eJzLSM3JyQcABiwCFQ" * 3])
def test_a_damaged_link_is_one_line(packed: str) -> None:
    with pytest.raises(GameError, match="this link is damaged"):
        text_of({"z": packed})


def test_a_link_that_unpacks_into_too_much_is_refused() -> None:
    bomb = query(link("/game", "1 " * 300_000))
    assert len(bomb["z"]) < 2000
    with pytest.raises(GameError, match="longer than 400,000 characters"):
        text_of(bomb)
