"""Voting on the blackboard: the rule, the swings counted by size, and the indices from them."""

from __future__ import annotations

import math

from kibitz.coalitional.draw import draw_shares
from kibitz.coalitional.explain import check_step, steps_of
from kibitz.coalitional.players import veto_players
from kibitz.coalitional.properties import is_proper, is_strong
from kibitz.coalitional.values.banzhaf import NormalizedBanzhaf
from kibitz.coalitional.voting.compound import CompoundVoting
from kibitz.coalitional.voting.game import VotingGame
from kibitz.coalitional.voting.power_by_weights import (
    ShapleyShubik,
    SwingChance,
    VotingPower,
    shapley_shubik,
)
from kibitz.coalitional.voting.simple_games import minimal_winning
from kibitz.coalitional.voting.weighted import WeightedVoting
from kibitz.core.explanation import Description, Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.core.verbs import describe, draw
from kibitz.pictures import Picture

MOST_COLUMNS = 12
"""Sizes up to which swings are written out by size."""
MOST_LISTED = 12
MOST_TABLED = 16
"""Voters up to which the table of all coalitions is looked at."""


@extends(VotingPower)
def explain_power(power: VotingPower) -> Explanation:
    """The rule, the minimal winning coalitions, the swings, the indices and the check."""
    game = power.game
    assert isinstance(game, VotingGame)
    steps = [_rule_step(game)]
    if game.n <= MOST_TABLED:
        steps.append(_minimal_step(game))
    steps.append(swings_step(game))
    steps.append(Step("Power", WORDS, power.table()))
    steps.append(check_step(power))
    return Explanation(game.title or "A vote", tuple(steps))


WORDS = (
    "Shapley and Shubik: the share of all orders of arrival in which a voter brings the win, so a "
    "swing with s others weighs s! (n-1-s)! / n!. Banzhaf: the share of all coalitions of others "
    "that the voter can turn."
)


def _rule_step(game: VotingGame) -> Step:
    if isinstance(game, WeightedVoting):
        weights = ", ".join(map(show, game.weights[:16])) + ", ..." * (game.n > 16)
        prose = f"A coalition wins when its weights reach {show(game.quota)}; they are {weights}."
    elif isinstance(game, CompoundVoting):
        prose = f"A motion passes with {game.formula()}."
    else:
        prose = str(game)
    return Step(f"The vote, {count_of(game.n, 'voter')}", prose)


def _minimal_step(game: VotingGame) -> Step:
    groups = minimal_winning(game)
    shown = ", ".join("{" + ",".join(group) + "}" for group in groups[:MOST_LISTED])
    more = f" and {len(groups) - MOST_LISTED} more" if len(groups) > MOST_LISTED else ""
    prose = f"These win, and lose when any member leaves: {shown}{more}."
    return Step("Minimal winning coalitions", prose)


def swings_step(game: VotingGame) -> Step:
    """How many coalitions each voter turns from losing to winning, by their size."""
    swings = game.swings()
    prose = (
        "A voter swings a coalition of others that loses, and wins once the voter joins. They are "
        f"counted by {swings.method}."
    )
    if game.n <= MOST_COLUMNS:
        header = ("voter", *(f"with {s}" for s in range(game.n)), "all")
        rows = [
            (p, *(str(c) for c in row), str(sum(row)))
            for p, row in zip(game.players, swings.by_voter, strict=True)
        ]
        ways = [math.factorial(s) * math.factorial(game.n - 1 - s) for s in range(game.n)]
        rows.append(("orders for each", *map(str, ways), ""))
        return Step("Swings by size", prose, Table(header, tuple(rows)))
    turned = swings.banzhaf()
    shares = tuple((label, f"{float(turned[i]):.6f}") for label, i in game.listed())
    return Step("Swings", prose, Table(("voter", "share of coalitions turned"), shares))


@steps_of.register
def _(solution: ShapleyShubik) -> tuple[Step, ...]:
    assert isinstance(solution.game, VotingGame)
    return (swings_step(solution.game),)


@steps_of.register
def _(solution: SwingChance) -> tuple[Step, ...]:
    assert isinstance(solution.game, VotingGame)
    return (swings_step(solution.game),)


@draw.register
def draw_votes(game: VotingGame) -> Picture:
    """The Shapley-Shubik and the normalized Banzhaf index as bars."""
    swings = game.swings()
    index = NormalizedBanzhaf(game, swings.normalized_banzhaf(), swings.method)
    return draw_shares(game, [shapley_shubik(game), index])


@describe.register
def describe_votes(game: VotingGame) -> Description:
    """The rule, how often something passes, and the voters who stand out."""
    swings = game.swings()
    share = swings.wins / (1 << game.n)
    facts = [
        ("form", "simple game given by its votes"),
        ("voters", f"{game.n}: {', '.join(game.players[:8])}" + ", ..." * (game.n > 8)),
        ("rule", _rule_step(game).prose),
        ("winning", f"a share of {share:.6f} of all coalitions"),
        ("never matter", ", ".join(game.null_voters()[:8]) or "none"),
    ]
    if game.n <= MOST_TABLED:
        groups = minimal_winning(game)
        facts += [
            ("minimal winning", count_of(len(groups), "coalition")),
            ("veto players", ", ".join(veto_players(game)) or "none"),
            ("proper", str(is_proper(game)).partition(": ")[2]),
            ("strong", str(is_strong(game)).partition(": ")[2]),
        ]
    return Description(game.title or "A vote", tuple(facts))
