"""What the certificates of sequences of nimbers say."""

from __future__ import annotations

import pytest

from kibitz.combinatorial import nim_sequence


@pytest.mark.parametrize("code", ["0.1777...", "0.8", "0.700700..."])
def test_a_period_whose_theorem_is_not_checked_again_is_not_called_proved(code: str) -> None:
    told = str(nim_sequence(code, to=60).period.verify())
    assert "as far as they were recomputed: proved by the mex rule" in told
    assert "found, not proved: that it continues forever, by parity of the high parts" in told


def test_a_period_whose_theorem_is_checked_is_proved() -> None:
    told = nim_sequence("0.77", to=60).period.verify()
    assert told.verdict == "proved by the theorem of Guy and Smith"
    assert not told.unproved


@pytest.mark.parametrize(
    ("amounts", "period"), [("1,2,4,8,16,32,64,128,256,512", 3), ("1,500", 501)]
)
def test_few_heaps_of_large_amounts_prove_their_period(amounts: str, period: int) -> None:
    found = nim_sequence(f"subtraction set={amounts}", to=20)
    assert found.values.size == 21
    assert found.period.period == period
