"""Enormous numbers: an answer, or one line with the limit, before memory is taken."""

from __future__ import annotations

import pytest

import kibitz as kb
from helpers.fuzz import time_limit
from helpers.sizes import games, tried
from kibitz.core.errors import GameError


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("leduc ranks={}", "the limit is 10,000"),
        ("one-card-poker suits={}", "von-neumann-poker"),
        ("number-hides {}", "take a smaller k"),
        ("public-goods {}", "the limit is 14 players"),
        ("volunteers-dilemma {}", "the limit is 14 players"),
        ("minority-game {}1", "the limit is 14 players"),
        ("finger-game {}", "this takes 2 to 200"),
        ("repeated-tree rounds={}", "use fewer rounds"),
        ("thirty-one faces={}", "at most 1,000"),
        ("vertex-path {}", "up to 200"),
        ("vertex-cycle {}", "up to 200"),
        ("vertex-star {}", "up to 200"),
        ("vertex-double-star 3 {}", "up to 200"),
    ],
)
@pytest.mark.parametrize("size", [10**6, 10**9, 10**30])
def test_what_is_too_large_is_refused_at_once(words: str, said: str, size: int) -> None:
    with time_limit(2), pytest.raises(GameError, match=said):
        kb.game(words.format(size))


@pytest.mark.parametrize("size", [10**6, 10**9])
def test_coins_far_to_the_right_are_described(size: int) -> None:
    with time_limit(2):
        assert f"heads {size}" in str(kb.game(f"sym {size}").describe())


@pytest.mark.slow
def test_every_game_with_enormous_numbers() -> None:
    cases = [["describe", *words] for words in games()]
    assert [(cases[k], wrong) for k, wrong in tried(cases, 0) if wrong] == []
