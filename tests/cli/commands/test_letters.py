"""Letters for numbers on the command line."""

from __future__ import annotations

from typing import Any


def test_letters_of_the_shelf(run: Any) -> None:
    told = run("solve", "endgame", "p=t", "b=2")
    assert told.exit_code == 0
    assert "3t - 1   for 0 <= t <= 2/3" in told.output
    assert "for 0 <= t <= 1" in run("solve", "one-parameter", "t").output
    assert "tends to 4-2*sqrt(3)" in run("solve", "coin-challenge", "p=t").output


def test_for_which_a_is_the_core_empty(run: Any, refuse: Any) -> None:
    told = run("coalition", "A:0 B:0 C:0 A,B:a A,C:a B,C:a A,B,C:1", "--core", "--verify")
    assert told.exit_code == 0
    assert "exactly for a <= 2/3" in told.output
    assert "✗" not in told.output
    assert "give it a number" in refuse("coalition", "A:a B:1 A,B:3", "--kernel")
    told = run("coalition", "A,B:a A,C:1 B,C:1 A,B,C:2", "--nucleolus", "--verify").output
    assert "1/2 <= a <= 2: A a/3 + 1/3, B a/3 + 1/3, C 4/3 - 2a/3" in told
    assert "✗" not in told


def test_the_word_parametric_and_q_for_endless_play(run: Any) -> None:
    assert run("solve", "parametric", "0 2; t 1").stdout.startswith("V(t) = 0")
    assert "value 1" in run("solve", "stochastic", "G: G, 1; 1, 0", "Q=0").stdout
    assert "value 1" in run("solve", '{"games": {"G": [["G", 1], [1, 0]]}, "Q": 0}').stdout
