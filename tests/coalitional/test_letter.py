"""Worths with a letter: where the core is empty, against brute force over values."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

import kibitz as kb
from kibitz.coalitional.letter import CoalitionalFamily
from kibitz.core.errors import GameError


def family(worths: object) -> CoalitionalFamily:
    made = kb.coalition(worths)
    assert isinstance(made, CoalitionalFamily)
    return made


def test_three_players_who_are_paid_in_pairs() -> None:
    core = family("1:0 2:0 3:0 1,2:a 1,3:a 2,3:a 1,2,3:1").core()
    assert (core.low, core.high) == (None, Fraction(2, 3))
    assert core.verify().holds
    assert "2/3" in core
    assert "7/10" not in core


def test_a_letter_for_all_players_together() -> None:
    core = family({"A": 1, "B": 1, "A,B": "a"}).core()
    assert (core.low, core.high) == (2, None)


@pytest.mark.parametrize(
    ("worths", "words"),
    [
        ("A:a B:1-a A,B:1/2", "empty for every a"),
        ("A:a B:1-a A,B:3", "nonempty for every a"),
        ("A:a B:-a C:0 A,B:0 A,C:1 B,C:1 A,B,C:3/2", "-1/2 <= a <= 1/2"),
    ],
)
def test_no_value_all_values_and_an_interval(worths: str, words: str) -> None:
    core = family(worths).core()
    assert words in str(core)
    assert core.verify().holds


def test_random_families_agree_with_each_member() -> None:
    chance = random.Random(3)
    for _ in range(6):
        table: dict[str, object] = {}
        for coalition in ("A", "B", "C", "A,B", "A,C", "B,C", "A,B,C"):
            slope, constant = chance.choice([0, 0, 1, -1, 2]), chance.randint(0, 5)
            table[coalition] = f"{slope}a+{constant}" if slope else constant
        table["A,B,C"] = f"a+{chance.randint(2, 9)}"
        found = family(table)
        core = found.core()
        assert core.verify().holds
        for a in (Fraction(k, 3) for k in range(-30, 31, 4)):
            assert (a in core) == bool(found.at(a).solve("balanced").answers[0][1])


def test_the_shapley_value_is_linear_in_the_letter() -> None:
    found = family("A,B:a A,C:1 B,C:1 A,B,C:2")
    assert found.shapley() == ("a/6 + 1/2", "a/6 + 1/2", "1 - a/3")


def test_what_is_not_linear_is_refused() -> None:
    with pytest.raises(GameError, match="linear in a"):
        kb.coalition("A:a^2 B:0 A,B:1")


@pytest.mark.parametrize("seed", range(8))
def test_the_nucleolus_of_random_families_is_that_of_each_member(seed: int) -> None:
    chance = random.Random(seed)
    names = "ABCD" if seed % 4 == 3 else "ABC"
    table: dict[str, object] = {}
    for size in range(1, len(names) + 1):
        for some in combinations(names, size):
            slope, constant = chance.choice([0, 0, 1, -1, 2]), chance.randint(0, 6)
            table[",".join(some)] = f"{slope}a+{constant}" if slope else constant
    table[",".join(names)] = f"{chance.choice([2, 3])}a+{chance.randint(9, 15)}"
    games = family(table)
    found = games.nucleolus()
    assert found.verify().holds
    tried = 0
    for a in (Fraction(k, 3) for k in range(-25, 26, 3)):
        if _has_imputations(games, a):
            assert found.at(a) == tuple(games.at(a).nucleolus().payoffs)
            tried += 1
        else:
            with pytest.raises(GameError, match="no imputations"):
                found.at(a)
    assert tried


def _has_imputations(games: CoalitionalFamily, a: Fraction) -> bool:
    game = games.at(a)
    return sum(game.value(1 << i) for i in range(game.n)) <= game.total


def test_wrong_pieces_of_a_nucleolus_are_noticed() -> None:
    found = family("A,B:a A,C:1 B,C:1 A,B,C:2").nucleolus()
    first, second, third = found.pieces
    longer = replace(first, high=Fraction(3, 4)), replace(second, low=Fraction(3, 4)), third
    assert not replace(found, pieces=longer).verify().holds
    assert not replace(found, pieces=(first, third)).verify().holds
    tilted = replace(second, payoffs=(second.payoffs[1], second.payoffs[2], second.payoffs[0]))
    assert not replace(found, pieces=(first, tilted, third)).verify().holds


def test_games_without_imputations_and_with_one() -> None:
    with pytest.raises(GameError, match="no imputations for any a"):
        family("A:a B:1-a A,B:1/2").nucleolus()
    only = family("A:a B:-a A,B:0").nucleolus()
    assert [only.at(a) for a in (-1, 2)] == [(-1, 1), (2, -2)]
