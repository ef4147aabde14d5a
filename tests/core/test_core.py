"""Explanations, certificates, progress, pictures and the registry."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import xml.etree.ElementTree as ET
from fractions import Fraction
from html import unescape
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz.core import registry
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Description, Explanation, Step, Table
from kibitz.core.progress import work
from kibitz.core.registry import look_up, make, named
from kibitz.core.solution import Certificate, Check
from kibitz.pictures import Canvas
from kibitz.zero_sum.game import MatrixGame, matrix


def derivation():
    canvas = Canvas(40, 20)
    canvas.text(5, 10, "a < b & c")
    table = Table(("", "L|R"), (("T", "1"), ("B", "2")), (0,), (1,), ((1, 1),), "payoffs")
    return Explanation("Why <so>", (Step("First", "one\ntwo", table, canvas.finish("a & b")),))


def test_an_explanation_renders_everywhere():
    text, page, mark = str(derivation()), derivation().html(), derivation().markdown()
    assert "1. First" in text
    assert "✗ T" in text
    assert "[2]" in text
    assert "Why &lt;so&gt;" in page
    assert "<s>" in page
    assert "<svg" in page
    assert "<mark>" in page
    assert "## 1. First" in mark
    assert "~~1~~" in mark
    assert "L\\|R" in mark
    data = derivation().to_json()
    assert data["steps"][0]["table"]["rows"] == [["T", "1"], ["B", "2"]]
    assert pickle.loads(pickle.dumps(derivation())) == derivation()


@given(st.text("ab1*_`|<>&;~[]()\\\\ #!=-+/", max_size=12).map(str.strip))
def test_labels_mean_themselves_in_markdown(words):
    markdown_it = pytest.importorskip("markdown_it")
    page = Explanation(words, (Step(words, words),)).markdown()
    shown = markdown_it.MarkdownIt("commonmark").enable("strikethrough").render(page)
    plain = unescape(shown)
    if words:
        assert f"<h1>{words}</h1>" in plain
        assert f"<h2>1. {words}</h2>" in plain
        assert f"<p>{words}</p>" in plain


def test_pictures_are_well_formed(tmp_path):
    picture = derivation().steps[0].picture
    root = ET.fromstring(picture.svg)
    assert root.tag.endswith("svg")
    picture.save(tmp_path / "a.svg")
    picture.save(tmp_path / "a.html")
    assert (tmp_path / "a.svg").read_text() == picture.svg
    with pytest.raises(GameError, match=r"\.tex or \.html"):
        picture.save(tmp_path / "a.gif")


@pytest.mark.parametrize("what", ["table", "graph", "tableau", "solution"])
def test_drawings_of_a_game_are_well_formed(what):
    game = matrix("2 3 1 5; 4 1 6 0", title='a "title" <b>')
    ET.fromstring(game.draw(what=what).svg)


def test_a_certificate_tells_what_failed():
    bad = Certificate("it is so", "a theorem", (Check("one", True), Check("two", False, "found 3")))
    assert not bad
    assert "NOT proved" in str(bad)
    with pytest.raises(GameError, match=r"two fails \(found 3\)"):
        bad.require()
    assert bad.to_json()["holds"] is False


def test_a_description_is_a_table():
    one = Description("A game", (("players", "2"),))
    assert "players" in one._repr_html_()
    told = {"kind": "description", "title": "A game", "facts": {"players": "2"}}
    assert one.to_json() == told


def test_ctrl_c_stops_the_work_and_keeps_what_was_found():
    before = signal.getsignal(signal.SIGINT)
    found = []
    with work("counting") as task:
        for k in range(100):
            if k == 5:
                os.kill(os.getpid(), signal.SIGINT)
            if task.stopped:
                break
            found.append(k)
            task.advance()
    assert task.stopped
    assert 5 <= len(found) < 100
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_raises():
    def press_twice():
        with work("counting"):
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        press_twice()


def test_work_in_a_thread_leaves_signals_alone():
    done = []

    def job():
        with work("counting", total=1) as task:
            task.advance()
        done.append(task.done)

    thread = threading.Thread(target=job)
    thread.start()
    thread.join()
    assert done == [1]


@pytest.fixture
def shelf(monkeypatch):
    monkeypatch.setattr(registry, "SHELF", {})

    @named("toy", family="test")
    def toy(
        n: int,
        share: Fraction = Fraction(1, 2),
        kind: Literal["a", "b"] = "a",
        flag: bool = False,
        rest: list[int] = [],  # noqa: B006
    ) -> MatrixGame:
        """A toy game.

        More words.
        """
        return matrix([[n, share, len(kind), int(flag), *rest]])

    return toy


def test_a_named_game_reads_its_parameters(shelf):
    assert make("toy 3") == shelf(3)
    assert make("toy 3 1/4 b yes 1 2 3") == shelf(3, Fraction(1, 4), "b", True, [1, 2, 3])
    assert make("toy", 3, rest="1,2") == shelf(3, rest=[1, 2])
    assert make("toy n=3 share=0.25") == shelf(3, Fraction(1, 4))
    assert make("toy 3,1/4") == shelf(3, Fraction(1, 4))
    named = make("toy n=3 share=1/4 kind=B flag=yes 1 2 3")
    assert named == shelf(3, Fraction(1, 4), "b", True, [1, 2, 3])
    entry = look_up("TOY")
    assert entry.description == "A toy game."
    assert entry.usage == "toy <n: int> [share=1/2] [kind=a] [flag=False] [rest]"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("tyo 3", "did you mean 'toy'"),
        ("toy", "needs n; write toy"),
        ("toy 3.5", "must be a whole number"),
        ("toy x", "'x' is not a number"),
        ("toy 3 kin=a", "did you mean 'kind'"),
        ("toy 3 n=4", "given twice"),
        ("toy 3 kind=a kind=b", "'kind' is given twice"),
        ("toy 3 kind=c", "must be one of a, b"),
        ("toy 3 flag=maybe", "must be one of"),
        ("", "no game is given"),
        ("toy '3", "No closing quotation"),
    ],
)
def test_bad_calls_get_one_line(shelf, call, message):
    with pytest.raises(GameError, match=message) as caught:
        make(call)
    assert "\n" not in str(caught.value)


def test_nearest_names():
    assert did_you_mean("simplx", ["simplex", "graph"]) == "; did you mean 'simplex'?"
    assert did_you_mean("q", []) == ""


def test_the_front_door():
    assert (kb.OVER, kb.CHANCE, kb.SIMULTANEOUS, kb.TOGETHER) == (-1, -2, -3, -3)
    assert set(kb.__all__) <= set(dir(kb))
    for name in kb.__all__:
        assert getattr(kb, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = kb.nothing


def test_answers_are_short_in_the_interpreter() -> None:
    import kibitz as kb

    game = kb.matrix("-2 3; 3 -4")
    assert repr(game.solve()) == "<MatrixSolution: value 1/12>"
    assert repr(game.explain()) == "<Explanation of 5 steps: A matrix game>"
    assert repr(game.draw()) == "<Picture 228 x 203: 2 x 2 matrix game>"
    assert len(repr(kb.game("pig 10").solve())) < 200


def test_names_at_the_front_door_are_listed_once() -> None:
    import kibitz as kb

    names = dir(kb)
    assert len(names) == len(set(names))
    assert [name for name in names if not hasattr(kb, name)] == []


def test_private_modules_are_no_names_of_a_package() -> None:
    import kibitz.cli

    assert "__main__" not in dir(kibitz.core)
    assert all(hasattr(kibitz.cli, name) for name in dir(kibitz.cli))


def test_verbs_read_text_and_rows() -> None:
    assert kb.solve("nim 3 4 5").nimber == 2
    assert kb.solve([[-2, 3], [3, -4]]).value == kb.solve("-2 3; 3 -4").value
    assert str(kb.explain("chicken")) == str(kb.explain(kb.game("chicken")))
    assert kb.draw("kuhn-poker").svg == kb.draw(kb.game("kuhn-poker")).svg
    assert kb.methods("chicken") == kb.methods(kb.game("chicken"))
    with pytest.raises(GameError, match="unknown game 'nonsense'"):
        kb.describe("nonsense")
