"""Every game and every answer can be pickled and copied, FLINT's numbers inside included."""

from __future__ import annotations

import copy
import pickle
from contextlib import suppress

import pytest

import kibitz as kb
from helpers.fuzz import GAMES, made
from helpers.shelf import needed
from kibitz.core.errors import GameError
from kibitz.core.index import table
from kibitz.core.method import methods
from kibitz.core.registry import look_up


def families() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in table("GAMES"):
        found.setdefault(look_up(name).family, []).append(name)
    return found


def same(x, y) -> bool:
    return str(x) == str(y) and type(x) is type(y)


@pytest.mark.parametrize("family", families())
def test_games(family):
    for name in families()[family]:
        entry = look_up(name)
        game = entry.make(**needed(entry))
        assert pickle.loads(pickle.dumps(game)) == game, name
        assert copy.deepcopy(game) == game, name


LONG = ("pig", "tic-tac-toe", "kuhn-poker", "ladder", "finger-game")
QUICK = [words for words in GAMES if words[0] not in LONG]


@pytest.mark.parametrize("words", QUICK, ids=" ".join)
def test_answers(words):
    answer = made(words).solve()
    answer.verify()
    assert same(pickle.loads(pickle.dumps(answer)), answer)
    assert same(copy.deepcopy(answer), answer)


def test_answers_that_hold_compiled_code():
    found = kb.game("tic-tac-toe").solve("retrograde")
    again = pickle.loads(pickle.dumps(found))
    assert again.counts() == found.counts()
    assert again.best_moves(again.rules.start()) == found.best_moves(found.rules.start())


@pytest.mark.parametrize("kind", ["fmpz_mat", "fmpq_mat", "fmpq_poly", "arb", "acb", "fmpq_mpoly"])
def test_numbers_of_flint(kind):
    import flint

    import kibitz.core.files.flint_pickles  # noqa: F401

    flint.ctx.prec = 200
    third = flint.arb(1) / 3
    flint.ctx.prec = 53
    x, y = flint.fmpq_mpoly_ctx.get(["x", "y"], "lex").gens()
    number = {
        "fmpz_mat": flint.fmpz_mat(2, 3, range(6)),
        "fmpq_mat": flint.fmpq_mat(1, 1, [flint.fmpq(1, 3)]),
        "fmpq_poly": flint.fmpq_poly([flint.fmpq(1, 3), 2]),
        "arb": third,
        "acb": flint.acb(third, -1),
        "fmpq_mpoly": x * y + flint.fmpq(1, 2),
    }[kind]
    for again in (pickle.loads(pickle.dumps(number)), copy.deepcopy(number)):
        assert same(again, number)
    ball = pickle.loads(pickle.dumps(third))
    assert ball.mid().man_exp() == third.mid().man_exp()
    assert ball.rad().man_exp() == third.rad().man_exp()


@pytest.mark.slow
@pytest.mark.parametrize("words", GAMES, ids=" ".join)
def test_answers_of_every_method(words):
    game = made(words)
    for method in methods(game):
        with suppress(GameError, TypeError):  # it does not apply, or it takes more than the game
            answer = game.solve(method.name)
            assert same(pickle.loads(pickle.dumps(answer)), answer), method.name
            assert same(copy.deepcopy(answer), answer), method.name
