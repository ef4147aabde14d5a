"""Rules of the shelf that need no comparison with Python any more; all others do."""

import re

import pytest

import kibitz as kb
from kibitz.rules.compile import machine as compiling
from kibitz.rules.compile import tested
from kibitz.rules.compile.not_compilable import NotCompilable
from kibitz.search.alpha_beta.principal_variation import ALGORITHM


def test_a_digest_is_of_the_text_and_of_what_compiles_it(monkeypatch):
    assert tested.text_digest("a") != tested.text_digest("b")
    before = tested.text_digest("a")
    monkeypatch.setattr(tested, "_compiler", lambda: "another")
    assert tested.text_digest("a") != before


def test_other_rules_are_compared():
    assert not tested.is_tested("def rules_player(state): return 0")
    assert all(len(line) == 20 for line in tested._listed())


def test_without_the_list_all_are_compared(monkeypatch, tmp_path):
    monkeypatch.setattr(tested, "LIST", tmp_path / "none")
    tested._listed.cache_clear()
    assert not tested._listed()
    monkeypatch.undo()
    tested._listed.cache_clear()


@pytest.mark.parametrize("name", ["connect-four", "nine-mens-morris"])
def test_boards_of_the_shelf_are_on_the_list(name, monkeypatch):
    """Their text is made and looked up, and nothing is compiled."""
    texts = []

    def note(made, text):
        texts.append(re.sub(r"^@\w+\n", "", text, flags=re.MULTILINE))
        raise NotCompilable("only the text is of interest")

    if not tested.is_of_this_compiler():
        pytest.skip("the list was made with other versions")
    monkeypatch.setattr(compiling, "_test_once", note)
    compiling._put_together(kb.game(name), ALGORITHM, True, {})
    assert texts
    assert all(map(tested.is_tested, texts)), "run python -m bench tested"
