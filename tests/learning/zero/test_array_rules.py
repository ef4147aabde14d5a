"""Games over arrays are the games of the rules, move by move."""

from random import Random

import numpy as np
import pytest

import kibitz
from kibitz.learning.encoding.encode import encode
from kibitz.learning.zero.array_rules import array_rules
from kibitz.rules.game import OVER

pytest.importorskip("jax")


@pytest.mark.parametrize(
    "name",
    [
        *("connect-four 5 4", "mnk 4 3 3"),
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("connect-four", "connect-four 3 5", "tic-tac-toe")
        ),
    ],
)
def test_arrays_play_as_the_rules_do(name):
    import jax.numpy as jnp

    rules = kibitz.game(name)
    arrays, code, random = array_rules(rules), encode(rules), Random(1)
    states = []
    for _ in range(12):
        state = rules.start()
        states.append(state)
        while rules.player(state) != OVER:
            state = rules.play(state, random.choice(list(rules.moves(state))))
            states.append(state)
    over, paid = arrays.result(arrays.read(states))
    assert over.tolist() == [rules.player(s) == OVER for s in states]
    for state, reward in zip(states, np.asarray(paid), strict=True):
        if rules.player(state) == OVER:
            mover = (bin(state[0] | state[1]).count("1")) % 2
            assert rules.payoffs(state)[mover] == reward
    live = [s for s in states if rules.player(s) != OVER]
    batch = tuple(map(jnp.asarray, arrays.read(live)))
    assert (np.asarray(arrays.planes(batch)) == code.observe_all(live)).all()
    assert (np.asarray(arrays.legal(batch)) == [code.legal(s) for s in live]).all()
    moves = [random.choice(list(rules.moves(s))) for s in live]
    after = arrays.play(batch, jnp.array(moves))
    wanted = arrays.read([rules.play(s, m) for s, m in zip(live, moves, strict=True)])
    assert all((np.asarray(a) == b).all() for a, b in zip(after, wanted, strict=True))


def test_games_that_are_not_written_so_have_none():
    assert array_rules(kibitz.game("othello")) is None
    assert array_rules(kibitz.game("connect-four score=speed")) is None
