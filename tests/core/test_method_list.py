"""Lists of methods: what applies to a game, and why the rest does not."""

import kibitz as kb
from kibitz.core.method import every_method


def test_methods_of_a_game_print_with_the_reasons_why_some_do_not_apply():
    found = kb.methods("chicken")
    applying, _, reasons = str(found).partition("does not apply")
    assert "lemke-howson" in applying
    assert "pivoting" not in applying
    assert "pivoting" in reasons
    assert "pivoting" in (found._repr_html_() or "").partition("does not apply")[2]


def test_a_reason_is_given_once_for_all_methods_that_share_it():
    reasons = str(kb.methods("chicken")).partition("does not apply")[2]
    assert len(set(kb.methods("chicken").reasons().values())) == reasons.count("zero-sum game") == 1


def test_methods_of_a_form_all_apply():
    assert kb.methods(kb.MatrixGame).reasons() == every_method().reasons() == {}
