"""No mutant of a true claim about a coalitional game is proved, unless it is true as well."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from helpers.mutants import mutants
from kibitz.coalitional.families import assignment_game, bankruptcy, linear_production
from kibitz.coalitional.families.cost_allocation import allocate_costs
from kibitz.coalitional.perfect_information import perfect_information
from kibitz.coalitional.voting.weighted import weighted_voting
from kibitz.core.certificate import check
from kibitz.core.claim import PROVENANCE
from kibitz.core.errors import GameError
from kibitz.core.method import methods
from kibitz.core.solution import read_solution

GAMES = {
    "three": kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}),
    "sale": kb.coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000}),
    "empty core": kb.coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4}),
    "no imputations": kb.coalition("A:2 B:2 C:0 A,B:1 A,C:1 B,C:1 A,B,C:3"),
    "vote": kb.coalition(weights=[2, 1, 1], quota=3),
    "four": kb.coalition(lambda s: len(s) ** 2 + (1 in s), players=4),
    "one": kb.coalition({"A": 5}),
    "zero": kb.coalition({"A": 0, "B": 0, "A,B": 0}),
    "count": weighted_voting(5, [4, 2, 1]),
    "estate": bankruptcy(200, [100, 200, 300]),
}
AT: dict[str, Any] = {
    "three": ["1/2", "9/4", "17/4"],
    "sale": [750, 250, 0],
    "empty core": [1, 1, 2],
    "four": [2, 5, 5, 5],
    "vote": ["2/3", "1/6", "1/6"],
}
UNORDERED = {
    "vertices",
    "pieces",
    "marginal_vectors",
    "blocking",
    "orders",
    "minimal_winning",
    "tight",
    "coalition",
    "links",
    "unions",
    "order",
    "candidates",
    "pairs",
}
"""Lists whose order says nothing."""
FREE = {
    "properties": ("why", "balanced", "totally_balanced"),
    "sampled-shapley": (
        "payoffs",
        "confidence",
        "standard_errors",
        "half_widths",
        "orders",
        "stratified",
        "stopped_by",
    ),
}
"""What an answer lists as found and not proved."""


def answers() -> list[Any]:
    """Every answer of every method that needs nothing but the game, or payoffs."""
    found = []
    for name, game in GAMES.items():
        for exact in (True, False):
            if not exact and name in ("count", "estate", "four"):
                continue
            form = game if exact else game.floating()
            options = {"payoffs": AT.get(name), "epsilon": 1, "unions": "A,B", "links": "A-B"}
            for entry in methods(form):
                needed = {p.name for p in entry.options if p.default is p.empty}
                if entry.why_not(form) is not None or not needed <= set(options):
                    continue
                if len(form.players) == 1 and "epsilon" in needed:
                    continue  # nobody can break away
                if ("payoffs" in needed and name not in AT) or (
                    {"unions", "links"} & needed and name != "three"
                ):
                    continue
                label = f"{name}-{entry.name}-{'exact' if exact else 'float'}"
                marks = [] if exact or name == "three" else [pytest.mark.slow]
                given = {k: options[k] for k in needed}
                found.append(pytest.param(entry, form, given, id=label, marks=marks))
    return found


@pytest.mark.parametrize(("entry", "game", "options"), answers())
def test_answers_are_proved_and_their_mutants_are_not(entry, game, options):
    answer = entry(game, **options)
    certificate = answer.verify()
    assert certificate, str(certificate)
    data = answer.to_json()
    assert read_solution(game, data).to_json() == data
    assert pickle.loads(pickle.dumps(answer)).to_json() == data
    assert believed(game, data, certificate.unproved) == []


def believed(game: Any, data: dict[str, Any], unproved: tuple[str, ...]) -> list[str]:
    """The false mutants that are taken for proved."""
    free = FREE.get(str(data.get("kind")), ())
    found = []
    for what, mutant in mutants(data):
        words = what.split(" ")[0].split(".")
        if nearly(mutant, data) or words[-1] in PROVENANCE:
            continue
        if "reversed" in what and set(words) & UNORDERED:
            continue  # the order says nothing, or is checked with what it leads to
        if "shortened" in what and not data.get("exact", True) and "least" in data["kind"]:
            continue  # vertices that differ by rounding count as one
        if words == ["probabilities", words[-1]] and _same_extension(game, mutant):
            continue  # the expected worth is the same there
        if any(word in free for word in words) or _unproved(words, unproved):
            continue
        try:
            certificate = check(game, mutant)
        except GameError:
            continue
        if certificate.holds and set(certificate.unproved) <= set(unproved):
            found += [] if answered_again(game, mutant) else [what]
    return found


def _same_extension(game: Any, claim: dict[str, Any]) -> bool:
    """Whether the expected worth is as claimed, summed over the coalitions that may come about."""
    chances = [Fraction(x) for x in claim["probabilities"]]
    total = Fraction(0)
    for coalition in game.coalitions():
        weight = Fraction(1)
        for i, chance in enumerate(chances):
            weight *= chance if coalition >> i & 1 else 1 - chance
        total += weight * Fraction(game.value(coalition))
    return all(0 <= x <= 1 for x in chances) and total == Fraction(claim["value"])


def nearly(first: Any, second: Any) -> bool:
    """Whether two claims differ by rounding only."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(nearly(first[k], second[k]) for k in first)
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(nearly, first, second))
    if isinstance(first, float) and isinstance(second, float):
        return first == pytest.approx(second, rel=1e-8, abs=1e-8)
    return bool(first == second)


def answered_again(game: Any, mutant: dict[str, Any]) -> bool:
    """Whether a claim about other payoffs is what the method answers for these."""
    names = {
        "core-membership": "core-membership",
        "bargaining-set-membership": "bargaining-set-membership",
        "nucleolus-test": "nucleolus-test",
        "prenucleolus-test": "prenucleolus-test",
    }
    name = names.get(mutant["kind"])
    if name is None:
        return False
    again = game.solve(name, payoffs=mutant["payoffs"])[name].to_json()
    flags = [key for key, value in again.items() if isinstance(value, bool)]
    return all(again[key] == mutant[key] for key in flags)


def _unproved(words: list[str], unproved: tuple[str, ...]) -> bool:
    """Whether the certificate says itself that this was not proved."""
    return any(word in line for word in words for line in unproved if len(word) > 3)


def test_a_claim_is_about_its_own_game():
    first, second = GAMES["three"], GAMES["empty core"]
    for name in ("shapley", "nucleolus", "core", "least-core"):
        data = first.solve(name).to_json()
        assert not check(second, data)


@pytest.mark.parametrize("exact", [True, False])
def test_costs(exact):
    game = kb.cost_game(
        {"A": 100, "B": 110, "C": 110, "A,B": 140, "A,C": 140, "B,C": 160, "A,B,C": 220}
    )
    game = game if exact else game.floating()
    for answer in (game.solve(), game.shapley(), allocate_costs(game)):
        certificate = answer.verify()
        assert certificate, str(certificate)
        data = answer.to_json()
        assert read_solution(game, data).to_json() == data
        assert believed(game, data, certificate.unproved) == []


def test_families():
    market = assignment_game([[4, 8], [3, 5]], "A B", "C D")
    factory = linear_production([[4, 0], [0, 6], [2, 2]], [[1, 2], [3, 1]], [5, 4])
    for game, answer in ((market, market.lattice()), (factory, factory.owen_set())):
        certificate = answer.verify()
        assert certificate, str(certificate)
        data = answer.to_json()
        assert read_solution(game, data).to_json() == data
        assert believed(game, data, certificate.unproved) == []


def test_trees_and_equivalence():
    tree = (
        "A",
        {"left": ("B", [(3, 1), (0, 0)]), "right": ("chance", [("1/2", (1, 2)), ("1/2", (2, 2))])},
    )
    found = perfect_information(tree, players="A B")
    first = kb.coalition({"A": 1, "B": 3, "A,B": 6})
    moved = first.strategic_equivalence(kb.coalition({"A": 0, "B": 5, "A,B": 9}))
    assert moved is not None
    for answer in (found, moved):
        assert answer.verify(), str(answer.verify())
        data = answer.to_json()
        accepted = believed(answer.game, data, ())
        assert [what for what in accepted if not what.startswith("tree.")] == []  # other trees
        assert read_solution(answer.game, data).to_json() == data


def test_many_voters_are_counted_once_more():
    game = weighted_voting(30, [7, 5, 5, 3, 3, 3] + [1] * 24)
    power = game.solve()
    certificate = power.verify()
    assert certificate, str(certificate)
    assert certificate.unproved
    data = power.to_json()
    data["indices"]["Banzhaf value"][0] = "1/3"
    assert not check(game, data)
    assert not check(game, {**power.to_json(), "swings": ["1"] * 30})
    assert game.solve("shapley").verify()
