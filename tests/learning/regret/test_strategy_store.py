"""Solutions come back from files as they were, and can be asked and drawn."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from helpers.trees import kuhn
from kibitz.core.errors import GameError
from kibitz.learning.regret.cfr import cfr
from kibitz.learning.regret.strategy_store import load_solution, strategy_at


def test_comes_back(tmp_path):
    path = tmp_path / "kuhn.kbz"
    found = cfr(kibitz.game("kuhn-poker cards=4"), target=1e-3)
    found.save(path)
    again = load_solution(path)
    assert again.profile == found.profile
    assert again.history == found.history
    assert str(again) == str(found)
    assert again.verify()
    with np.load(path) as arrays:
        assert set(arrays.files) == {
            "about",
            "owner",
            "offset",
            "infoset",
            "move",
            "weights",
            "last",
            "history",
        }


def test_games_that_are_not_on_the_shelf_must_be_given(tmp_path):
    path = tmp_path / "own.kbz"
    found = cfr(kuhn(3), iterations=100)
    found.save(path)
    with pytest.raises(GameError, match="give the game"):
        load_solution(path)
    assert (load_solution(path, kuhn(3)).profile.weights == found.profile.weights).all()
    with pytest.raises(GameError, match="another game"):
        load_solution(path, kuhn(4))
    with pytest.raises(GameError, match="not matrix games"):
        load_solution(path, kibitz.matrix("1 2"))
    with pytest.raises(GameError, match="no such file"):
        load_solution(tmp_path / "missing.kbz")


def test_asked_by_hand_and_situation():
    game = kibitz.game("leduc")
    found = cfr(game, target=1e-2)
    table = found.table("I")
    assert set(table["at the start"]) == {"J", "Q", "K"}
    for row in table.values():
        for cell in row.values():
            assert sum(cell.values()) == pytest.approx(1)
    here = game.position()
    while here.player < 0:
        here = here.play(here.moves[-1])
    by_state = strategy_at(found, here.state)
    named = found.strategy(game.show_view(here.state, 0), "I")
    assert list(by_state.values()) == list(named.values())


def test_pictures():
    found = cfr(kibitz.game("leduc"), target=1e-2)
    grid = found.draw(player="II")
    assert "how II plays, 3 hands by 48 situations" in grid.caption
    assert found.draw("progress").caption.startswith("Leduc hold'em: cfr+")
    with pytest.raises(GameError, match="unknown player"):
        found.draw(player="III")
    with pytest.raises(GameError, match="did you mean 'progress'"):
        found.draw("progres")
