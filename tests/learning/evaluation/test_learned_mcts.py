"""Monte Carlo search led by models: compiled evaluations, other models, words for both."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.learning.evaluation.learned_mcts import learned_mcts
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import Model, make_learner
from kibitz.play.specs import agent
from kibitz.rules.examples import TakeAway

RULES = kb.game("tic-tac-toe")
WIN, BLOCK = ("a1", "b1", "a2", "b2"), ("a1", "b2", "c3", "a3")


def blind_model() -> Model:
    """An evaluation that thinks all positions alike."""
    learner = make_learner(Lesson(RULES), "linear-evaluation", {"positions": 10})
    learner.mind = Mind(np.zeros(learner.search.features))  # type: ignore[attr-defined]
    return Model(learner.lesson, "linear-evaluation", {"positions": 10}, learner)


@pytest.mark.slow
@pytest.mark.parametrize(("moves", "best"), [(WIN, "a3"), (BLOCK, "c1")])
def test_wins_and_threats_are_seen(moves: tuple[str, ...], best: str) -> None:
    here = RULES.position(*moves)
    found = blind_model().search(here, iterations=500)
    assert RULES.show_move(here.state, found.move) == best
    assert sum(found.visits.values()) == 500
    assert found.moves[found.move] == found.value


def test_tables_lead_the_search_too() -> None:
    model = kb.train(TakeAway(9), "q-learning", rounds=10)
    found = model.search(TakeAway(9).position(), iterations=60)
    assert found.move == 1
    assert found.value == pytest.approx(1, abs=0.3)


def test_agents_name_a_model(tmp_path: Path) -> None:
    path = tmp_path / "model.kbz"
    rules = TakeAway(9)
    kb.train(rules, "q-learning", rounds=10, output=path)
    assert agent(f"mcts:40,model={path}", rules).choose(rules.position(), 0) == 1
    with pytest.raises(GameError, match="another game"):
        agent(f"mcts:40,model={path}", TakeAway(8))
    with pytest.raises(GameError, match="no such file"):
        agent(f"mcts:40,model={tmp_path / 'none.kbz'}", rules)
    with pytest.raises(GameError, match="must be a file of kibitz train"):
        agent("mcts:40,model=model", rules)


def test_budgets_and_other_games_are_refused() -> None:
    model = kb.train(TakeAway(5), "q-learning", rounds=1)
    with pytest.raises(GameError, match="iterations is 0; it must be positive"):
        learned_mcts(model.learner, TakeAway(5).position(), iterations=0)
    with pytest.raises(GameError, match="another game"):
        model.search(TakeAway(6).position())
    with pytest.raises(GameError, match="it must be a trained model"):
        TakeAway(5).solve("mcts", model="x")
