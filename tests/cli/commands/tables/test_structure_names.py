"""What ``kibitz structure --what`` takes: its own names, those of methods, and other words."""

from __future__ import annotations

import pytest

TABLE = "4,1 2,3; 5,9 1,10"


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ("movement", "movement-diagram"),
        ("movement", "arrows"),
        ("zero-sum", "zero_sum_equivalence"),
        ("pure-equilibria", "saddle-points"),
        ("dominant", "dominant-strategies"),
    ],
)
def test_other_words_for_a_structure(run, usual, other) -> None:
    told = [run("structure", "bimatrix", TABLE, "--what", word) for word in (usual, other)]
    assert told[0].exit_code == 0
    assert told[0].stdout == told[1].stdout


def test_every_question_about_a_table_is_a_structure(run, refuse) -> None:
    symmetric = run("structure", "finger-game", "3", "--what", "symmetric-equilibria")
    assert "-1+sqrt(2)" in symmetric.stdout
    assert "unknown structure 'auto'" in refuse("structure", "chicken", "--what", "auto")
