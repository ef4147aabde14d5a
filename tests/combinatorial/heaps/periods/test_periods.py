"""Periods: what is claimed is proved, what is not proved is not claimed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz import GameError
from kibitz.combinatorial.heaps import (
    Periodicity,
    Unknown,
    dawsons_chess,
    grundys_game,
    kayles,
    nim_sequence,
    officers,
    subtraction,
    take_and_break,
)
from kibitz.combinatorial.heaps.periods.periodicity import guy_smith


def period_of(code: str, to: int = 20_000) -> Periodicity:
    period = take_and_break(code).period(to)
    assert isinstance(period, Periodicity)
    return period


@pytest.mark.parametrize(
    ("code", "preperiod", "period"),
    [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.45", 498, 20),
        pytest.param("0.156", 3479, 349, marks=pytest.mark.slow),
        pytest.param("0.356", 7315, 142, marks=pytest.mark.slow),
        ("0.055", 259, 148),
        ("0.644", 3256, 442),
    ],
)
def test_known_periods(code: str, preperiod: int, period: int) -> None:
    """Periods of the literature, which counts the heaps before them in different ways."""
    found = period_of(code)
    assert found.period == period
    assert abs(found.preperiod - preperiod) <= 2
    assert found.verify()


@pytest.mark.parametrize(
    ("code", "period", "saltus"),
    [
        ("0.8", 3, 1),
        ("0.C", 2, 1),
        ("0.89", 4, 2),
        ("0.8B", 7, 4),
        ("0.9E", 3, 2),
        pytest.param("0.9C", 36, 16, marks=pytest.mark.slow),
    ],
)
def test_arithmetic_periods_of_hexadecimal_games(code: str, period: int, saltus: int) -> None:
    found = period_of(code, 600)
    assert (found.period, found.saltus) == (period, saltus)
    assert found.verify()
    assert np.array_equal(found.values_to(900), take_and_break(code).table().fresh(901))
    assert not replace(found, saltus=2 * saltus).verify()


def test_certified_as_soon_as_the_theorem_allows() -> None:
    game = kayles().rules()
    values = game.sequence(400).values
    assert guy_smith(game, values[:167], 2, 2) is None
    found = guy_smith(game, values[:168], 2, 2)
    assert found is not None
    assert (found.preperiod, found.period) == (71, 12)


def test_a_tampered_claim_fails() -> None:
    good = period_of("0.77")
    wrong_length = replace(good, period=6, first=good.first[: good.preperiod + 6])
    assert not wrong_length.verify()
    wrong_start = replace(good, preperiod=60, first=good.first[:72])
    assert not wrong_start.verify()
    lasker = period_of("4.(3)")
    assert not replace(lasker, saltus=3).verify()
    evens = subtraction("even").period()
    assert isinstance(evens, Periodicity)
    assert not replace(evens, period=1, first=evens.first[:1]).verify()


def test_unknown_is_said() -> None:
    for game in (officers(), grundys_game()):
        found = game.period(5000)
        assert isinstance(found, Unknown)
        assert not found
        assert found.searched >= 5000
        assert "unknown" in str(found)


def test_large_amounts() -> None:
    """A window as long as the largest amount must repeat, however large that is."""
    period = subtraction([1, 100_000]).period()
    assert isinstance(period, Periodicity)
    assert (period.preperiod, period.period) == (0, 100_001)
    assert subtraction([1, 100_000], 10**15).nimber() == period.value(10**15)


def test_heaps_beyond_any_table() -> None:
    assert kayles(10**18).nimber() == kayles(10**18 % 12 + 120).nimber()
    assert dawsons_chess(10**12 + 5).outcome() == "N"
    with pytest.raises(GameError, match="no period is known, so a heap of 1,000,000,000,000"):
        grundys_game(10**12).nimber()
    with pytest.raises(GameError, match="too many to list"):
        kayles(10**18).winning_moves()


def test_sequences() -> None:
    sequence = nim_sequence("0.77", 1_000_000)
    assert len(sequence) == 1_000_001
    assert sequence.values.dtype == "uint8"
    assert sequence[10**6] == kayles(10**6).nimber()
    assert sequence.to_json()["period"]["exceptions"][:4] == [0, 3, 6, 9]
    assert nim_sequence("4.(3)", 70_000).values.dtype == "uint32"
    assert nim_sequence("4.(3)", 60_000).values.dtype == "uint16"
    assert "more" in str(sequence)
    with pytest.raises(GameError, match="whole number"):
        nim_sequence("0.77", -1)
    with pytest.raises(GameError, match="do not fit in memory"):
        nim_sequence("0.77", 10**12)
    with pytest.raises(GameError, match="not a game of heaps"):
        nim_sequence(7, 10)  # type: ignore[arg-type]


def test_large_heaps_are_proved_by_their_period() -> None:
    solution = kayles(5000, 77).solve()
    assert solution.verify()
    solution = grundys_game(900).solve()
    assert solution.verify()


def test_explanations() -> None:
    text = str(kayles(100, 5).explain())
    assert "period 12" in text
    assert "d2 = 7: take 2, leaving nothing, one heap or two heaps" in text
    assert "Add without carrying" in text
    text = str(period_of("0.77").verify())
    assert "Guy and Smith" in text
    from kibitz.combinatorial.heaps import explain_period

    assert "Why it continues" in explain_period(period_of("4.(3)")).markdown()


def test_pictures() -> None:
    picture = kayles(9, 6, 1, 7).draw()
    assert "shaded: heaps with a winning move" in picture.svg
    assert picture.svg.count("#fde68a") == 1
    assert "graph" not in picture.caption
    assert "Kayles" in kayles(30, play="misere").draw().caption
    assert len(kayles(3).draw(what="graph").svg) > len(kayles(3).draw().svg)
