"""Rules of the shelf that need no comparison with Python any more; all others do."""

import pytest

import kibitz as kb
from kibitz.rules.compile import tested
from kibitz.rules.compile.machine import _REASONS, machine
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


@pytest.mark.slow
def test_connect_four_is_on_the_list(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    known = set(_REASONS)
    assert machine(kb.game("connect-four 7 6 win"), *ALGORITHM).is_compiled
    assert all(map(tested.is_tested, set(_REASONS) - known)), "run python -m bench tested"
