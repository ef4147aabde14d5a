"""Names that a newcomer would guess lead to the names that are there."""

from __future__ import annotations

import pickle

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.names import missing_names

MATRIX = kb.matrix("1 2; 3 0")
BIMATRIX = kb.bimatrix("3 0; 4 1", "3 4; 0 1")


@pytest.mark.parametrize(
    ("owner", "name", "advice"),
    [
        (kb, "nim", 'write kb.game("nim")'),
        (kb, "prisoners_dilemma", 'write kb.game("prisoners-dilemma")'),
        (kb, "expected_utility", "write kb.utility.expected_utility"),
        (kb, "voting_game", "write kb.weighted_voting(51, [40, 30, 20, 10])"),
        (BIMATRIX, "repeat", "did you mean repeated(rounds)?"),
        (kb, "shapley", "call it on a game: game.shapley()"),
        (kb, "version", "write kb.__version__"),
        (kb, "mex", "write kb.combinatorial.mex({0, 1, 3})"),
        (kb, "nim_product", "write kb.combinatorial.nim_product"),
        (kb, "information_gain", "write kb.learning.information_gain"),
        (kb, "voting", "write kb.weighted_voting(51, [40, 30, 20, 10])"),
        (BIMATRIX, "tu", "write kb.to_bargaining(game).tu()"),
        (BIMATRIX, "shapley", "write kb.to_coalitional(game).shapley()"),
        (kb.search("tic-tac-toe"), "alpha_beta", "write kb.search.alpha_beta(game)"),
        (MATRIX, "value", "solve the game first: game.solve().value"),
        (MATRIX, "solution", "solve the game first: game.solve()"),
        (MATRIX, "plot", "did you mean draw()?"),
        (MATRIX, "payoffs", "did you mean matrix?"),
        (MATRIX.solve(), "row_strategy", "did you mean row?"),
        (kb.game("nim 3 4 5"), "winner", "solve the game first: game.solve().winner"),
        (kb.search("tic-tac-toe"), "best_move", "did you mean best().move?"),
    ],
)
def test_a_guess_leads_to_what_is_there(owner: object, name: str, advice: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(owner, name)
    assert str(caught.value).endswith(f"has no attribute {name!r}; {advice}")


def test_names_that_mean_nothing_get_no_advice() -> None:
    for owner in (kb, MATRIX, MATRIX.solve()):
        with pytest.raises(AttributeError, match=r"has no attribute 'nonsense'$"):
            owner.nonsense  # noqa: B018
    assert not hasattr(kb, "nonsense")
    assert pickle.loads(pickle.dumps(MATRIX)) == MATRIX


def test_what_is_advised_is_there() -> None:
    assert MATRIX.solve().strategies == (MATRIX.solve().row, MATRIX.solve().column)
    assert kb.game("nim 3 4 5").solve().winner == "first"
    assert kb.search("tic-tac-toe").best().move is not None
    assert len(kb.exercises.make_sheet(["nim"], seed=7).problems) == 1
    assert kb.combinatorial.mex({0, 1, 3}) == 2
    assert kb.to_bargaining(BIMATRIX).tu().payoff == (3, 3)
    for words in (*missing_names.AT_THE_FRONT.values(), *missing_names.CALLED.values()):
        for name in (word.split("(")[0] for word in words.split() if word.startswith("kb.")):
            assert eval(name, {"kb": kb}) is not None


def test_packages_that_are_called_say_what_to_write() -> None:
    with pytest.raises(TypeError, match=r"not a function; kb.shelf\(\) lists the games"):
        kb.games()  # type: ignore[operator]
    with pytest.raises(TypeError, match=r"not a function; kb.stochastic_game\("):
        kb.stochastic("G: G, 5; 1, 0")  # type: ignore[operator]
    with pytest.raises(TypeError, match=r"kibitz.pictures is a package, not a function$"):
        kb.pictures()  # type: ignore[operator]


def test_a_file_is_for_save() -> None:
    with pytest.raises(GameError, match=r"draw takes no file; write draw\(\).save\('c.svg'\)"):
        kb.game("chicken").draw("c.svg")
    with pytest.raises(GameError, match=r"explain takes no file"):
        kb.game("chicken").explain("c.html")
    with pytest.raises(GameError, match="from my_game import"):
        kb.load("my_game.py")


def test_strategies_of_a_tree_by_player() -> None:
    answer = kb.game("kuhn-poker").solve()
    first, second = answer.strategies
    assert first == answer.profile.of("I") == answer.profile.of(0)
    assert set(second) == set(answer.profile.of("II"))
    assert all(sum(moves.values()) == 1 for table in (first, second) for moves in table.values())
    assert repr(answer.profile) == "<Profile of Kuhn poker: 12 information sets>"


def test_tab_completion_shows_no_machinery() -> None:
    assert not {"make_lazy", "_home"} & {*dir(kb), *dir(kb.games)}
