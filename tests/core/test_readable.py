"""Answers that people can read: decimals for long fractions, the first lines of very many."""

from __future__ import annotations

import math
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from kibitz import bimatrix
from kibitz.core.readable import MOST_LINES, SHOWN, readable, rounded, shortened


def test_long_fractions_become_decimals_and_short_ones_stay():
    long = f"{10**20 + 1}/{3 * 10**20}"
    told = readable(f"value 7/12\nother -{long}", "--json")
    assert told.startswith("value 7/12\nother -0.3333333333\n")
    assert "--json gives them in full" in told
    assert readable("value 7/12", "--json") == "value 7/12"


def test_digits_are_those_asked_for():
    assert readable("value -7/12, 3", "--json", 3) == "value -0.583, 3"


def test_very_many_lines_are_cut_with_the_way_to_all():
    text = "\n".join(map(str, range(MOST_LINES + 1)))
    lines = readable(text, "--json").splitlines()
    assert lines[:SHOWN] == text.splitlines()[:SHOWN]
    assert lines[SHOWN] == f"... {MOST_LINES - SHOWN} more lines"
    assert lines[SHOWN + 1] == str(MOST_LINES)
    assert lines[-1] == "--json gives the whole answer"
    short = "\n".join(map(str, range(MOST_LINES)))
    assert readable(short, "--json") == short


whole_numbers = st.integers(min_value=1, max_value=10**40)


@given(st.integers(-(10**40), 10**40), whole_numbers)
def test_decimals_are_the_nearest(above: int, below: int) -> None:
    text = f"{above}/{below}"
    wanted = text if len(text) <= 30 else f"{float(Fraction(above, below)):.10g}"
    assert shortened(text) == wanted
    assert rounded(text, 6) == f"{float(Fraction(above, below)):.6f}"


@given(st.integers(1, 10**18))
def test_roots_that_nearly_cancel_keep_their_digits(n: int) -> None:
    """sqrt(n^2 + 1) - n is 1 / (sqrt(n^2 + 1) + n)."""
    text = f"-{n}+sqrt({n * n + 1})"
    assert math.isclose(float(rounded(text, 40)), 1 / (math.sqrt(n * n + 1) + n), rel_tol=1e-14)


def test_what_is_not_a_fraction_stays() -> None:
    for text in ("2/0", "cards/7/12.efg", "1/2/3", "v1.2/3"):
        assert rounded(text, 3) == text


def test_notebooks_show_long_fractions_as_decimals() -> None:
    big = 10**17
    answer = bimatrix(
        [[f"{big + 1}/7", 0], [0, f"{big + 3}/11"]], [[0, f"{big + 9}/13"], [f"{big + 7}/17", 0]]
    ).solve()
    assert "100000000000000" in str(answer)
    page = answer._repr_html_()
    assert "100000000000000" not in page
    assert "str(answer) gives them in full" in page
