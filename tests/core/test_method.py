"""One way through `solve`, whatever the name and the options."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.noun import Noun
from kibitz.core.run import run_of

calls: list[str] = []


class TossedCoin(Noun):
    """A form of its own, so that no method of the library is in the way."""

    kind = "coin"


@dataclass
class Landed:
    """An answer that can hold how it came about."""

    side: str


@method(TossedCoin, "coin-toss", finds="a side", aliases=("coin-flip",))
def toss(game: TossedCoin, side: str = "heads") -> Landed:
    calls.append("toss")
    return Landed(side)


@method(TossedCoin, "coin-roll", finds="a side", fails=lambda game: "the coin rolled away")
def roll(game: TossedCoin) -> None:
    calls.append("roll")


@method(TossedCoin, "coin-bet", finds="a side")
def bet(game: TossedCoin, stake: int) -> Landed:
    return Landed(f"{stake}")


@pytest.fixture(autouse=True)
def _no_calls() -> None:
    calls.clear()


def test_a_method_that_finds_nothing_is_called_once_however_often_it_is_asked():
    for asked in range(1, 4):
        with pytest.raises(GameError, match=r"^coin-roll does not apply: the coin rolled away$"):
            TossedCoin().solve("coin-roll")
        assert calls == ["roll"] * asked


def test_answers_remember_name_and_options():
    for name in ("coin-toss", "Coin_Toss", "coin-toss"):
        run = run_of(TossedCoin().solve(name))
        assert run is not None
        assert (run.method, dict(run.options)) == ("coin-toss", {})
    run = run_of(TossedCoin().solve("coin-flip", side="tails"))
    assert run is not None
    assert (run.method, dict(run.options)) == ("coin-flip", {"side": "tails"})
    assert 0 <= run.seconds < 60
    assert calls == ["toss"] * 4


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("coin-bet", {}, "coin-bet needs stake=..."),
        ("coin-toss", {"sid": 1}, "coin-toss has no option 'sid'; did you mean 'side'?"),
        ("coin-tos", {}, "unknown method 'coin-tos' for coin games; did you mean 'coin-toss'?"),
        (7, {}, "unknown method 7; give a method name, or a list of names"),
        ("coin-toss", {"exact": "yes"}, "exact is 'yes'; it must be True, False or None"),
    ],
)
def test_wrong_calls_are_refused_in_one_line_the_second_time_too(name, options, message):
    for _ in range(2):
        with pytest.raises(GameError) as refused:
            TossedCoin().solve(name, **options)
        assert str(refused.value) == message
    assert calls == []


def test_every_method_is_an_attribute_of_the_games_it_is_for():
    coin = TossedCoin()
    answer = coin.coin_toss("tails")
    assert answer == Landed("tails") == coin.coin_flip(side="tails")
    assert run_of(answer).method == "coin-toss"
    assert run_of(answer).options == {"side": "tails"}
    assert coin.coin_bet(3) == Landed("3")


def test_an_attribute_refuses_what_its_method_does_not_take():
    coin = TossedCoin()
    with pytest.raises(GameError, match="coin-toss takes side; 2 are given"):
        coin.coin_toss("tails", "heads")
    with pytest.raises(GameError, match="coin-toss: side is given twice"):
        coin.coin_toss("tails", side="heads")
    with pytest.raises(GameError, match="coin-bet needs stake="):
        coin.coin_bet()
    with pytest.raises(AttributeError, match="'TossedCoin' object has no attribute 'coin_tos'"):
        coin.coin_tos()
    for name in ("auto", "exact", "_coin_toss"):
        assert not hasattr(coin, name)


def test_games_lend_methods_as_attributes_and_list_them():
    import kibitz as kb

    game = kb.bimatrix("1 0; 0 1", "0 1; 1 0")
    assert game.pivoting().value == Fraction(1, 2)
    assert len(game.support_enumeration()) == 1
    assert {"support_enumeration", "pivoting", "lemke_howson"} <= set(dir(game))
    assert not hasattr(kb.game("tic-tac-toe"), "exact")


def test_abbreviations_and_internals_work_but_are_not_listed():
    import kibitz as kb

    game = kb.game("chicken")
    names = set(dir(game))
    hidden = {"fp", "br", "rm", "lp", "tried_in_form", "with_numbers", "in_exact_form", "also"}
    assert not hidden & names
    assert all(hasattr(game, name) for name in hidden)
    assert {"fictitious_play", "one", "solve", "payoffs", "nash_equilibria"} <= names


def test_method_that_does_not_take_a_game_names_its_kin():
    import kibitz as kb

    with pytest.raises(GameError, match=r"; did you mean .symmetric-equilibria.[?]$"):
        kb.game("finger-game 4").solve("symmetric")


def test_functions_that_extend_a_form_and_arrows_are_attributes():
    import kibitz as kb

    game = kb.matrix("1 0; 0 1")
    assert game.evaluate(["1/2", "1/2"]).row.guarantee == game.pure_values().upper / 2
    assert game.sure_fire("1/2 1/2", "1/2 1/2").optimal
    assert len(game.extensive().tree) == len(game.to_extensive().tree) == 7
    assert sum(kb.game("chicken").coalitional().shapley().payoffs) == 12
    assert kb.game("kuhn-poker").strategic().shape == (27, 64)
    with pytest.raises(AttributeError, match="no attribute 'to_extensiv'"):
        game.to_extensiv()


def test_a_method_of_another_form_is_named_with_its_command():
    import kibitz as kb

    game = kb.game("chicken")
    with pytest.raises(
        GameError, match=r"bargaining problems have it: `kibitz bargain GAME --method tu`$"
    ):
        game.solve("tu")
    with pytest.raises(
        GameError, match=r"unknown method 'mex' for strategic games; impartial games have it$"
    ):
        game.solve("mex")
    with pytest.raises(
        GameError, match=r"'minimax' for strategic games; games with moves have it$"
    ):
        game.solve("minimax")


@pytest.mark.parametrize(
    ("call", "name", "usual"),
    [
        ("morra", "skew-symmetric", "symmetric"),
        ("rock-paper-scissors", "latin-square", "magic-square"),
        ("chicken", "iesds", "dominance"),
        ("chicken", "security-levels", "safety-levels"),
        ("chicken", "price-of-anarchy", "joint-optimum"),
        ("chicken", "qre", "quantal-response"),
        ("chicken", "enummixed", "vertex-enumeration"),
        ("chicken", "enumpure", "pure"),
        ("selten-horse", "spne", "subgame-perfect"),
        ("gloves", "shapley-shubik", "shapley"),
        ("gloves", "bondareva-shapley", "balanced"),
        ("tic-tac-toe", "brs", "best-reply"),
        ("nim 3 4", "labelling", "retrograde"),
        ("cournot", "iesds", "dominance"),
    ],
)
def test_words_of_the_field_are_names_of_methods(call, name, usual):
    import kibitz as kb
    from kibitz.core.method import find

    game = kb.game(call)
    assert find(game, name)[0] is find(game, usual)[0]


def test_matrix_games_are_moved_and_scaled_by_arithmetic():
    import kibitz as kb

    game = kb.matrix("-2 3; 3 -4")
    assert (2 * game + 5).solve().value == 2 * game.solve().value + 5
    assert game - "1/2" == game.affine(1, "-1/2") == "-1/2" + game
    with pytest.raises(GameError, match="the scale is -2"):
        game * -2
    with pytest.raises(TypeError):
        game + game
