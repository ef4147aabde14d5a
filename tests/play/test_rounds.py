"""Rounds of a table of payoffs, and the score against the value."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.play.rounds import CHOOSERS, PersonChooser, Rounds, make_chooser, play_rounds

ODD = kb.matrix("-2 3; 3 -4")


@pytest.mark.parametrize("name", list(CHOOSERS))
def test_everybody_plays_the_rounds_that_are_asked_for(name):
    done = play_rounds(ODD, make_chooser(name, 1), make_chooser("equilibrium", 2), 12)
    assert len(done.played) == 12
    assert done.value() == (Fraction(1, 12), Fraction(-1, 12))
    first, second = done.scores()
    assert first == -second
    assert str(done).startswith("12 rounds\n")
    assert len(done.to_json()["rounds"]) == 12


def test_an_optimal_strategy_earns_the_value_in_the_long_run():
    done = play_rounds(ODD, make_chooser("equilibrium", 5), make_chooser("random", 6), 3000)
    assert abs(float(done.scores()[0]) / 3000 - 1 / 12) < 0.25


def test_a_score_is_compared_with_an_equilibrium_and_not_with_the_only_one():
    chicken = play_rounds(kb.game("chicken"), make_chooser("random", 1), make_chooser("random"), 4)
    assert "; an equilibrium pays " in str(chicken)
    assert "in an equilibrium" in str(chicken)
    assert "; the value is " in str(Rounds(ODD.strategic(), ("a", "b"), ((0, 0),)))


def test_fictitious_play_answers_what_was_played():
    game = kb.game("prisoners-dilemma")
    other = make_chooser("fictitious-play", 1)
    assert other.choose(game, 1, [(0, 0), (0, 0), (1, 0)]) == 1
    pennies = kb.matrix("1 -1; -1 1").strategic()
    assert make_chooser("fictitious").choose(pennies, 0, [(0, 1), (0, 1), (0, 0)]) == 1


def test_costs_are_kept_low():
    game = kb.game("prisoners-years")
    chooser = make_chooser("fictitious-play", 1)
    assert game.strategies[0][chooser.choose(game, 0, [(0, 0), (1, 1)])] == "confess"


def test_regret_is_what_the_best_single_strategy_would_have_earned_more():
    game = kb.matrix("1 -1; -1 1").strategic()
    done = Rounds(game, ("a", "b"), ((0, 1), (0, 1), (1, 1)))
    assert done.scores()[0] == -1
    assert done.regret(0) == 4


def test_a_person_types_names_beginnings_or_numbers():
    lines = iter(["def", "1", "nonsense", "?", "cooperate", None])
    said = []
    person = PersonChooser(lambda prompt: next(lines), said.append)
    done = play_rounds(kb.game("prisoners-dilemma"), person, make_chooser("tit-for-tat"), 9)
    assert [r[0] for r in done.played] == [1, 0, 0]
    assert "is not a choice" in said[0]
    assert said[1] == "in equilibrium: defect 1"


def test_bad_requests_are_refused():
    with pytest.raises(GameError, match="unknown player 'equilibrum'"):
        make_chooser("equilibrum")
    with pytest.raises(GameError, match="rounds is 0"):
        play_rounds(ODD, make_chooser("random"), make_chooser("random"), 0)
    with pytest.raises(GameError, match="need two players"):
        play_rounds(kb.game("public-goods"), make_chooser("random"), make_chooser("random"), 1)


def test_an_evolved_automaton_plays_rounds(tmp_path: Path) -> None:
    game, file = kb.game("prisoners-dilemma"), str(tmp_path / "automaton.kbz")
    model = kb.train(game, "evolved-automata", rounds=3, output=file)
    learned = make_chooser(file, game=game)
    done = play_rounds(game, learned, make_chooser("tit-for-tat"), 12)
    learner = model.learner
    states = learner.champion[: learner.size], learner.champion[learner.size :].reshape(2, -1)
    here = 0
    for own, other in done.played:
        assert own == states[0][here]
        here = states[1][other, here]
    with pytest.raises(GameError, match="another game"):
        make_chooser(file, game=kb.game("chicken"))
    table = kb.train("piglet 3", "q-learning", rounds=1, output=str(tmp_path / "q.kbz"))
    with pytest.raises(GameError, match="does not play rounds"):
        make_chooser(str(tmp_path / "q.kbz"), game=table.game)
