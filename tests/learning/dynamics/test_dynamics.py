"""Dynamics against theorems: conserved quantities, known limits, proved bounds."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.learning import (
    best_response_dynamics,
    best_response_flow,
    dynamics,
    fictitious_play,
    logit_dynamics,
    phase_portrait,
    regret_matching,
    replicator,
)
from kibitz.learning.dynamics.logit import logit_reply
from kibitz.learning.dynamics.methods import find_rule, rules

RPS = kb.matrix("0 -1 1; 1 0 -1; -1 1 0")
DILEMMA = kb.bimatrix("3 0; 4 1", "3 4; 0 1")
BATTLE = kb.bimatrix("2 0; 0 1", "1 0; 0 2")
NAMES = {
    "best-response-dynamics",
    "best-response-flow",
    "fictitious-play",
    "logit-dynamics",
    "multiplicative-weights",
    "regret-matching",
    "replicator-dynamics",
}
small = st.integers(-4, 4)


@st.composite
def matrices(draw):
    m, n = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    return kb.matrix([[draw(small) for _ in range(n)] for _ in range(m)])


@st.composite
def games(draw):
    m, n = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cells = [[(draw(small), draw(small)) for _ in range(n)] for _ in range(m)]
    return kb.bimatrix(cells)


@given(matrices(), st.integers(1, 60))
def test_fictitious_play_bounds_the_value(game, rounds):
    path = fictitious_play(game, rounds)
    low, high = path.value_bounds
    assert low <= game.solve().value <= high
    assert path.exact
    assert path.verify()


@given(games(), st.integers(1, 40))
def test_fictitious_play_replies_best_to_averages(game, rounds):
    """Against a slow rereading of the rule, round by round."""
    path = fictitious_play(game, rounds)
    first, second = (t.numbers() for t in game.payoffs)
    for n, (i, j) in enumerate(path.plays[1:], 1):
        seen = path.plays[:n]
        rows = [sum(first[k][b] for _, b in seen) for k in range(game.shape[0])]
        columns = [sum(second[a][k] for a, _ in seen) for k in range(game.shape[1])]
        assert (i, j) == (rows.index(max(rows)), columns.index(max(columns)))
    counts = [sum(a == k for a, _ in path.plays) for k in range(game.shape[0])]
    assert path.profile[0] == tuple(Fraction(c, rounds) for c in counts)


def test_fictitious_play_in_floats_and_with_three_players():
    exact = fictitious_play(RPS, 300)
    rough = fictitious_play(RPS, 300, exact=False)
    assert [float(x) for x in exact.profile[0]] == pytest.approx(rough.profile[0])
    three = kb.strategic_game(
        [
            [[[0, 1], [1, -2]], [[-2, 1], [1, 0]]],
            [[[0, 1], [-2, 1]], [[1, -2], [1, 0]]],
            [[[0, -2], [1, 1]], [[1, 1], [-2, 0]]],
        ]
    )
    for exact in (True, False):
        path = fictitious_play(three, 50, exact=exact)
        assert path.verify()
        assert path.exact == exact
    assert fictitious_play(RPS, 3000).regret < Fraction(1, 20)


def test_shapley_cycle():
    """Fictitious play does not settle in Shapley's game, and its regret stays away from zero."""
    shapley = kb.bimatrix("0 1 0; 0 0 1; 1 0 0", "0 0 1; 1 0 0; 0 1 0")
    assert fictitious_play(shapley, 4000, start="1 2").regret > Fraction(1, 20)


def test_replicator_conserves_the_product_in_rock_paper_scissors():
    path = replicator(RPS, start=[0.5, 0.3, 0.2], time=40)
    products = [np.prod([float(x) for x in state[0]]) for state in path.states]
    assert np.allclose(products, 0.03, rtol=1e-6)
    assert all(state[0] == state[1] for state in path.states)


def test_replicator_conserves_the_invariant_of_pennies():
    path = replicator(kb.matrix("1 -1; -1 1"), start=[[0.8, 0.2], [0.4, 0.6]], time=20)
    levels = [np.prod([p * (1 - p) for p in (s[0][0], s[1][0])]) for s in path.states]
    assert np.allclose(levels, levels[0], rtol=1e-6)


def test_replicator_leads_to_strict_equilibria():
    assert replicator(DILEMMA, start=[[0.99, 0.01], [0.99, 0.01]], time=60).converged
    low = replicator(BATTLE, start=[[0.4, 0.6], [0.2, 0.8]], time=60)
    assert low.profile[0][1] == pytest.approx(1)
    stays = replicator(DILEMMA, start=[[1, 0], [1, 0]], time=5)
    assert stays.profile == ((1.0, 0.0), (1.0, 0.0))
    assert not stays.converged


def test_logit_rests_at_a_quantal_response():
    path = logit_dynamics(BATTLE, start=[[0.9, 0.1], [0.8, 0.2]], precision=2, time=40)
    p, q = path.profile
    first, second = np.array([[2, 0], [0, 1]]), np.array([[1, 0], [0, 2]])
    assert np.allclose(logit_reply(first @ np.array(q), 2), p, atol=1e-8)
    assert np.allclose(logit_reply(second.T @ np.array(p), 2), q, atol=1e-8)
    for precision in (5, 50):
        found = logit_dynamics(RPS, start=[0.5, 0.3, 0.2], precision=precision, time=40)
        assert found.regret <= np.log(3) / precision


def test_best_response_flow():
    assert best_response_flow(RPS).regret < 1e-2
    assert best_response_flow(DILEMMA).regret < 1e-4


@given(games())
def test_best_response_dynamics_ends_or_goes_round(game):
    path = best_response_dynamics(game)
    if path.remark:
        assert path.plays[-1] in path.plays[:-1]
    else:
        assert path.regret == 0
        assert game.is_equilibrium(path.profile)
    for before, after in zip(path.plays, path.plays[1:], strict=False):
        changed = [k for k in (0, 1) if before[k] != after[k]]
        assert len(changed) == 1
        k = changed[0]
        assert game.payoff(*after)[k] > game.payoff(*before)[k]


@settings(max_examples=4)
@given(matrices())
def test_regret_matching_in_zero_sum_games(game):
    path = regret_matching(game, rounds=1000)
    low, high = path.value_bounds
    value = float(game.solve().value)
    assert low - 1e-9 <= value <= high + 1e-9
    assert high - low <= 1
    assert path.verify()


@settings(max_examples=15)
@given(games())
def test_average_regret_falls_as_the_theorem_says(game):
    """Regret matching keeps the average regret below spread * sqrt(m / rounds)."""
    rounds = 400
    path = regret_matching(game, rounds=rounds)
    worst = float(path.remark.rpartition(" ")[2])
    spread = max(float(t.floats().max() - t.floats().min()) for t in game.payoffs)
    assert worst <= spread * np.sqrt(max(game.shape) / rounds) * (1 + 1e-2) + 1e-9


def test_other_names_are_those_of_rules():
    assert {find_rule(RPS, name)[0].name for name in rules()} == NAMES


@pytest.mark.parametrize("rule", sorted(NAMES))
@pytest.mark.parametrize(
    "game", [kb.matrix("2 3 1 5; 4 1 6 0"), pytest.param(DILEMMA, marks=pytest.mark.slow)]
)
def test_every_rule_shows_itself(rule, game):
    path = dynamics(game, rule)
    assert path.verify()
    assert path.draw().svg.startswith("<svg")
    data = path.to_json()
    assert len(data["times"]) == len(data["states"]) == len(data["regrets"])
    json.dumps(data)
    assert str(path).startswith(path.rule)


@pytest.mark.peer
def test_replicator_agrees_with_nashpy():
    nashpy = pytest.importorskip("nashpy")
    rows = np.array([[1.0, 3.0, 0.0], [2.0, 0.0, 3.0], [0.0, 2.0, 1.0]])
    start = [0.2, 0.5, 0.3]
    theirs = nashpy.Game(rows).replicator_dynamics(
        y0=np.array(start), timepoints=np.linspace(0, 5, 400)
    )
    ours = replicator(kb.bimatrix(rows.tolist(), rows.T.tolist()), start=start, time=5)
    assert np.allclose(ours.profile[0], theirs[-1], atol=1e-5)


def test_wrong_profiles_are_not_verified():
    from dataclasses import replace

    path = fictitious_play(DILEMMA, 10)
    broken = replace(path, profile=((Fraction(1), Fraction(1)), (Fraction(0), Fraction(1))))
    assert not broken.verify()


def test_portraits():
    assert "10 starts" in phase_portrait(RPS, time=2).caption
    assert "16 starts" in phase_portrait(BATTLE, "best-response-flow", time=2).caption
    with pytest.raises(kb.GameError, match="phase portrait"):
        phase_portrait(kb.matrix("1 2 3 4"))


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: dynamics(RPS, "replicater"), "did you mean 'replicator'"),
        (lambda: dynamics(RPS, "replicator", rounds=5), "has no rounds"),
        (lambda: dynamics(RPS, "fp", time=5), "has no time"),
        (lambda: replicator(RPS, time=-1), "must be positive"),
        (lambda: replicator(RPS, step=0), "must be positive"),
        (lambda: replicator(RPS, time=1e9), "steps"),
        (lambda: replicator(RPS, start=[0.5, 0.6, 0.1]), "strategies for|add up to"),
        (lambda: fictitious_play(RPS, 0), "must be 1 to"),
        (lambda: fictitious_play(RPS, 10**6), "exact=False"),
        (lambda: logit_dynamics(RPS, precision=-1), "must not be negative"),
        (lambda: replicator(kb.game("nim 3 4 5")), "strategic game"),
        (lambda: best_response_dynamics(RPS, start="1 9"), "no strategy"),
    ],
)
def test_refusals(build, words):
    with pytest.raises(kb.GameError, match=words):
        build()


def test_command_line(tmp_path):
    def run(*words):
        return CliRunner().invoke(app, ["dynamics", *words])

    found = run("matrix", "1 -1; -1 1", "--rule", "fictitious-play", "--rounds", "50", "--json")
    data = json.loads(found.stdout)
    assert data["kind"] == "trajectory"
    assert data["profile"][0][0].startswith(("1/2", "13/25", "12/25", "27/50", "23/50", "14/25"))
    target = tmp_path / "path.svg"
    found = run(
        "bimatrix",
        "3 0; 4 1",
        "3 4; 0 1",
        "--start",
        "9/10 1/10; 1/2 1/2",
        "-o",
        str(target),
        "--verify",
    )
    assert found.exit_code == 0
    assert "converged" in found.stdout
    assert target.read_text().startswith("<svg")
    found = run("matrix", "0 -1 1; 1 0 -1; -1 1 0", "--portrait", "--time", "2", "-o", str(target))
    assert found.exit_code == 0
    assert run("matrix", "1 2", "--rule", "luck").exit_code == 2


@pytest.mark.parametrize("rule", ["replicator", "logit", "best-response-flow", "fictitious-play"])
@pytest.mark.parametrize(
    "game",
    [
        kb.bimatrix("2 0; 0 1", "1 0; 0 2"),
        kb.bimatrix("0 2 1; 1 0 2; 2 1 0", "0 1 2; 2 0 1; 1 2 0"),
        kb.bimatrix("1 2 3 4; 4 3 2 1", "1 0 0 1; 0 1 1 0"),
        RPS,
    ],
)
def test_every_path_is_drawn_and_comes_back_from_json(rule: str, game: object) -> None:
    short = {"rounds": 20} if rule == "fictitious-play" else {"time": 1, "step": 0.1}
    path = dynamics(game, rule, **short)
    assert path.draw().to_svg().startswith("<svg")
    assert "The path" in str(path.explain())
    again = type(path).from_json(path.game, json.loads(json.dumps(path.to_json())))
    assert again.times == path.times
    assert again.regrets == path.regrets
    assert len(str(path.table()).splitlines()) > 2


def test_portraits_of_flows_with_arrows() -> None:
    for rule in ("replicator", "logit", "best-response-flow"):
        for game in (kb.bimatrix("2 0; 0 1", "1 0; 0 2"), RPS):
            assert phase_portrait(game, rule, time=0.5, starts=[None]).to_svg().startswith("<svg")
