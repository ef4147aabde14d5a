"""Everything shows itself in notebooks, by one method, and plain text is never missing."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.core.display import LARGEST, Displayable, text_to_html
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.solution import Solution

GAMES = [
    "odd-or-even",
    "prisoners-dilemma",
    "nim 3 4 5",
    "kuhn-poker",
    "gloves",
    "share-a-sum",
    "cournot",
    "tic-tac-toe",
    "bankruptcy",
    "la-relance",
]


@pytest.mark.parametrize("name", GAMES)
def test_games_show_themselves(name):
    bundle = kb.game(name)._repr_mimebundle_()
    assert bundle["text/plain"]
    assert "<svg" in bundle["text/html"]
    assert bundle["image/svg+xml"].startswith("<svg")
    assert bundle["text/markdown"]


@pytest.mark.parametrize("name", [g for g in GAMES if g != "tic-tac-toe"])
def test_answers_show_themselves(name):
    answer = kb.game(name).solve()
    bundle = answer._repr_mimebundle_()
    assert bundle["text/plain"] == str(answer)
    assert "<" in bundle["text/html"]
    assert "<pre>" not in bundle["text/html"]
    certificate = answer.verify()._repr_mimebundle_()
    assert "✓" in certificate["text/html"]


def test_explanations_and_tables_show_themselves():
    table = Table(("", "a"), (("x", "1"),))
    explanation = Explanation("Why", (Step("Because", "so.", table),))
    for thing in (table, explanation, kb.game("chicken").describe()):
        bundle = thing._repr_mimebundle_()
        assert set(bundle) >= {"text/plain", "text/html", "text/markdown"}
        assert bundle["text/plain"] == str(thing)
    for thing in (table, explanation):
        assert "\\toprule" in thing._repr_mimebundle_()["text/latex"]
    assert "tikz" not in kb.matrix("2 3 1 5; 4 1 6 0").explain()._repr_latex_()
    assert "<table>" in table._repr_mimebundle_()["text/html"]


def test_what_was_learned_played_and_counted_shows_itself(tmp_path):
    from kibitz.experiments import experiment
    from kibitz.learning import Examples, axelrod_tournament, value_updates
    from kibitz.learning.by_hand.perceptron import perceptron
    from kibitz.learning.supervised.labels import label_positions
    from kibitz.play import tournament
    from kibitz.rules.examples import TakeAway

    play = Examples.of("wind,rain,play; no,no,yes; yes,no,yes; no,yes,yes; yes,yes,no")
    model = kb.train("gridworld 2 2", "dynamic-programming", rounds=2)
    things = [
        (play, "wind"),
        (play.tree(), "wind = no: yes"),
        (axelrod_tournament(kb.bimatrix("3 0; 5 1", "3 5; 0 1"), rounds=2), "automaton"),
        (value_updates("A right -1 B; B right 10 end", rate="1/2"), "A, right"),
        (perceptron("0,0,0; 0,1,0; 1,0,0; 1,1,1"), "<b>"),
        (label_positions(TakeAway(4)), "worth"),
        (tournament(TakeAway(4), ["random", "minimax"], games=2), "minimax"),
        (experiment("random-matrix 2 2 seed=1", into=tmp_path, workers=0), "1 of 1 row"),
        (model, "<svg"),
    ]
    for thing, told in things:
        bundle = thing._repr_mimebundle_()
        assert bundle["text/plain"] == str(thing)
        assert set(bundle) >= {"text/html", "text/markdown"}, type(thing)
        assert told in bundle["text/html"]
        assert "object at 0x" not in bundle["text/html"]


def test_a_map_of_ten_thousand_squares_stays_small():
    from kibitz.stochastic.from_rules.draw import shaded_map

    table = [[x // 10 for _ in range(100)] for x in range(100)]
    assert len(shaded_map(table, "Map", ("x", "y", "number"), "a map").svg) < 40_000


def test_searches_show_their_position():
    search = kb.search("tic-tac-toe")
    bundle = search._repr_mimebundle_()
    assert "best()" in bundle["text/plain"]
    assert "<svg" in bundle["text/html"]
    assert repr(search) == "<Search of Tic-tac-toe after 0 moves>"


def test_a_form_that_fails_is_left_out():
    class Broken(Displayable):
        def __str__(self):
            return "plain"

        def _repr_html_(self):
            raise RuntimeError

        def _repr_svg_(self):
            return "x" * (LARGEST + 1)

        def _repr_latex_(self):
            return "$x$"

    assert Broken()._repr_mimebundle_() == {"text/plain": "plain", "text/latex": "$x$"}
    assert Broken()._repr_mimebundle_(exclude=["text/latex"]) == {"text/plain": "plain"}


def test_text_in_columns_becomes_a_table():
    shown = text_to_html("title\na   1\n────\nb   2\nend <x>")
    assert shown.count("<tr>") == 2
    assert "<th>a</th>" in shown
    assert "<td>b</td>" in shown
    assert "&lt;x&gt;" in shown
    assert "─" not in shown


def test_a_notebook_does_not_swallow_text(monkeypatch):
    # rich takes a running kernel for the place to print, whatever file it was given
    import rich.console

    monkeypatch.setattr(rich.console, "_is_jupyter", lambda: True)
    explanation = kb.matrix("1 -1; -1 1").explain()
    assert "Check" in str(explanation)
    assert "I\\II" in str(kb.matrix("1 -1; -1 1"))


def test_every_answer_and_form_inherits_it():
    from kibitz.core.noun import Noun

    assert issubclass(Noun, Displayable)
    assert issubclass(Solution, Displayable)


def test_a_form_that_is_not_there_is_no_error():
    # IPython asks for every form by itself when the bundle has none of that kind
    levels = kb.game("chicken").safety_levels()
    assert levels._repr_svg_() is None
    assert "image/svg+xml" not in levels._repr_mimebundle_()
    assert "<b>" in levels._repr_html_()


def test_what_is_told_by_name_becomes_a_table():
    shown = text_to_html("Kuhn poker\n  I:\n    J: check 1, bet 0\n    Q bet: fold 2/3, call 1/3")
    assert shown.count("<tr>") == 2
    assert "<td style='text-align:left'>J</td><td style='text-align:left'>check 1, bet 0" in shown


def test_columns_of_words_are_set_from_the_left():
    table = Table(("", "I", "payoffs"), (("1", "straight: 1/3 swerve: 2/3", "7"),))
    assert "<th style='text-align:left'>I</th>" in table.html()
    assert "<td style='text-align:right'>7</td>" in table.html()
    assert table.markdown().splitlines()[1] == "| :-- | :-- | --: |"


def test_methods_are_shown_as_a_table():
    found = kb.methods(kb.game("chicken"))
    assert isinstance(found, list)
    assert "<th style='text-align:left'>finds</th>" in found._repr_mimebundle_()["text/html"]
    assert repr(found[0]).startswith("<Method auto: the value of a two-person constant-sum game")


def test_html_brings_the_spaces_that_some_notebooks_take_away():
    shown = kb.game("chicken").explain()._repr_html_()
    assert shown.startswith('<div class="kibitz-told"><style>')
    assert shown.count("<style>") == 1
    assert "<style>" not in kb.game("chicken").explain().html()


def test_an_answer_without_a_picture_draws_its_game_when_it_is_asked_to():
    game = kb.game("chicken")
    answer = game.solve("pareto")
    assert answer.draw().svg == game.draw().svg
    assert answer._repr_svg_() is None  # a notebook shows the answer alone
    assert "<svg" not in answer._repr_html_()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (kb.game("nim 3 4 5").solve(), "nimber 2"),
        (kb.coalition("A:1 B:2 A,B:5").solve(), "core: a segment with 2 vertices"),
        (kb.coalition("A:1 B:2 A,B:5").core(), "core: a segment with 2 vertices"),
        (kb.coalition("A,B:4 A,C:3 B,C:2 A,B,C:6").core(), "core: a polygon with 4 vertices"),
        (kb.bargaining([(0, 0), (0, 1), (3, 0)]).nash(), "product 3/4"),
        (kb.to_bargaining(kb.game("chicken")).tu(), "disagreement point"),
        (kb.game("rps").replicator(time=1), "regret"),
    ],
)
def test_answers_in_notebooks_say_what_the_picture_does_not(answer, words):
    assert words in answer._repr_html_()


def test_marked_numbers_stand_under_the_others_in_text():
    rows = (("heap 1", "3", "1"), ("nim-sum", "12", "0"))
    table = Table(("", "nimber", "1"), rows, marked=((1, 1),))
    lines = table.lines(60)
    assert lines == [
        "          nimber    1",
        "─────────────────────",
        "heap 1         3    1",
        "nim-sum      [12]   0",
    ]
    captioned = Table(("", "nimber", "1"), rows, marked=((1, 1),), caption="sums")
    assert [line.strip() for line in lines] == [line.strip() for line in captioned.lines(60)][:4]
