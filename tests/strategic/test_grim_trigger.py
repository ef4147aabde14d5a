"""What trigger strategies sustain without end, against the sum of the payoffs of all rounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core.certificate import check


@pytest.mark.parametrize("call", ["prisoners-dilemma", "chicken", "stag-hunt", "prisoners-years"])
def test_no_deviation_pays_from_the_least_discount_on_and_one_does_below(call):
    game = kb.game(call)
    sign = -1 if game.costs else 1
    found = {s.cell: s for s in game.grim_trigger().cells}
    for cell in product(*map(range, game.shape)):
        paid = game.payoff(*cell)
        best = [
            max(sign * game.payoff(*(*cell[:i], k, *cell[i + 1 :]))[i] for k in range(size))
            for i, size in enumerate(game.shape)
        ]
        if cell not in found:
            for threat in game.equilibria():
                assert any(
                    d > u and sign * e >= u
                    for u, d, e in zip((sign * x for x in paid), best, threat.payoffs, strict=True)
                )
            continue
        for discount in (Fraction(k, 40) for k in range(40)):
            pays = any(
                sign * u / (1 - discount) < d + discount * sign * e / (1 - discount)
                for u, d, e in zip(paid, best, found[cell].threat.payoffs, strict=True)
            )
            assert pays == (discount < found[cell].least)


def test_known_thresholds():
    dilemma = kb.game("prisoners-dilemma")
    assert dilemma.grim_trigger(("cooperate", "cooperate")).cells[0].least == Fraction(1, 2)
    assert [s.names for s in dilemma.grim_trigger(discount="1/3").cells] == [("defect", "defect")]
    assert dilemma.grim_trigger(("cooperate", "defect")).cells == ()
    assert "no cell is sustained" in str(dilemma.grim_trigger(("cooperate", "defect")))
    assert kb.game("matching-pennies").strategic().grim_trigger().cells == ()


def test_a_mixed_equilibrium_can_threaten():
    (found,) = kb.game("chicken").grim_trigger(("swerve", "swerve")).cells
    assert (found.least, found.threat.payoffs) == (Fraction(3, 7), (Fraction(14, 3),) * 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"least_discount": "1/3"},
        {"payoffs": [6, 7]},
        {"cell": ["straight", "straight"]},
        {"threat": {"profile": [[1, 0], [1, 0]], "payoffs": [0, 0]}},
    ],
)
def test_false_claims_are_refused(wrong):
    game = kb.game("chicken")
    claim = game.grim_trigger(("swerve", "swerve")).to_json()
    assert check(game, claim).holds
    claim["sustained"][0] |= wrong
    assert not check(game, claim).holds
    low = {**game.grim_trigger().to_json(), "discount": "1/7"}
    assert not check(game, low).holds


def test_the_command_and_its_refusals():
    found = CliRunner().invoke(app, ["repeat", "prisoners-dilemma", "--rounds", "infinite"])
    assert "(cooperate, cooperate)" in found.stdout
    for words, told in (
        (("--rounds", "inf", "--discount", "1"), "at least 0 and below 1"),
        (("--rounds", "some"), "it must be a whole number, or infinite"),
    ):
        refused = CliRunner().invoke(app, ["repeat", "prisoners-dilemma", *words])
        assert refused.exit_code == 2
        assert told in refused.stderr
