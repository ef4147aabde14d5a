"""Evolution: operators, strategies, automata, and evaluations measured by paired games."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.learning.encoding.encode import encode
from kibitz.learning.evaluation.learned_search import LearnedSearch, Score
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.evaluation.python_search import PythonSearch
from kibitz.learning.evolution.automata import CLASSICS, automaton, axelrod_tournament, round_robin
from kibitz.learning.evolution.best_against import best_against
from kibitz.learning.evolution.cma_es import Strategy
from kibitz.learning.evolution.crossover import CROSSOVERS
from kibitz.learning.evolution.genome import genome_of
from kibitz.learning.evolution.selection import SELECTIONS
from kibitz.learning.training.train import train

DILEMMA = kb.bimatrix("3 0; 5 1", "3 5; 0 1")


@pytest.mark.parametrize("name", SELECTIONS)
def test_the_fit_are_selected_more_often(name: str) -> None:
    generator = np.random.default_rng(1)
    fitness = np.array([0.1, 0.9, 0.5, 0.3])
    counts = np.bincount(SELECTIONS[name](fitness, 4000, generator), minlength=4)
    assert list(np.argsort(counts)) == [0, 3, 2, 1]


def test_equal_fitness_is_no_trouble() -> None:
    for select in SELECTIONS.values():
        found = select(np.ones(5), 100, np.random.default_rng(0))
        assert set(found) <= set(range(5))


@pytest.mark.parametrize("name", CROSSOVERS)
def test_children_take_genes_of_both_parents(name: str) -> None:
    generator = np.random.default_rng(2)
    children = CROSSOVERS[name](np.zeros((50, 6)), np.ones((50, 6)), generator)
    assert children.shape == (50, 6)
    assert 0.3 < children.mean() < 0.7
    if name != "blend":
        assert set(np.unique(children)) == {0.0, 1.0}


def test_the_strategy_finds_the_top_of_a_hill() -> None:
    generator = np.random.default_rng(3)
    scale = np.array([1.0, 10.0, 100.0, 3.0])
    found = Strategy(np.ones(4), 0.5)
    for _ in range(250):
        members = found.ask(generator)
        found.tell(members, -((scale * members) ** 2).sum(axis=1))
    assert np.abs(scale * found.mean).max() < 1e-6


@pytest.mark.slow
@pytest.mark.peer
def test_the_strategy_is_as_good_as_the_package_of_its_author() -> None:
    cma = pytest.importorskip("cma")

    def cost(x):
        return float(sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2))

    theirs = cma.CMAEvolutionStrategy(np.zeros(5), 0.3, {"verbose": -9, "seed": 4})
    ours, generator = Strategy(np.zeros(5), 0.3), np.random.default_rng(4)
    for _ in range(250):
        drawn = theirs.ask()
        theirs.tell(drawn, [cost(np.array(x)) for x in drawn])
        members = ours.ask(generator)
        ours.tell(members, np.array([-cost(x) for x in members]))
    assert ours.population == theirs.popsize
    assert cost(ours.mean) < max(1e-6, 100 * theirs.result.fbest)


def test_matches_of_the_classics_by_hand() -> None:
    pay = np.array([[3.0, 0.0], [5.0, 1.0]])
    names = ("tit for tat", "always defect", "always cooperate")
    members = np.stack([automaton(CLASSICS[name], 3) for name in names])
    found = round_robin(members, 3, pay, 10, 0.0, 0)
    assert found[0].tolist() == [3.0, 0.9, 3.0]
    assert found[1].tolist() == [1.4, 1.0, 5.0]
    assert found[2].tolist() == [3.0, 0.0, 3.0]


def test_tit_for_tat_wins_the_tournament_of_the_classics() -> None:
    found = axelrod_tournament(DILEMMA)
    assert next(iter(found.scores)) == "tit for tat"
    noisy = axelrod_tournament(DILEMMA, noise=0.05, seed=1)
    assert next(iter(noisy.scores)) != "tit for tat"


def test_an_evolved_automaton_wins_it() -> None:
    found = train("prisoners-dilemma", "evolved-automata", rounds=60)
    assert found.measures["rank among the classics"] == 1
    assert 0 < found.measures["gap"] < 0.3
    assert "Axelrod's tournament" in str(found.explain())


def test_the_best_against_strangers_is_that_of_all_strategies() -> None:
    pay = np.array([[3.0, 0.0], [5.0, 1.0]])
    names = ("tit for tat", "always defect", "grim trigger", "suspicious tit for tat")
    members = np.stack([automaton(CLASSICS[name], 3) for name in names])

    def most(known: list[tuple[int, tuple[int, ...]]], rounds: int) -> float:
        """By trying every choice after every history of play."""
        if not rounds:
            return 0.0
        best = 0.0
        for act in (0, 1):
            total = 0.0
            after: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
            for k, history in known:
                state = 0
                for mine in history:
                    state = int(members[k, 3 + 3 * mine + state])
                other = int(members[k, state])
                total += pay[act, other]
                after.setdefault(other, []).append((k, (*history, act)))
            best = max(best, total + sum(most(group, rounds - 1) for group in after.values()))
        return best

    for rounds in (1, 2, 5):
        expected = most([(k, ()) for k in range(4)], rounds) / (4 * rounds)
        assert best_against(members, 3, pay, rounds) == pytest.approx(expected)


def test_the_rounds_of_a_match_are_a_setting() -> None:
    found = train(DILEMMA, "evolved-automata", rounds=1, match_rounds=7)
    assert "play 7 rounds" in str(found.explain())
    with pytest.raises(GameError, match="match_rounds is 0; it must be at least 1"):
        train(DILEMMA, "evolved-automata", rounds=1, match_rounds=0)


def test_automata_go_on_bit_for_bit(tmp_path) -> None:
    path = tmp_path / "m.kbz"
    train(DILEMMA, "evolved-automata", rounds=3, output=path)
    rest = train(DILEMMA, "evolved-automata", rounds=6, output=path, resume=True)
    whole = train(DILEMMA, "evolved-automata", rounds=6)
    assert np.array_equal(rest.learner.members, whole.learner.members)


def test_genes_are_shared_by_mirror_images() -> None:
    genome = genome_of(encode(kb.game("tic-tac-toe")))
    mind = genome.mind(np.arange(1.0, genome.genes + 1))
    own, other = mind.linear[:9], mind.linear[9:]
    assert len(set(own)) == 3
    assert np.array_equal(own, -other)
    assert own[0] == own[2] == own[6] == own[8]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["genetic-algorithm", "cma-es"])
def test_evaluations_evolve_and_go_on_bit_for_bit(method: str, tmp_path) -> None:
    path = tmp_path / "m.kbz"
    train("tic-tac-toe", method, rounds=2, output=path)
    rest = train("tic-tac-toe", method, rounds=4, output=path, resume=True)
    whole = train("tic-tac-toe", method, rounds=4)
    assert np.array_equal(rest.learner.champion, whole.learner.champion)
    assert whole.measures["score"] >= 0.5
    assert "champion" in str(whole.explain())
    here = kb.game("tic-tac-toe").position(0, 3, 1, 4)
    assert whole.policy(here)[2] == 1


def a_mind() -> Mind:
    generator = np.random.default_rng(5)
    return Mind(
        generator.normal(size=18),
        bias=0.1,
        first=generator.normal(size=(4, 18)),
        shift=generator.normal(size=4),
        second=generator.normal(size=4),
        feature=np.array([3, -1, -1]),
        threshold=np.array([0.5, 0, 0]),
        left=np.array([1, 0, 0]),
        right=np.array([2, 0, 0]),
        leaf=np.array([0, 0.3, -0.4]),
        roots=np.array([0]),
    )


def test_one_move_ahead_is_what_the_evaluation_says(interpreted) -> None:
    search, mind = LearnedSearch(kb.game("tic-tac-toe"), 1), a_mind()
    here = search.rules.position(4)
    best, worth = search.values(here.state, mind)
    for move in here.moves:
        seen = search.code.observe(here.play(move).state).reshape(1, -1)
        assert worth[move] <= worth[best] + 1e-9
        if worth[move] == worth[best]:
            assert worth[move] == pytest.approx(-float(mind.value(seen)[0]))


@pytest.mark.slow
def test_python_and_compiled_searches_find_the_same() -> None:
    rules, mind = kb.game("tic-tac-toe"), a_mind()
    for depth in (1, 2, 3):
        search = LearnedSearch(rules, depth)
        assert search.machine.is_compiled
        plain = PythonSearch(search.code, mind, search.scale)
        for moves in ((), (4,), (0, 4), (0, 4, 8), (1, 2, 3, 4)):
            state = rules.position(*moves).state
            found, worth = search.values(state, mind)
            _, other = plain.best(state, depth, Random(1))
            assert worth[found] == pytest.approx(max(other.values()))


def test_bounds_of_a_score() -> None:
    low, high = Score(200, 0.6, 0.02).bounds(0.99)
    assert low == pytest.approx(0.6 - 2.5758 * 0.02, abs=1e-4)
    assert high == pytest.approx(0.6 + 2.5758 * 0.02, abs=1e-4)


@pytest.mark.parametrize(
    ("game", "method", "options", "words"),
    [
        ("tic-tac-toe", "genetic", {"population": 2}, "population is 2"),
        ("tic-tac-toe", "genetic", {"selection": "rulette"}, "did you mean 'roulette'"),
        ("tic-tac-toe", "genetic", {"crossover": "two"}, "no crossover 'two'"),
        ("tic-tac-toe", "genetic", {"elite": 99}, "elite is 99"),
        ("tic-tac-toe", "cma-es", {"step": 0}, "step is 0"),
        ("tic-tac-toe", "cma-es", {"depth": 99}, "depth is 99"),
        ("pig 10", "cma-es", {}, "chance moves in this game"),
        ("tic-tac-toe", "evolved-automata", {}, "a table of payoffs, not games with moves"),
        ("prisoners-dilemma", "evolved-automata", {"noise": 2}, "noise is 2"),
        ("battle-of-the-sexes", "evolved-automata", {}, "symmetric games"),
    ],
)
def test_bad_input_is_one_line(game: str, method: str, options: dict[str, object], words) -> None:
    with pytest.raises(GameError, match=words):
        train(game, method, rounds=1, **options)
