"""Options that are misspelt, through the verbs and through the methods."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.options import with_known_options

GAME = kb.matrix("-2 3; 3 -4")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: GAME.solve(methd="simplex"), "solve has no option 'methd'; did you mean 'method'"),
        (lambda: kb.solve(GAME, methd="simplex"), "solve has no option 'methd'; did you mean"),
        (lambda: kb.draw(GAME, waht="graph"), "draw has no option 'waht'; did you mean 'what'"),
        (lambda: GAME.draw(waht="graph"), "draw has no option 'waht'; did you mean 'what'"),
        (lambda: GAME.explain(methd="simplex"), "explain has no option 'methd'"),
        (lambda: GAME.draw("graph", "twice"), "draw takes at most 1 without a name, not 2"),
        (lambda: kb.describe(GAME, "long"), "describe takes nothing without a name, not 1"),
        (lambda: kb.cournot("17-Q", "q").solve("fast"), "solve takes nothing without a name"),
        (lambda: kb.describe(GAME, long=True), "describe has no option 'long'; it takes none"),
        (
            lambda: kb.bimatrix("1 2; 3 4", "4 3; 2 1").solve(exat=True),
            "solve has no option 'exat'",
        ),
    ],
)
def test_one_line_names_the_option(call, message):
    with pytest.raises(GameError, match=message) as error:
        call()
    assert "\n" not in str(error.value)


def test_right_options_still_work():
    assert kb.solve(GAME, method="simplex").value == GAME.solve(exact=True).value
    assert kb.matrix("2 3 1; 4 1 6").draw("graph") == kb.matrix("2 3 1; 4 1 6").draw(what="graph")
    assert kb.cournot("17-Q", "q").draw("reaction") == kb.cournot("17-Q", "q").draw(what="reaction")
    assert kb.solve.__name__ == kb.MatrixGame.solve.__name__ == "solve"
    assert "strategy" in kb.MatrixGame.solve.__doc__


def test_other_errors_of_type_are_not_hidden():
    @with_known_options
    def broken(game, method="auto"):
        raise TypeError("from within")

    with pytest.raises(TypeError, match="from within"):
        broken(GAME, method="simplex")
