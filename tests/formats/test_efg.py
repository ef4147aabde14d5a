"""Files of trees: Gambit's and OpenSpiel's spellings, exact round trips, and errors with lines."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from helpers.trees import kuhn, random_tree
from kibitz.core.errors import GameError
from kibitz.extensive import decision, extensive_game
from kibitz.formats import dumps, loads

SPIEL = """EFG 2 R "kuhn()" { "Pl0" "Pl1" }
c "" 1 "" { "Deal:0" 0.3333333333333333 "Deal:1" 0.3333333333333333 "Deal:2" 0.3333333333333333  } 0
 t "0" 1 "" { -1.0 1.0 }
 t "1" 2 "" { 0.6666666666666667 -0.6666666666666667 }
 p "2" 1 1 "" { "Pass" "Bet"  } 0
  t "2 p" 3 "" { 0.5 -0.5 }
  t "2 b" 4 "" { 2.0 -2.0 }
"""


@given(st.integers(0, 10**9))
@settings(max_examples=40)
def test_round_trips(seed):
    game = random_tree(Random(seed), 4, zero_sum=False)
    for kind in ("efg", "json"):
        again = loads(dumps(game, kind), kind)
        assert again == game
        assert again.amounts.tolist() == game.amounts.tolist()
        assert again.infoset_names == game.infoset_names


def test_decimals_are_mended_and_told():
    game = loads(SPIEL)
    assert game.probabilities == (Fraction(1, 3),)
    assert game.payoffs(2) == (Fraction(2, 3), Fraction(-2, 3))
    assert "0.3333333333333333 for 1/3" in game.notes[0]
    assert game.infoset_name(0) == "Pl0 1"
    assert "mended" in dict(kb.describe(game).facts)


def test_decimals_that_add_up_stay():
    text = 'EFG 2 R "" { "A" } c "" 1 "" { "a" 0.3 "b" 0.7 } 0 t "" 1 "" { 0.125 } t "" 0'
    game = loads(text)
    assert game.notes == ()
    assert game.probabilities == (Fraction(3, 10), Fraction(7, 10))
    assert [game.payoffs(n)[0] for n in (1, 2)] == [Fraction(1, 8), 0]


def test_payoffs_on_the_way_add_up():
    text = (
        'EFG 2 R "" { "A" "B" } "a comment"\n'
        'p "" 1 1 "x" { "l" "r" } 1 "fee" { -1, 0 }\n'
        'p "" 2 1 { "y" "n" } 0\nt "" 2 "end" { 3, 1 }\nt "" 0\n'
        'p "" 2 1 0\nt "" 2\nt "" 1'
    )
    game = loads(text)
    assert [game.payoffs(n) for n in (3, 4, 5, 6)] == [(2, 1), (-1, 0), (2, 1), (-2, 0)]
    assert len(game.members[1]) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: expected 'EFG'"),
        ('NFG 1 R "" { "A" }', "this is a strategic game"),
        ('EFG 1 R "" { "A" }', "version 2"),
        ('EFG 2 X "" { "A" }', "R or D"),
        ('EFG 2 R "" { }', "the list of players is empty"),
        ('EFG 2 R "" { "A" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 }', "line 3: the file ends"),
        ('EFG 2 R "" { "A" }\np "" 2 1 "" { "l" } 0', "line 2: no player 2"),
        ('EFG 2 R "" { "A" }\np "" 1 1 "" 0', "line 2: expected '{' and the moves"),
        ('EFG 2 R "" { "A" }\nt "" 1', "line 2: outcome 1 has no payoffs"),
        ('EFG 2 R "" { "A" }\nt "" 1 "" { 1 2 }', "line 2: expected '}'"),
        ('EFG 2 R "" { "A" "B" }\nt "" 1 "" { 1 }', "line 2: expected payoff 2 of 2"),
        ('EFG 2 R "" { "A" }\nt "" 1 "" { x }', "line 2: expected payoff 1 of 1"),
        ('EFG 2 R "" { "A" }\nc "" 1 "" { "a" 1/2 "b" 1/3 } 0', "line 2: .* add up to 5/6"),
        ('EFG 2 R "" { "A" }\nc "" 1 "" { "a" -1 "b" 2 } 0', "line 2: a probability is negative"),
        ('EFG 2 R "" { "A" }\nt "" 1 "" { 1 }\nt "" 2 "" { 1 }', "line 3: expected the end"),
        ('EFG 2 R "" { "A" }\nq ""', "line 2: expected a node"),
        ('EFG 2 R "" { "A }', "no closing quote"),
        (
            'EFG 2 R "" { "A" }\np "" 1 1 "" { "l" "r" } 0\np "" 1 1 "" { "l" "m" } 0',
            "line 3: information set 1 has the moves l, m here and l, r before",
        ),
    ],
)
def test_bad_files(text, words):
    with pytest.raises(GameError, match=words):
        loads(text, "efg")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ('{"tree": {"player": 1}}', "no payoffs"),
        ('{"tree": {"player": 1, "moves": {}}}', "without moves"),
        ('{"tree": {"moves": {"a": {"payoff": 1}}}}', "who moves"),
        ('{"tree": {"player": 1, "movs": {}}}', "did you mean 'moves'"),
        ('{"tree": {"player": "chance", "moves": [["a", "1/2", {"payoff": 1}]]}}', "add up to 1/2"),
        ('{"kind": "extensive"}', "'tree'"),
        ('{"nodes": [{"player": "A", "moves": [["l", 7]]}]}', "no node 7"),
        ('{"nodes": [{"player": "A"}]}', "no payoffs"),
    ],
)
def test_bad_json(data, words):
    with pytest.raises(GameError, match=words):
        loads(data, "json")


def test_deep_trees_are_listed():
    game = kb.game("centipede 99")
    text = dumps(game, "json")
    assert '"nodes"' in text
    assert loads(text, "json") == game


def test_tables_and_trees_convert(tmp_path: Path):
    kb.save(kb.game("morra"), tmp_path / "m.efg")
    tree = kb.load(tmp_path / "m.efg")
    assert kb.solve(tree).value == 0
    kb.save(tree, tmp_path / "m.nfg")
    assert kb.load(tmp_path / "m.nfg").solve().value == 0
    with pytest.raises(GameError, match="cannot be written as"):
        dumps(kb.coalition("A:1 B:2 A,B:4"), "efg")


@pytest.mark.peer
def test_gambit_reads_what_we_write_and_we_what_it_writes():
    gambit = pytest.importorskip("pygambit")
    from io import BytesIO

    for seed in range(12):
        game = random_tree(Random(seed), 4) if seed else kuhn()
        if not game.infosets:
            continue
        theirs = gambit.read_efg(BytesIO(dumps(game, "efg").encode()))
        assert theirs.is_perfect_recall
        solved = gambit.nash.lp_solve(theirs, rational=True)
        value = Fraction(str(solved.equilibria[0].payoff(theirs.players["I" if not seed else "A"])))
        assert value == kb.solve(game).value
        again = loads(theirs.to_efg(), "efg")
        assert again == game
        assert again.amounts.tolist() == game.amounts.tolist()


@pytest.mark.peer
def test_gambits_catalog():
    gambit = pytest.importorskip("pygambit")
    folder = Path(gambit.__file__).parent / "catalog_data"
    files = sorted(folder.rglob("*.efg"))
    for file in files:
        game = kb.load(file)
        assert loads(dumps(game, "efg"), "efg") == game
        theirs = gambit.read_efg(str(file))
        assert theirs.is_perfect_recall is game.has_perfect_recall
        assert len(theirs.infosets) == game.infosets


@pytest.mark.peer
def test_open_spiel_writes_what_we_read():
    spiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms.gambit import export_gambit

    for name, value in (("kuhn_poker", "-1/18"), ("liars_dice(dice_sides=3)", "1/9")):
        game = loads(export_gambit(spiel.load_game(name)), "efg")
        assert game.notes
        assert kb.solve(game).value == Fraction(value)


@pytest.mark.peer
def test_open_spiel_reads_what_we_write(tmp_path: Path):
    spiel = pytest.importorskip("pyspiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import expected_game_score, exploitability

    game = kuhn()
    kb.save(game, tmp_path / "kuhn.efg")
    theirs = spiel.load_game(f"efg_game(filename={tmp_path / 'kuhn.efg'})")
    uniform = policy.UniformRandomPolicy(theirs)
    values = expected_game_score.policy_value(theirs.new_initial_state(), [uniform] * 2)
    assert values[0] == pytest.approx(float(game.expected_payoffs(game.uniform())[0]))
    gap = exploitability.nash_conv(theirs, uniform)
    assert gap == pytest.approx(float(game.exploitability(game.uniform())))


def test_names_that_need_care():
    tree = decision('say "hi"', "näme", {"a\\b": 1, "c d": 2})
    game = extensive_game(tree, ('say "hi"', "B"), "títle")
    again = loads(dumps(game, "efg"), "efg")
    assert again == game
    assert again.moves(0) == game.moves(0)
    assert again.infoset_name(0) == "näme"
