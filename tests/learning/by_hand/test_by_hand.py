"""Learning by hand: information gain, genes and updates, against the textbooks' definitions."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from math import log2
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from helpers.judge import verdict
from helpers.mutants import accepted, accepted_claims
from kibitz.cli import app
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.learning import (
    Examples,
    cross,
    discounted_return,
    entropy,
    gini,
    mutate,
    selection_probabilities,
    spin,
    value_updates,
)
from kibitz.learning.by_hand.perceptron import perceptron

WEATHER = """outlook,temperature,humidity,wind,play
sunny,hot,high,weak,no
sunny,hot,high,strong,no
overcast,hot,high,weak,yes
rain,mild,high,weak,yes
rain,cool,normal,weak,yes
rain,cool,normal,strong,no
overcast,cool,normal,strong,yes
sunny,mild,high,weak,no
sunny,cool,normal,weak,yes
rain,mild,normal,weak,yes
sunny,mild,normal,strong,yes
overcast,mild,high,strong,yes
overcast,hot,normal,weak,yes
rain,mild,high,strong,no
"""


def say(*command: str) -> dict[str, object]:
    result = CliRunner().invoke(app, [*command, "--json"])
    assert result.exit_code == 0, result.stderr
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_saturday_mornings() -> None:
    """Quinlan's example: the gains and the tree that every textbook prints."""
    play = Examples.of(WEATHER)
    gains = {name: round(gain, 3) for name, gain in play.gains().items()}
    assert gains == {"outlook": 0.247, "temperature": 0.029, "humidity": 0.152, "wind": 0.048}
    tree = play.tree()
    assert all(
        tree.predict(dict(zip(play.attributes, row, strict=False))) == row[-1] for row in play.rows
    )
    assert "  humidity = high: no" in str(tree).splitlines()
    nodes = tree.to_json()
    assert [node["ask"] for node in nodes] == ["outlook", "humidity", "wind"]
    assert nodes[0]["branches"] == {"sunny": 1, "overcast": "yes", "rain": 2}
    assert round(play.gains("gain-ratio")["outlook"], 3) == 0.156
    assert play.gains("gini")["outlook"] == Fraction(45, 98) - Fraction(12, 35)


def test_entropy_of_random_counts() -> None:
    luck = Random(3)
    for _ in range(50):
        counts = [luck.randrange(6) for _ in range(luck.randint(1, 4))]
        if not sum(counts):
            continue
        shares = [Fraction(n, sum(counts)) for n in counts]
        assert entropy(counts) == pytest.approx(-sum(float(p) * log2(p) for p in shares if p))
        different = sum(p * q for p, q in product(shares, repeat=2)) - sum(p * p for p in shares)
        assert gini(counts) == different


def lies(data: dict[str, Any]) -> list[str]:
    """Mutants of a claim that are proved though nothing shows that they are true."""
    return [
        what
        for what, mutant, certificate in accepted_claims(None, data)
        if not verdict(None, data, mutant, certificate)
    ]


@pytest.mark.parametrize("criterion", ["entropy", "gini", "gain-ratio"])
def test_gains_are_read_from_files_and_proved(tmp_path: Path, criterion: str) -> None:
    (tmp_path / "weather.csv").write_text(WEATHER, "utf-8")
    found = say("gain", str(tmp_path / "weather.csv"), "--criterion", criterion, "--tree")
    assert check(None, found).holds
    assert lies(found) == []
    split = say("gain", "9 5", "6 2; 3 3", "--criterion", criterion)
    assert check(None, split).holds


@pytest.mark.parametrize(
    "words",
    [
        ["gain", "9 5", "6 2; 3 2"],
        ["gain", "a,b; 1"],
        ["gain", "9 5", "9 5", "--tree"],
        ["gain", "a,b; 1,2", "--target", "c"],
        ["gain", "9 5", "9 5", "--criterion", "luck"],
        ["gain", "0 0"],
        ["genes"],
        ["genes", "01", "--cross", "1"],
        ["genes", "01", "011", "--cross", "1"],
        ["genes", "01", "10", "--cross", "2"],
        ["genes", "01", "10", "--mask", "1"],
        ["genes", "ab", "--mutate", "1"],
        ["genes", "01", "--mutate", "3"],
        ["genes", "--fitness", "1 -1"],
        ["genes", "--fitness", "0 0"],
        ["genes", "--fitness", "1 2", "--selection", "luck"],
        ["genes", "--fitness", "1 2", "--draws", "1"],
        ["genes", "--draws", "1/2"],
        ["updates", ""],
        ["updates", "A right 1"],
        ["updates", "A right x B"],
        ["updates", "A right 1 B", "--rate", "2"],
        ["updates", "A right 1 B", "--method", "sarsa"],
        ["updates", "A right 1 B", "--method", "luck"],
        ["updates", "A right 1 B", "--epsilon", "1/2"],
        ["updates", "A right 1 B", "--table", "[1]"],
        ["updates", "A right 1 B", "--table", '{"A": 3}'],
    ],
)
def test_bad_input_is_one_line(words: list[str]) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2, (result.stdout, result.stderr)
    assert result.stderr.startswith("kibitz: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("contestants", [1, 2, 3])
def test_tournaments_by_all_draws(contestants: int) -> None:
    luck = Random(contestants)
    for _ in range(20):
        fitness = [luck.randrange(4) for _ in range(luck.randint(1, 4))]
        chance: Counter[int] = Counter()
        for drawn in product(range(len(fitness)), repeat=contestants):
            best = max(fitness[k] for k in drawn)
            among = [k for k, x in enumerate(fitness) if x == best]
            for k in among:
                chance[k] += Fraction(1, len(among) * len(fitness) ** contestants)
        found = selection_probabilities(fitness, "tournament", contestants)
        assert list(found) == [chance[k] for k in range(len(fitness))]


def test_roulette_rank_and_wheel() -> None:
    assert selection_probabilities([1, 2, 3]) == (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2))
    assert selection_probabilities([7, 7, 1], "rank") == (
        Fraction(5, 12),
        Fraction(5, 12),
        Fraction(1, 6),
    )
    assert spin([Fraction(1, 4), Fraction(3, 4)], ["1/4", "0.2499", 0]) == (1, 0, 0)
    assert spin([0, 1], [0]) == (1,)


def test_crossover_and_mutation() -> None:
    luck = Random(5)
    for _ in range(50):
        size = luck.randint(2, 9)
        mother, father = ("".join(luck.choice("01") for _ in range(size)) for _ in range(2))
        point = luck.randint(1, size - 1)
        ones = "1" * point + "0" * (size - point)
        expected = (mother[:point] + father[point:], father[:point] + mother[point:])
        assert cross(mother, father, [point]) == cross(mother, father, mask=ones) == expected
        assert mutate(mutate(mother, [point]), [point]) == mother
    assert cross([1, 2, 3], [4, 5, 6], [1, 2]) == ([1, 5, 3], [4, 2, 6])
    with pytest.raises(GameError):
        cross("01", "10")


@pytest.mark.parametrize(
    "words",
    [
        ("--fitness", "169 576 64 361", "--draws", "0 0.5"),
        ("--fitness", "5 1 3", "--selection", "rank"),
        ("--fitness", "5 1 3 3", "--selection", "tournament:3"),
        ("01101", "11000", "--cross", "2,4", "--mutate", "1"),
        ("1111", "0000", "--mask", "1001"),
        ("1111", "--mutate", "2,3"),
    ],
)
def test_no_mutant_of_genes_is_proved(words: tuple[str, ...]) -> None:
    found = say("genes", *words)
    assert check(None, found).holds
    # another question with the same answer, such as a draw from the same part of the wheel
    asked = ("points", "places", "draws", "fitness")
    assert [m for m in accepted(None, found) if not m.startswith(asked)] == []


def test_q_learning_and_sarsa_by_hand() -> None:
    """Two steps along a corridor, worked on paper."""
    steps = [("A", "right", 0, "B"), ("B", "right", 10, None), ("A", "right", 0, "B")]
    start = {"B": {"left": 4}}
    q = value_updates(steps, rate="1/2", discount="9/10", table=start)
    assert [u.new for u in q.steps] == [Fraction(9, 5), 5, Fraction(63, 20)]
    sarsa = value_updates(steps[:2], "sarsa", rate="1/2", discount="9/10", table=start)
    assert [u.new for u in sarsa.steps] == [0, 5]
    expected = value_updates(
        [("A", "right", 1, "B")],
        "expected-sarsa",
        rate=1,
        table={"B": {"left": 4, "right": 0}},
        exploration="1/2",
    )
    assert expected.value("A", "right") == 4
    assert q.best("B") == "right"
    assert discounted_return([3, 2, 1], "1/2") == Fraction(17, 4)


def test_averages_and_values_of_states() -> None:
    mean = value_updates("A a 1 B; B a 3 end; A a 0 end", "monte-carlo")
    assert mean.value("A", "a") == 2
    assert mean.value("B", "a") == 3
    walk = value_updates("A 0 B; B 1 end", "td-0", rate="1/10", table={"A": "1/2", "B": "1/2"})
    assert [u.new for u in walk.steps] == [Fraction(1, 2), Fraction(11, 20)]
    named = value_updates([{"state": "A", "action": "a", "reward": 2, "next": "end"}], rate=1)
    assert named.value("A", "a") == 2


@pytest.mark.parametrize("rule", ["q-learning", "sarsa", "expected-sarsa", "monte-carlo", "td-0"])
def test_no_mutant_of_updates_is_proved(rule: str) -> None:
    steps = "A 1 B; B 2 A; A 0 end" if rule == "td-0" else "A a 1 B; B b 2 A; A a 0 end"
    extra = ("--epsilon", "1/3") if rule == "expected-sarsa" else ()
    before = '{"A": 4, "B": 7}' if rule == "td-0" else '{"A": {"a": 4}, "B": {"b": 7}}'
    for rate in ((), ("--rate", "0.3")):
        words = ("updates", steps, "--method", rule, "--discount", "0.9", "--table", before)
        found = say(*words, *rate, *extra)
        assert check(None, found).holds
        assert lies(found) == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("a,b", "a row of names and at least one more row"),
        ("a,a; 1,2", "two columns have the same name: a, a"),
        ("a,b; 1", "example 1 has 1 value for 2 columns"),
        ([{"a": 1, "b": 2}, {"a": 1, "c": 2}], "example 2 has other columns than the first"),
        ([], "a row of names and at least one more row"),
    ],
)
def test_examples_that_are_no_table(given: object, words: str) -> None:
    with pytest.raises(GameError, match=words):
        Examples.of(given)  # type: ignore[arg-type]


def test_examples_as_objects_and_as_rows_are_the_same() -> None:
    rows = [line.split(",") for line in WEATHER.splitlines()]
    objects = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    turned = [dict(reversed(row.items())) for row in objects[1:]]
    assert Examples.of(rows) == Examples.of(WEATHER) == Examples.of([objects[0], *turned])


def test_a_tree_answers_for_every_example_and_for_no_other() -> None:
    play = Examples.of(WEATHER)
    tree = play.tree()
    assert not isinstance(tree, str)
    for row in play.rows:
        assert tree.predict(dict(zip(play.attributes, row, strict=False))) == row[-1]
    with pytest.raises(GameError, match="outlook: no example had 'suny'; did you mean 'sunny'"):
        tree.predict({"outlook": "suny"})
    assert "  humidity = high: no" in str(tree).splitlines()
    nodes = tree.to_json()
    for row in play.rows:
        example, at = dict(zip(play.attributes, row, strict=False)), 0
        while isinstance(at, int):
            at = nodes[at]["branches"][example[nodes[at]["ask"]]]
        assert at == row[-1]
    with pytest.raises(GameError, match="no attribute 'wnd'; did you mean 'wind'"):
        play.table("wnd")
    with pytest.raises(GameError, match="there is no attribute to ask about"):
        Examples.of("play; yes; no").best()
    assert Examples.of("play; yes; no; no").tree() == "no"
    with pytest.raises(GameError, match="unknown criterion 'entrpy'; did you mean 'entropy'"):
        play.gains("entrpy")
    for counts, words in (
        ([1, -1], "whole numbers"),
        ([True, 2], "whole"),
        ([0, 0], "no examples"),
    ):
        with pytest.raises(GameError, match=words):
            entropy(counts)


def test_steps_are_objects_with_names_of_the_textbooks() -> None:
    steps = [
        {"s": "A", "a": "right", "r": -1, "s'": "B", "a'": "right"},
        {"state": "B", "action": "right", "reward": 10},
    ]
    found = value_updates(steps, "sarsa", rate="1/2")
    assert found.value("B", "right") == 5
    assert found.best("A") == "right"
    assert "A, right: 0 + 1/2 [-1 - 0] = -1/2" in str(found).splitlines()
    assert "A: 0 + 1/2 [-1 - 0] = -1/2" in str(value_updates("A -1 B", "td-0", rate="1/2"))
    assert found.value("C", "left") == 0
    told = found.to_json()
    assert told["updates"][0]["then"] == "right"
    assert "then" not in told["updates"][1]
    assert check(None, told).holds
    with pytest.raises(GameError, match="the table has no state 'C'"):
        found.best("C")
    with pytest.raises(GameError, match="step 1: unknown key 'stat'; did you mean 'state'"):
        value_updates([{"stat": "A"}])
    with pytest.raises(GameError, match="step 1: reward is missing"):
        value_updates([{"state": "A", "choice": "x"}])
    with pytest.raises(GameError, match="sarsa needs the choice that follows in 'B'"):
        value_updates("A right -1 B", "sarsa")


def test_populations_that_cannot_be_chosen_from() -> None:
    for fitness, kind, words in (
        ([], "rank", "at least one member"),
        ([1, -1], "roulette", "nonnegative fitness"),
        ([0, 0], "roulette", "not all 0"),
        ([1, 2], "ranks", "unknown selection 'ranks'; did you mean 'rank'"),
    ):
        with pytest.raises(GameError, match=words):
            selection_probabilities(fitness, kind)
    with pytest.raises(GameError, match="a tournament of 0"):
        selection_probabilities([1, 2], "tournament", contestants=0)


def test_a_perceptron_against_a_loop_of_floats() -> None:
    chance = Random(5)
    for strict in (False, True):
        rows = [[chance.randint(-3, 3) for _ in range(3)] for _ in range(6)]
        rows = [[*row, 1 if row[0] + 2 * row[1] - row[2] > 0 else -1] for row in rows]
        found = perceptron(rows, [1, 0, -1], "1/2", "1/4", 200, strict)
        weights, bias = [1.0, 0.0, -1.0], 0.5
        for step, row in zip(found.steps, rows * found.rounds, strict=True):
            total = sum(w * x for w, x in zip(weights, row, strict=False)) + bias
            said = 1 if total > 0 or (total == 0 and not strict) else -1
            weights = [w + (row[3] - said) * x / 4 for w, x in zip(weights, row, strict=False)]
            bias += (row[3] - said) / 4
            assert (step.output, [*map(float, step.weights)], float(step.bias)) == (
                said,
                weights,
                bias,
            )
        assert found.converged
        assert [found.predict(row[:3]) for row in rows] == [row[3] for row in rows]


def test_a_perceptron_does_not_learn_exclusive_or() -> None:
    found = perceptron("0,0,0; 0,1,1; 1,0,1; 1,1,0", rounds=30)
    assert (found.converged, found.rounds) == (False, 30)
    assert check(None, found.to_json()).holds
    wrong = {**found.to_json(), "converged": True}
    assert not check(None, wrong).holds


@pytest.mark.parametrize(
    "written",
    [
        "0 0: 0; 0 1: 1",
        "(0,0) -> 0; (0,1) -> 1",
        "(0,0),0; (0,1),1",
        [((0, 0), 0), ((0, 1), 1)],
        [[0, 0, 0], [0, 1, 1]],
    ],
)
def test_the_class_of_an_example_may_be_set_apart(written: Any) -> None:
    assert perceptron(written) == perceptron("0,0,0; 0,1,1")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"examples": ""}, "no examples"),
        ({"examples": "0,1,2"}, "classes are 0 and 1"),
        ({"examples": "0,-1; 0,0; 1,1"}, "classes are -1, 0 and 1"),
        ({"examples": "0,1,1; 0,1"}, "example 2 has 1 input"),
        ({"examples": "0,1,1", "weights": "1"}, "1 weight for 2 inputs"),
        ({"examples": "0,1,1", "rate": 0}, "must be positive"),
        ({"examples": "0,1,1", "rounds": 0}, "from 1 to"),
        ({"examples": "1"}, "inputs and a class"),
    ],
)
def test_bad_examples_of_a_perceptron(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        perceptron(**options)


def separable(rows: list[tuple[tuple[int, ...], int]]) -> bool:
    """Whether some weights give every example its class, by a linear program."""
    from scipy.optimize import linprog

    signed = [[(1 if t else -1) * x for x in (*inputs, 1)] for inputs, t in rows]
    size = len(signed[0])
    done = linprog(
        [0] * size,
        [[-x for x in row] for row in signed],
        [-1] * len(signed),
        bounds=[(None, None)] * size,
    )
    return bool(done.status == 0)


def test_weights_that_come_back_prove_that_nothing_separates() -> None:
    random = Random(5)
    for _ in range(60):
        rows = [
            ((random.randint(-2, 2), random.randint(-2, 2)), random.randint(0, 1))
            for _ in range(random.randint(2, 6))
        ]
        found = perceptron([(*x, t) for x, t in rows])
        assert found.converged is separable(rows)
        assert (found.repeats is None) is found.converged
        assert check(None, found.to_json()).holds


def test_no_mutant_of_a_run_that_repeats_is_proved() -> None:
    told = perceptron("0,0,0; 0,1,1; 1,0,1; 1,1,0").to_json()
    assert told["repeats"] == 3
    assert perceptron("0,0,0; 0,1,1; 1,0,1; 1,1,0", rounds=7).to_json()["rounds"] == 7
    assert not check(None, {**told, "repeats": 2}).holds
    right = perceptron("0,0,0; 0,1,0; 1,0,0; 1,1,1").to_json()
    assert not check(None, {**right, "repeats": 6}).holds
    done = CliRunner().invoke(app, ["perceptron", "0,0; 1,1; 2,0", "--verify"])
    assert done.exit_code == 0
    assert "no weights separate the classes" in done.output


def test_monte_carlo_of_states() -> None:
    found = value_updates("A 1 B; B 3 end; A 1 end", "monte-carlo")
    assert (found.value("A"), found.value("B")) == (Fraction(5, 2), 3)
    assert found.to_json()["table"] == {"A": "5/2", "B": "3"}
    again = value_updates([{"s": "A", "r": 1, "next": "end"}], "mc", "1/4", table={"A": 5})
    assert again.value("A") == 4
    for one in (found, again):
        assert check(None, one.to_json()).holds
        assert lies(one.to_json()) == []
    with pytest.raises(GameError, match="STATE CHOICE REWARD NEXT"):
        value_updates("A 1 B; B right 3 end", "monte-carlo")


def test_choices_that_were_never_made_are_worth_nothing_yet() -> None:
    steps = "A right -1 B; B left -5 end; A right -1 B"
    seen = value_updates(steps, rate=1)
    assert seen.value("A", "right") == -6
    assert "in B only left was counted" in str(seen)
    named = value_updates(steps, rate=1, choices="left,right")
    assert named.value("A", "right") == -1
    assert named.start["B"] == {"left": 0, "right": 0}
    assert "counted" not in str(named)
    assert check(None, named.to_json()).holds
    with pytest.raises(GameError, match="'right', which is not among them"):
        value_updates(steps, choices=["left"])
    with pytest.raises(GameError, match="no choices"):
        value_updates("A 1 B", "td-0", choices="left")


@pytest.mark.parametrize("criterion", ["entropy", "gini", "gain-ratio"])
def test_gains_term_by_term(criterion: str) -> None:
    words = ["gain", "9+ 5-", "6+ 2-; 3+ 3-", "--criterion", criterion, "--explain"]
    shown = CliRunner().invoke(app, words).output
    told = {
        "entropy": "0.9403 - (8/14 · 0.8113 + 6/14 · 1) = 0.0481",
        "gini": "45/98 - (8/14 · 3/8 + 6/14 · 1/2) = 3/98",
        "gain-ratio": "the gain ratio is 0.0488",
    }
    assert told[criterion] in " ".join(shown.split())


def test_classes_alone_are_not_a_question() -> None:
    told = json.loads(CliRunner().invoke(app, ["gain", "[9+, 5-]", "--json"]).output)
    assert (told["gains"], told["best"]) == ({}, [])
    assert check(None, {k: v for k, v in told.items() if k != "provenance"}).holds


@pytest.mark.parametrize(
    "typed",
    [
        "wind rain play; no no yes; yes no yes; yes yes no",
        "wind=no rain=no play=yes; rain=no wind=yes play=yes; wind=yes rain=yes play=no",
        "wind=no, rain=no, play=yes; wind=yes, rain=no, play=yes; wind=yes, rain=yes, play=no",
    ],
)
def test_examples_as_people_type_them(typed: str) -> None:
    plain = Examples.of("wind,rain,play; no,no,yes; yes,no,yes; yes,yes,no")
    assert Examples.of(typed, "play").gains() == plain.gains()


def test_values_before_the_first_step_may_be_typed() -> None:
    steps = "A right -1 B; B right 10 end"
    known = {"B": {"right": 4, "left": 1}, "A": {"up": "1/2"}}
    typed = value_updates(steps, table="B right 4; B, left, 1\nA up 1/2")
    assert typed == value_updates(steps, table=known)
    states = value_updates("A 1 B; B 3 end", "td-0", table="A 2; B -1")
    assert states == value_updates("A 1 B; B 3 end", "td-0", table={"A": 2, "B": -1})
    for table, said in [
        ("B 4", "table: write STATE CHOICE VALUE, not 'B 4'"),
        ("B right 4; B right 3", "table: B right is given twice"),
        ("B right much", "table, B, right: 'much' is not a number"),
    ]:
        with pytest.raises(GameError, match=said):
            value_updates(steps, table=table)
