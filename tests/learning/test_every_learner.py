"""Every learner on a tiny game: it goes on bit for bit, explains itself and plays from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.files import npz_file
from kibitz.core.method import own_methods
from kibitz.learning.training.learner import Kept
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.training.model import load_model, make_learner
from kibitz.learning.training.train import train
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import Rules

pytestmark = pytest.mark.usefixtures("interpreted")
TABLES = [
    "double-q-learning",
    "expected-sarsa",
    "monte-carlo-control",
    "n-step-sarsa",
    "q-learning",
    "sarsa",
    "td-0",
    "td-lambda",
]
STAGES, KUHN, COUNTERS = "goofspiel-stages 2", "kuhn-poker", TakeAway(5)
SMALL: dict[str, tuple[Any, dict[str, Any]]] = {
    **{name: (COUNTERS, {"steps": 50}) for name in TABLES},
    "dynamic-programming": (COUNTERS, {}),
    "minimax-q": (STAGES, {"steps": 40}),
    "nash-q": (STAGES, {"steps": 40}),
    "deep-cfr": (KUHN, {"walks": 20, "units": 4, "steps": 2}),
    "nfsp": (KUHN, {"games": 8, "units": 4, "memory": 50, "steps": 2}),
    "psro": (KUHN, {}),
    "evolved-automata": (
        "prisoners-dilemma",
        {"population": 6, "states": 2, "match_rounds": 5, "elite": 1},
    ),
    "td-gammon": (COUNTERS, {"units": 3, "games": 4}),
    "dqn": (COUNTERS, {"units": 4}),
    "ppo": (COUNTERS, {"units": 4, "episodes": 8, "epochs": 1}),
    "reinforce": (COUNTERS, {"units": 4, "episodes": 8}),
    "alphazero": (
        COUNTERS,
        {"games": 4, "moves": 2, "simulations": 4, "channels": 4, "blocks": 1, "batch": 8},
    ),
    "cma-es": (COUNTERS, {"population": 4, "depth": 1, "pairs": 1}),
    "genetic-algorithm": (COUNTERS, {"population": 4, "depth": 1, "pairs": 1, "elite": 1}),
    "linear-evaluation": (COUNTERS, {}),
    "decision-tree": (COUNTERS, {}),
    "gradient-boosting": (COUNTERS, {"trees": 3, "leaves": 3}),
    "neural-evaluation": (COUNTERS, {"units": 3}),
}
"""A game, and settings that make a round short."""
NEEDED = {
    **dict.fromkeys(("alphazero", "dqn", "ppo", "reinforce"), "optax"),
    "gradient-boosting": "sklearn",
}
"""Packages that a learner cannot do without."""


def test_no_learner_is_left_out() -> None:
    assert set(SMALL) == {method.name for method in own_methods(Lesson)}


def test_every_learner_is_compared_with_exact_play_in_the_book() -> None:
    page = Path(__file__).parents[2] / "docs" / "learning-measured.md"
    rows = [line.split("|") for line in page.read_text(encoding="utf-8").splitlines()]
    compared = {row[1].strip(" `"): row[5] for row in rows if len(row) == 7 and "`" in row[1]}
    assert set(compared) == set(SMALL)
    for name, said in compared.items():
        assert any(word in said for word in ("optimal", "gap", "exploitability")), name


@pytest.mark.parametrize("name", sorted(SMALL))
def test_a_run_in_two_parts_is_the_same_as_one(name: str, tmp_path: Path) -> None:
    if name in NEEDED:
        pytest.importorskip(NEEDED[name])
    game, settings = SMALL[name]
    path = tmp_path / "m.kbz"
    train(game, name, rounds=1, output=path, **settings)
    parts = train(game, name, rounds=2, output=path, resume=True, **settings)
    whole = train(game, name, rounds=2, **settings)
    mine, other = parts.learner.state(), whole.learner.state()
    assert mine.facts == other.facts
    assert mine.arrays.keys() == other.arrays.keys()
    assert all(np.array_equal(mine.arrays[k], other.arrays[k]) for k in mine.arrays)
    told = str(parts.explain())
    assert whole.lesson.title in told
    assert len(told.splitlines()) > 5
    again = load_model(path, whole.game)
    if isinstance(whole.game, Rules):
        here = whole.game.position()
        while here.player < 0:
            here = here.play(here.moves[0])
        found = again.policy(here)
        assert found == pytest.approx(whole.policy(here))
        assert sum(found.values()) == pytest.approx(1)
        assert set(found) == set(here.moves)


@pytest.mark.parametrize("name", sorted(SMALL))
def test_what_another_game_left_is_refused(name: str) -> None:
    if name in NEEDED:
        pytest.importorskip(NEEDED[name])
    game, settings = SMALL[name]
    noun = kb.game(game) if isinstance(game, str) else game
    learner = make_learner(Lesson(noun), name, settings)
    kept = learner.knowledge()
    if not kept.arrays:
        pytest.skip("it keeps no arrays")
    key = next(iter(kept.arrays))
    rest = {k: v for k, v in kept.arrays.items() if k != key}
    with pytest.raises(GameError):
        learner.recall(Kept(kept.facts, rest))
    with pytest.raises(GameError):
        learner.recall(Kept(kept.facts, {**kept.arrays, key: np.zeros((3, 1, 4, 1, 5))}))


def test_a_checkpoint_without_its_facts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.kbz"
    settings = SMALL["neural-evaluation"][1]
    train(COUNTERS, "neural-evaluation", rounds=1, output=path, **settings)
    kept = path.with_suffix(".ckpt")
    about, arrays = npz_file.read(kept, "training", 1)
    npz_file.write(kept, {**about, "facts": {}}, arrays)
    with pytest.raises(GameError, match=r"m\.ckpt: what was learned cannot be read"):
        train(COUNTERS, "neural-evaluation", rounds=2, output=path, resume=True, **settings)


@pytest.mark.parametrize(
    ("name", "settings", "words"),
    [
        ("evolved-automata", {"states": 0}, "states is 0; it must be at least 1"),
        ("evolved-automata", {"elite": 99}, "elite is 99"),
        ("evolved-automata", {"noise": 2.0}, "noise is 2.0; it must lie between 0 and 1"),
        ("cma-es", {"pairs": 0}, "pairs is 0; it must be at least 1"),
        ("genetic-algorithm", {"openings": 0}, "openings is 0; it must be at least 1"),
        ("minimax-q", {"rate": 3.0}, "rate is 3.0; it must lie between 0 and 1"),
        ("nash-q", {"steps": 0}, "steps is 0; it must be at least 1"),
        ("psro", {"exact": "yes"}, "exact is 'yes'"),
    ],
)
def test_settings_out_of_range(name: str, settings: dict[str, Any], words: str) -> None:
    game, _ = SMALL[name]
    with pytest.raises(GameError, match=words):
        train(game, name, rounds=1, **settings)


def test_automata_reply_and_are_measured_with_noise() -> None:
    game, settings = SMALL["evolved-automata"]
    learner = train(game, "evolved-automata", rounds=1, noise=0.1, **settings).learner
    assert "gap" not in learner.measure()
    champion, size = learner.champion, learner.size
    after = champion[size:].reshape(2, size)
    assert learner.reply([1]) == champion[after[1, 0]]


def test_a_model_that_cannot_answer(tmp_path: Path) -> None:
    path = tmp_path / "m.kbz"
    model = train(COUNTERS, "q-learning", rounds=1, output=path, steps=5)
    over = COUNTERS.position(3, 2)
    with pytest.raises(GameError, match="no player is to move here"):
        model.policy(over)
    with pytest.raises(GameError, match=r"a model is saved as \.kbz"):
        model.save(tmp_path / "m.json")
    with pytest.raises(GameError, match="give the game as well"):
        load_model(path)
    with pytest.raises(GameError, match="iterations is 0; it must be positive"):
        model.search(COUNTERS.position(), iterations=0)
    assert model.learner.value((99, 0)) is None
    about, arrays = npz_file.read(path, "model", 1)
    npz_file.write(path, about, {**arrays, "history": np.zeros(3)})
    with pytest.raises(GameError, match="its history cannot be read"):
        load_model(path, COUNTERS)
    walk = train("gridworld 2 2", "q-learning", rounds=1, steps=5)
    assert walk.learner.value((0,)) is None


def test_alphazero_without_a_search_and_at_the_end() -> None:
    settings = SMALL["alphazero"][1]
    learner = make_learner(Lesson(COUNTERS), "alphazero", {**settings, "thinking": 0})
    odds, value = learner.guess(COUNTERS.start())
    assert learner.policy(COUNTERS.start(), 0)[max(odds, key=lambda move: odds[move])] == 1
    assert learner.value(COUNTERS.start()) == pytest.approx(value)
    assert learner.value((0, 1)) is None
    after = COUNTERS.play(COUNTERS.start(), 1)
    assert learner.value(after) == pytest.approx(-learner.guess(after)[1])
