"""Supervised learning: labels, trees, boosting, linear and neural evaluations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.learning.supervised import labels as labeling
from kibitz.learning.supervised.decision_tree import impurity, splits
from kibitz.learning.supervised.fitted import KEEN
from kibitz.learning.supervised.labels import label_positions, load_labels
from kibitz.learning.tabular import world
from kibitz.learning.tabular.world import made_world
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import make_learner
from kibitz.learning.training.train import train
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import Position

pytestmark = pytest.mark.usefixtures("interpreted")
RULES = kb.game("tic-tac-toe")


@pytest.fixture
def unmeasured(monkeypatch) -> None:
    """Moves are not compared with perfect play, which takes a while in Python."""
    from kibitz.learning.supervised.fitted import FittedLearner

    monkeypatch.setattr(FittedLearner, "optimal_share", lambda self: None)


def test_labels_are_exact() -> None:
    labels = label_positions(RULES)
    start = np.flatnonzero(labels.seen.sum(axis=1) == 0)
    assert labels.values[start].tolist() == [0.0]
    assert set(labels.values) == {-1.0, 0.0, 1.0}
    assert len(label_positions(RULES, 50, seed=1)) == 50


@pytest.mark.slow
def test_positions_of_a_large_game_are_solved_one_by_one() -> None:
    rules = kb.game("connect-four 4 4")
    labels = label_positions(rules, 10)
    assert len(labels) == 10
    assert set(labels.values) <= {-1.0, 0.0, 1.0}


def test_labels_in_parquet(tmp_path) -> None:
    pytest.importorskip("pyarrow")
    labels = label_positions(RULES, 40)
    labels.save(tmp_path / "a.parquet")
    again = load_labels(tmp_path / "a.parquet", RULES)
    assert np.array_equal(again.seen, labels.seen)
    assert np.array_equal(again.values, labels.values)
    with pytest.raises(GameError, match=r"labels of another game.*tic-tac-toe"):
        load_labels(tmp_path / "a.parquet", kb.game("connect-four"))
    with pytest.raises(GameError, match="no such file"):
        load_labels(tmp_path / "b.parquet", RULES)
    with pytest.raises(GameError, match=r"saved as \.parquet"):
        labels.save(tmp_path / "a.csv")
    (tmp_path / "c.parquet").write_bytes(b"PAR1")
    with pytest.raises(GameError, match="not a Kibitz file"):
        load_labels(tmp_path / "c.parquet", RULES)


def test_information_gain_of_quinlans_weather() -> None:
    """Saturday mornings (Quinlan 1986): the gain of humidity is 0.151 bits, of wind 0.048."""
    humid = np.array([1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1])
    windy = np.array([0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1])
    play = np.array([0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0])
    found = {s.feature: s.gain for s in splits(np.stack([humid, windy], 1), 2 * play, "entropy")}
    assert found[0] == pytest.approx(0.151, abs=0.001)
    assert found[1] == pytest.approx(0.048, abs=0.001)
    assert impurity(np.array([9, 5]), "gini") == pytest.approx(1 - (81 + 25) / 196)


@pytest.mark.usefixtures("unmeasured")
def test_a_tree_tells_what_it_has_seen() -> None:
    grown = train(RULES, "decision-tree", rounds=60, prune=False, leaves=4000, positions=60)
    learner = grown.learner
    seen, values = learner.examples
    guess = learner.mind.value(seen)
    assert np.abs(guess - KEEN * values).max() < 1e-9
    pruned = train(RULES, "decision-tree", rounds=60, leaves=60, positions=60)
    assert pruned.measures["leaves"] < grown.measures["leaves"]
    assert "information gain" in str(pruned.explain())


@pytest.mark.usefixtures("unmeasured")
def test_a_linear_evaluation_is_that_of_least_squares() -> None:
    learner = train(RULES, "linear-evaluation", rounds=5, ridge=0).learner
    seen = np.column_stack([learner.examples[0], np.ones(len(learner.goal))])
    best = np.linalg.lstsq(seen, learner.goal, rcond=None)[0]
    ours = np.append(learner.mind.linear, learner.mind.bias)
    assert np.linalg.norm(seen @ ours - learner.goal) == pytest.approx(
        np.linalg.norm(seen @ best - learner.goal)
    )


@pytest.mark.usefixtures("unmeasured")
def test_boosting_adds_up_its_trees() -> None:
    pytest.importorskip("sklearn")
    learner = train(RULES, "gradient-boosting", rounds=2, trees=10).learner
    assert len(learner.mind.roots) == 10
    before = float(np.mean(learner.goal**2))
    assert float(np.mean(learner.left_over() ** 2)) < before
    assert learner.is_finished
    assert "the first tree" in str(learner.explain())


def test_slopes_of_the_network_by_differences() -> None:
    learner = make_learner(Lesson(RULES), "neural-evaluation", {"units": 3})
    generator = np.random.default_rng(1)
    seen, goal = generator.random((5, 18)), generator.normal(size=5)
    _, found = learner.gradients(seen, goal)
    for weights, slopes in zip(learner.weights, found, strict=True):
        place = tuple(generator.integers(0, n) for n in weights.shape)
        kept = weights[place]
        weights[place] = kept + 1e-6
        high = learner.gradients(seen, goal)[0]
        weights[place] = kept - 1e-6
        low = learner.gradients(seen, goal)[0]
        weights[place] = kept
        assert slopes[place] == pytest.approx((high - low) / 2e-6, abs=1e-5)


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize("method", ["decision-tree", "neural-evaluation", "gradient-boosting"])
def test_fitting_goes_on_bit_for_bit(method: str, tmp_path) -> None:
    if method == "gradient-boosting":
        pytest.importorskip("sklearn")
    path = tmp_path / "m.kbz"
    options = {"leaves": 40} if method == "decision-tree" else {}
    train(RULES, method, rounds=1, output=path, **options)
    rest = train(RULES, method, rounds=2, output=path, resume=True, **options)
    whole = train(RULES, method, rounds=2, **options)
    kept = whole.learner.state().arrays
    for name, array in rest.learner.state().arrays.items():
        same = np.array_equal if method != "gradient-boosting" else np.allclose
        assert same(array, kept[name]), name


@pytest.mark.slow
def test_a_network_plays_well() -> None:
    found = train(RULES, "neural-evaluation", rounds=60)
    assert found.measures["optimal"] > 0.9


@pytest.mark.parametrize(
    ("method", "options", "words"),
    [
        ("decision-tree", {"criterion": "luck"}, "criterion is 'luck'"),
        ("decision-tree", {"leaves": 1}, "leaves must be at least 2"),
        ("linear-evaluation", {"ridge": -1}, "ridge is -1"),
        ("linear-evaluation", {"positions": 1}, "positions is 1"),
        ("neural-evaluation", {"units": 0}, "units is 0"),
        ("gradient-boosting", {"rate": 3}, "rate is 3"),
        ("gradient-boosting", {"trees": 0}, "trees is 0"),
    ],
)
def test_settings_are_checked(method: str, options: dict[str, object], words: str) -> None:
    with pytest.raises(GameError, match=words):
        train(RULES, method, rounds=1, **options)


def test_the_share_of_optimal_moves_says_of_how_many_positions_it_is(monkeypatch) -> None:
    learner = make_learner(Lesson(RULES), "linear-evaluation", {})
    first = lambda state, mind: (next(iter(RULES.moves(state))), {})  # noqa: E731
    monkeypatch.setattr(learner.search, "values", first)
    world = made_world(RULES)
    assert learner.optimal_share() == pytest.approx(world.optimal_share(0))
    assert learner.checked == world.matters.sum() > 400


def test_larger_games_are_labeled_by_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "MOST_STATES", 8)
    made_world.cache_clear()
    try:
        found = label_positions(TakeAway(20), 40, seed=2)
    finally:
        made_world.cache_clear()
    assert len(found) == 40
    for words, value in zip(found.words.tolist(), found.values.tolist(), strict=True):
        assert value == (1 if words[0] % 4 else -1)  # the mover loses at multiples of four
    with pytest.raises(GameError, match="count is 9; it must be at least 10"):
        label_positions(TakeAway(20), 9)


def test_games_without_a_solved_position_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def refuse(position: Position) -> None:
        asked.append(position)
        raise GameError("not solved in time")

    monkeypatch.setattr(labeling, "prepare", lambda *_, **__: refuse)
    with pytest.raises(GameError, match="TakeAway: its positions cannot be solved in time"):
        labeling._of_random_games(TakeAway(20), 40, 0)
    assert len(asked) == labeling.HOPELESS


def test_labels_are_learned_from_a_file(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    rules = TakeAway(12)
    file = tmp_path / "labels.parquet"
    label_positions(rules).save(file)
    learner = make_learner(Lesson(rules), "decision-tree", {"labels": str(file), "least": 2})
    learner.learn()
    assert learner.measure()["optimal"] > 0.5
    assert learner.feature_name(0) == "feature 1"
    assert "feature" in str(learner.explain())


def test_many_values_of_a_feature_are_cut_at_a_few_places() -> None:
    seen = np.linspace(0, 1, 500)[:, None]
    classes = (seen[:, 0] > 0.6).astype(int)
    found = splits(seen, classes, "entropy")
    assert len(found) <= 64
    assert abs(found[0].threshold - 0.6) < 0.05
    assert splits(np.ones((5, 1)), classes[:5], "entropy") == []
