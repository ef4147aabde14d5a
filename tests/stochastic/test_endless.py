"""Games that say nothing of endless play, or that its payoff does not matter."""

from __future__ import annotations

from random import Random

import pytest

import kibitz as kb
from kibitz import GameError


def drawn(random: Random) -> str:
    """A small game that may or may not return to its states."""
    names = "AB"[: random.choice((1, 2))]
    lines = []
    for name in names:
        m, n = random.choice(((2, 2), (1, 2), (2, 1)))
        cells = [
            [random.choice((*map(str, range(-3, 4)), *names)) for _ in range(n)] for _ in range(m)
        ]
        lines.append(f"{name}: " + "; ".join(", ".join(row) for row in cells))
    return "\n".join(lines)


def test_what_does_not_depend_on_endless_play_needs_no_payoff_for_it() -> None:
    random, solved = Random(7), 0
    for _ in range(40):
        text = drawn(random)
        several = [kb.stochastic_game(text, endless=q).solve().values for q in (-50, -1, 0, 2, 50)]
        same = all(values == several[0] for values in several)
        for said in ("any", None):
            try:
                found = kb.stochastic_game(text, endless=said).solve()
            except GameError as error:
                words = str(error)
                assert "endless" in words, words
                continue
            assert same, text
            assert found.values == several[0], text
            solved += 1
    assert solved > 20


@pytest.mark.parametrize("said", ["any", None])
def test_a_value_that_depends_on_endless_play_is_refused(said: str | None) -> None:
    with pytest.raises(GameError, match="endless play"):
        kb.stochastic_game("A: B, 1\nB: A, -1", endless=said).solve()


def test_the_answer_says_so() -> None:
    said = str(kb.stochastic_game("G: 0, 1; 3, -G").solve())
    assert "-2+sqrt(7)" in said
    assert "do not depend on what endless play pays" in said


def test_strategies_that_stop_too_rarely_for_floats_are_passed_over() -> None:
    # B is worth 4 - sqrt(19); in A the second player can wait, so that it is worth 0
    text = "A: -B^T, B, B/2; A, 1, A | B: -3, 0, -B^T; 2, B, -1"
    found = kb.stochastic_game(text, endless=0).solve()
    assert abs(found.values["B"] - (4 - 19**0.5)) <= found.bound
    assert abs(found.values["A"]) <= found.bound < 1e-6
    assert found.verify().holds
