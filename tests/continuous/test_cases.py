"""The worked examples about duopolies, through the functions and the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.algebra.expressions.sympy_bridge import SymbolicFormula, sympy_of_text
from kibitz.cli import app

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in json.loads(
        (Path(__file__).parents[1] / "data" / "duopoly.json").read_text(encoding="utf-8")
    )
}


def command(*words: str) -> Any:
    result = CliRunner().invoke(app, ["duopoly", *words, "--json"])
    assert result.exit_code == 0, (result.stdout, result.stderr)
    return json.loads(result.stdout)


def same(found: Any, expected: str) -> bool:
    """Are two formulas the same function?"""
    return SymbolicFormula(sympy_of_text(str(found))) == expected


@pytest.fixture
def case() -> Callable[[str], tuple[dict[str, Any], dict[str, Any]]]:
    return lambda name: (CASES[name]["input"], CASES[name]["expect"])


def test_there_are_six_cases() -> None:
    assert len(CASES) == 6


def test_monopoly(case: Any) -> None:
    given, expect = case("iii-monopoly-linear")
    solution = kb.monopoly(given["price"], given["cost"]).solve()
    assert solution.quantities[0] == expect["q"]
    assert solution.price == expect["price"]
    assert solution.profits[0] == expect["profit"]
    assert solution.verify()
    told = command("monopoly", "--demand", given["price"], "--cost", given["cost"])["equilibria"][0]
    assert same(told["quantities"][0], expect["q"])
    assert same(told["price"], expect["price"])
    assert same(told["profits"][0], expect["profit"])


def test_cournot(case: Any) -> None:
    given, expect = case("iii-cournot-linear")
    game = kb.cournot(given["price"], given["cost"], given["n"])
    solution = game.solve()
    assert [q == x for q, x in zip(solution.quantities, expect["q"], strict=True)] == [True, True]
    assert solution.price == "(a+2*c)/3"
    assert all(u == x for u, x in zip(solution.profits, expect["profit"], strict=True))
    share = expect["joint_monopoly_share"]
    each, earns = game.cartel_shares()
    assert each == share["q_each"]
    assert earns == share["profit_each"]
    assert solution.verify()
    told = command("cournot", "--demand", given["price"], "--cost", given["cost"])["equilibria"][0]
    assert same(told["quantities"][1], expect["q"][1])
    assert same(told["profits"][0], expect["profit"][0])


def test_iterated_dominance(case: Any) -> None:
    _, expect = case("iii-cournot-iesds-interval")
    rounds = len(expect["cuts"])
    game = kb.cournot("2-Q", "q")
    found = game.eliminate(rounds)
    mine = [{"end": c.end, "at": str(c.at)} for c in found.cuts if c.player == 0]
    assert mine == expect["cuts"]
    assert found.limit == (Fraction(expect["limit"]),) * 2
    assert game.eliminate(4).verify()
    told = command("cournot", "-d", "2-Q", "-c", "q", "--eliminate", "4")
    cuts = [{"end": c["end"], "at": c["at"]} for c in told["cuts"] if c["variable"] == "q2"]
    assert cuts == expect["cuts"][:4]
    assert told["limit"] == ["1/3", "1/3"]


def test_differentiated_bertrand(case: Any) -> None:
    given, expect = case("iii-bertrand-differentiated")
    solution = kb.bertrand([given["q1"], given["q2"]], "c").solve()
    assert all(p == x for p, x in zip(solution.prices, expect["p"], strict=True))
    assert all(u == x for u, x in zip(solution.profits, expect["profit"], strict=True))
    assert "2 > b" in solution.conditions
    assert solution.verify()
    told = command("bertrand", "-d", given["q1"], "-d", given["q2"], "-c", "c")["equilibria"][0]
    assert same(told["prices"][0], expect["p"][0])


def test_stackelberg(case: Any) -> None:
    given, expect = case("iii-stackelberg-linear")
    solution = kb.stackelberg(given["price"], given["cost"], given["n"]).solve()
    assert solution.follower_response == "(a-q1-c)/2" or str(solution.follower_response) == (
        "(a - c - q1)/2"
    )
    assert all(q == x for q, x in zip(solution.quantities, expect["q"], strict=True))
    assert all(u == x for u, x in zip(solution.profits, expect["profit"], strict=True))
    assert solution.total == "3*(a-c)/4"
    assert solution.verify()
    told = command("stackelberg", "-d", given["price"], "-c", given["cost"])
    assert same(told["quantities"][1], expect["q"][1])
    assert same(told["replies"][0]["reply"], expect["follower_response"])


def test_entry_deterrence(case: Any) -> None:
    _, expect = case("iii-entry-deterrence")
    solution = kb.entry("(17-Q)^+", "q+9").solve()
    assert solution.verify()
    told = command("entry", "--demand", "(17-Q)^+", "--cost", "q+9")
    for data in (solution.to_json(), told):
        assert data["monopoly"] == expect["monopoly"]
        reply = data["entrant_best_response_to_monopoly"]
        assert reply == expect["entrant_best_response_to_8"]
        for key in (
            "price_after_entry",
            "incumbent_profit_after_entry",
            "deterring_quantity",
            "incumbent_profit_when_deterring",
        ):
            assert data[key] == expect[key], key
        assert same(data["entrant_profit_function"], expect["entrant_profit_function"])
        both = data["cournot"]
        assert both["quantities"] == [expect["cournot"]["q"]] * 2
        assert both["price"] == expect["cournot"]["price"]
        assert both["profits"] == [expect["cournot"]["profit"]] * 2


@pytest.mark.parametrize("name", ["cournot", "bertrand", "advertising", "price-leadership"])
def test_games_print_their_payoffs_and_are_named_in_a_line(name: str) -> None:
    game = kb.game(name)
    assert len(repr(game)) < 100
    assert "Firm 1 chooses" in str(game)
    assert "Fraction(" not in str(game)
