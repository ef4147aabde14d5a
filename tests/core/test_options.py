"""Options that are misspelled, through the verbs and through the methods."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.noun import Noun
from kibitz.core.options import with_known_options
from kibitz.core.run import run_of

GAME = kb.matrix("-2 3; 3 -4")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: GAME.solve(methd="simplex"), "solve has no option 'methd'; did you mean 'method'"),
        (lambda: kb.solve(GAME, methd="simplex"), "solve has no option 'methd'; did you mean"),
        (lambda: kb.draw(GAME, waht="graph"), "draw has no option 'waht'; did you mean 'what'"),
        (lambda: GAME.draw(waht="graph"), "draw has no option 'waht'; did you mean 'what'"),
        (lambda: GAME.explain(methd="simplex"), "explain has no option 'methd'"),
        (lambda: GAME.draw("graph", "twice"), "draw takes at most 1 positional argument, not 2"),
        (lambda: kb.describe(GAME, "long"), "describe takes no positional arguments, not 1"),
        (
            lambda: kb.cournot("17-Q", "q").solve("fast"),
            "unknown method .fast. for continuous games",
        ),
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
    assert "method" in kb.MatrixGame.solve.__doc__


def test_other_errors_of_type_are_not_hidden():
    @with_known_options
    def broken(game, method="auto"):
        raise TypeError("from within")

    with pytest.raises(TypeError, match="from within"):
        broken(GAME, method="simplex")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kb.bargaining([(0, 0), (1, 0)], threat=(0, 0)), "'threat'; did you mean 'threats"),
        (lambda: kb.bertrand(a=10, b=1, c=2), "bertrand has no parameter 'c'; it takes demand, co"),
        (lambda: kb.stackelberg("17-Q", "q", wrong=1), "stackelberg has no parameter 'wrong'"),
        (lambda: kb.cournot(), "missing a required argument: 'demand'; it takes demand, costs"),
        (lambda: kb.load("a.json", "b.json"), "too many positional arguments; it takes path"),
        (lambda: kb.search("nim 3 4", depth=3), "search has no parameter 'depth'; it takes game"),
    ],
)
def test_one_line_names_what_a_constructor_takes(call, message):
    with pytest.raises(GameError, match=message) as error:
        call()
    assert "\n" not in str(error.value)


def test_an_error_in_a_function_that_was_called_rightly_stays():
    def options(n):
        return n + "a"

    with pytest.raises(TypeError, match="unsupported operand"):
        kb.impartial(3, options).solve()
    assert kb.cournot.__name__ == "cournot"
    assert kb.cournot.__doc__ is not None


def test_a_mapping_is_read_as_arrows():
    game = kb.game("digraph", {"a": ["b", "c"], "b": ["c"], "c": []}, start="b")
    assert game.nimbers() == {"a": 2, "b": 1, "c": 0}
    with pytest.raises(GameError, match="nim: heaps is a mapping; it must be a list"):
        kb.game("nim", {3: 1})
    with pytest.raises(GameError, match="is not a number"):
        kb.game("hex", [[1]])


def test_a_method_asked_for_twice_is_noted_and_gives_way_to_a_newer_one_of_its_name():
    class Penny(Noun):
        kind = "penny"

    def registered(told):
        @method(Penny, "told", finds="what it tells")
        def tell(game, twice=False):
            return SimpleNamespace(told=2 * told if twice else told)

    registered("heads")
    penny = Penny()
    for name in ("told", "told", "Told"):
        found = penny.solve(name)
        assert found.told == "heads"
        assert run_of(found).method == "told"
    assert penny.solve("told", twice=True).told == "headsheads"
    with pytest.raises(GameError, match="no option 'thrice'"):
        penny.solve("told", thrice=True)
    registered("tails")
    assert penny.solve("told").told == "tails"


def test_a_parameter_of_coins_is_explained_to_other_boards():
    with pytest.raises(GameError, match="no parameter 'origin'; origin= numbers coins"):
        kb.game("rook 3 4 origin=0")
