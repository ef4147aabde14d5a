"""Outcomes of single heaps: their periods against search, and lists of P-positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz import GameError
from kibitz.combinatorial import outcome_period, p_positions
from kibitz.combinatorial.heaps import octal, subtraction


def lost_heaps(amounts: set[int], to: int, misere: bool) -> str:
    """Outcomes of heaps 0 to ``to`` by their definition."""
    won: list[bool] = []
    for n in range(to + 1):
        moves = [won[n - k] for k in amounts if k <= n]
        won.append(not all(moves) if moves else misere)
    return "".join("NP"[not w] for w in won)


@given(st.sets(st.integers(1, 9), min_size=1, max_size=4), st.booleans())
def test_subtraction(amounts: set[int], misere: bool) -> None:
    game = subtraction(amounts, play="misere" if misere else "normal")
    found = outcome_period(game)
    right = lost_heaps(amounts, 3 * (found.preperiod + found.period) + 20, misere)
    assert "".join(found.outcome(n) for n in range(len(right))) == right
    assert found.verify().holds
    # No shorter cycle and no earlier beginning describes the same outcomes.
    later = right[found.preperiod :]
    assert all(later[p:] != later[:-p] for p in range(1, found.period))
    if found.preperiod:
        assert right[found.preperiod - 1] != right[found.preperiod - 1 + found.period]


@pytest.mark.parametrize("code", ["0.75", "0.123", "0.3"])
def test_misere_take_and_break(code: str) -> None:
    game = octal(code, play="misere")
    found = outcome_period(game)
    assert [found.outcome(n) for n in range(16)] == [game.outcome_at((n,)) for n in range(16)]


def test_no_period_is_claimed_without_proof() -> None:
    with pytest.raises(GameError, match="no period of the outcomes is proved"):
        outcome_period(octal("0.6"))


def test_p_positions_of_any_game_of_numbers() -> None:
    pairs = p_positions(kb.game("wythoff 0 0"), 8)
    assert sorted(pair for pair in pairs if pair[0] <= pair[1]) == [(0, 0), (1, 2), (3, 5), (4, 7)]
    assert p_positions(kb.game("nim 0 0"), 2) == [(0, 0), (1, 1), (2, 2)]
    odd = p_positions(kb.game("empty-and-divide 1 1"), 4)
    assert odd == [(1, 1), (1, 3), (3, 1), (3, 3)]
    with pytest.raises(GameError, match="not numbers"):
        p_positions(kb.game("sos 7"), 3)
    with pytest.raises(GameError, match="limit"):
        p_positions(kb.game("nim 1 1 1 1 1 1 1"), 50)
