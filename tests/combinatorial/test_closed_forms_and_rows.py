"""Closed forms stated for families, rows of pins and squares, and coins counted from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

import kibitz as kb
from kibitz.combinatorial.coins import mock_turtles, ruler, triplets, twins
from kibitz.combinatorial.coins.shifted import with_origin
from kibitz.combinatorial.heaps.rows import free_squares, groups, winning_marks
from kibitz.combinatorial.heaps.sequence import nim_sequence
from kibitz.core.errors import GameError
from kibitz.core.verbs import explain


def twos(n: int) -> int:
    return (n & -n).bit_length() - 1


def half(n: int) -> int:
    return n // 2 if n % 2 == 0 else half(n // 2)


FORMS: dict[str, Callable[[int], int]] = {
    "dim-plus": lambda n: twos(n) + 1 if n else 0,
    "aliquot": twos,
    "even-if-not-all": lambda n: 0 if n == 0 else n // 2 - 1 if n % 2 == 0 else (n + 1) // 2,
    "even-or-lone": lambda n: {1: 1, 3: 0}.get(n, n // 2),
    "threes-or-all": lambda n: max(0, n // 3 + (-1, 0, 1)[n % 3]),
    "at-least-half": lambda n: n.bit_length(),
    "at-most-half": half,
}


@pytest.mark.parametrize("family", list(FORMS))
def test_the_formula_that_is_stated_is_the_mex_rule(family: str) -> None:
    first = 1 if family == "aliquot" else 0
    for n in range(first, 14):
        assert kb.game(family, n).search_nimber() == FORMS[family](n)
    game = kb.game(family, 6)
    assert game.closed_form
    assert f"closed form: {game.closed_form}" in str(nim_sequence(game, 12))
    assert game.closed_form in " ".join(str(explain(game)).split())


def test_laskers_nim_before_its_period_is_proved() -> None:
    assert "g(4k + 3) = 4k + 4" in str(nim_sequence(kb.game("laskers-nim 1"), 9))
    assert [kb.game("laskers-nim", n).nimber() for n in range(1, 9)] == [1, 2, 4, 3, 5, 6, 8, 7]


def test_values_of_coins() -> None:
    odious = [n for n in range(40) if n.bit_count() % 2]
    assert mock_turtles().values(9) == odious[:10]
    assert "odious" in mock_turtles().closed_form
    assert triplets().values(4) == [0, 0, *odious[:3]]
    assert twins().closed_form == "g(x) = x"
    assert "power of 2" in ruler().closed_form


@pytest.mark.parametrize("origin", [0, 1, 5])
def test_coins_by_any_origin(origin: int) -> None:
    for rule in (mock_turtles(), ruler(), twins()):
        moved = with_origin(rule, origin)
        shift = origin - rule.origin
        assert moved.values(origin + 6) == rule.values(rule.origin + 6)
        x = rule.origin + 4
        turned = [tuple(y + shift for y in others) for others in rule.turns(x)]
        assert list(moved.turns(x + shift)) == turned
    by_own = kb.game("mock-turtles 2 5 10")
    game = kb.game("mock-turtles", [2 + origin, 5 + origin, 10 + origin], origin=origin)
    assert game.nimber() == by_own.nimber()
    assert game.solve().verify().holds


def test_rows_of_pins() -> None:
    game = kb.game("kayles x.xxxxxxxxxxx")
    assert game == kb.game("kayles 1 11")
    assert "knock down pin 6, pin 10" in str(game.solve())
    assert "pins 4 and 5, pins 6 and 7" in str(kb.game("dawsons-kayles xx.xxxx").solve())
    assert groups("xx.xxx") == (2, 3)
    assert "no move wins" in str(kb.game("kayles xx.xx").solve())
    with pytest.raises(GameError, match="Kayles: 'abc' is neither a number"):
        kb.game("kayles abc")


def test_rows_of_squares_against_brute_force() -> None:
    def wins(line: str) -> bool:
        free = [k for k in range(len(line)) if "x" not in line[max(0, k - 1) : k + 2]]
        return any(not wins(line[:k] + "x" + line[k + 1 :]) for k in free)

    for marks in product(".x", repeat=6):
        line = "".join(marks)
        if "xx" not in line:
            assert (kb.game("dawsons-chess", [line]).outcome() == "N") == wins(line)
    assert free_squares("...x....") == (2, 3)
    told = str(kb.game("dawsons-chess ..................").solve())
    assert told.count("square") == len(winning_marks(18))


def test_a_long_search_is_announced() -> None:
    assert "at most 268,435,456 sets" in kb.game("vertex-grid 4 7").long_search
    assert kb.game("vertex-grid 3 3").long_search == ""
    assert kb.game("vertex-path 100").long_search == ""
