"""Games as NumPy archives."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz as kb


@pytest.mark.parametrize(
    "game",
    [
        kb.matrix("1 -2; 3 4"),
        kb.matrix("1/2 -2/3; 3 4"),
        kb.matrix("0.5 2; 3 0.25"),
        kb.bimatrix("3,1/2 0,4; 4,0 1,1"),
        kb.strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1"),
    ],
)
def test_payoffs_come_back(game, tmp_path):
    kb.save(game, tmp_path / "game.npz")
    found = kb.load(tmp_path / "game.npz")
    assert found == game


def test_arrays_of_programs_are_read(tmp_path):
    np.savez(tmp_path / "a.npz", A=np.array([[3, 0], [4, 1]]), B=np.array([[3, 4], [0, 1]]))
    assert kb.load(tmp_path / "a.npz").equilibria().number == 1
    np.savez(tmp_path / "b.npz", matrix=np.array([[0.5, 0.0], [0.0, 0.5]]))
    assert not kb.load(tmp_path / "b.npz").exact


def test_other_archives_are_refused_in_a_line(tmp_path):
    np.savez(tmp_path / "a.npz", x=np.zeros(3))
    with pytest.raises(kb.GameError, match="it must hold matrix, or A and B"):
        kb.load(tmp_path / "a.npz")
    (tmp_path / "b.npz").write_bytes(b"no archive")
    with pytest.raises(kb.GameError, match="not a NumPy archive"):
        kb.load(tmp_path / "b.npz")
    with pytest.raises(kb.GameError, match=r"save it as \.json"):
        kb.save(kb.game("gloves"), tmp_path / "c.npz")


@pytest.mark.parametrize("bottom", [0, -2, 1.5, [2, 3]])
def test_a_denominator_is_a_positive_whole_number(bottom, tmp_path):
    np.savez(tmp_path / "a.npz", matrix=np.eye(2), denominator=bottom)
    with pytest.raises(kb.GameError, match=r"denominator is .*; it must be one positive whole"):
        kb.load(tmp_path / "a.npz")
