"""The best of some moves, against the value of each of them."""

from __future__ import annotations

from random import Random

import pytest

from kibitz.core.errors import GameError
from kibitz.games.board.connect_four import ConnectFour
from kibitz.games.board.tic_tac_toe import LineGame
from kibitz.rules.examples import TakeAway
from kibitz.search.alpha_beta.plain import plain_value
from kibitz.search.alpha_beta.principal_variation import PrincipalVariation
from kibitz.search.alpha_beta.some_moves import best_of, deepening_among
from kibitz.search.budget import Budget


@pytest.mark.parametrize("rules", [TakeAway(11), ConnectFour(4, 3), LineGame(3, 3, 3)], ids=repr)
def test_no_other_move_is_better(rules):
    random, engine = Random(4), PrincipalVariation(rules, compiled=False)
    for _ in range(6):
        here = rules.position()
        for _ in range(random.randrange(4)):
            here = here.play(random.choice(here.moves))
        some = random.sample(here.moves, random.randint(1, len(here.moves)))
        found = best_of(engine, here, some, Budget(depth=20))
        worth = {move: plain_value(here.play(move), 200_000) for move in some}
        sign = 1 if here.player == 0 else -1
        assert found.moves == worth
        assert sign * worth[found.move] == max(sign * x for x in worth.values())
        assert found.is_exact == (len(some) == len(here.moves))
        assert found.verify()


def test_limits():
    rules = ConnectFour(5, 4)
    engine = PrincipalVariation(rules, compiled=False)
    here, some = rules.position(), [0, 4]
    assert [r.depth for r in deepening_among(engine, here, some, Budget(depth=4))] == [1, 2, 3, 4]
    few = best_of(engine, here, some, Budget(nodes=200))
    assert few.depth < 8
    assert best_of(engine, here, some, Budget(seconds=1e-6)).depth == 1


def test_what_is_no_move_is_refused():
    rules = TakeAway(2)
    engine = PrincipalVariation(rules, compiled=False)
    for some in ([3], []):
        with pytest.raises(GameError, match="not all legal"):
            best_of(engine, rules.position(), some, Budget(depth=1))
