"""Concepts for games of n players, against definitions, theorems and slow searches."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.strategic import (
    SymmetricTwoAction,
    correlated_test,
    exact_potential,
    ordinal_potential,
    point_rationalizable,
    repeated,
    strategic_zero_sum,
    subgame_perfect_payoffs,
)

SHAPES = [(1, 2), (2, 2), (2, 3), (3, 3), (2, 2, 2), (2, 3, 2), (1, 2, 2), (2, 2, 2, 2)]


@st.composite
def games(draw, shapes=tuple(SHAPES), low=-3, high=3):
    shape = draw(st.sampled_from(shapes))
    cells = prod(shape)
    entry = st.integers(low, high)
    arrays = [
        np.array(draw(st.lists(entry, min_size=cells, max_size=cells))).reshape(shape)
        for _ in shape
    ]
    return kb.strategic_game(arrays)


@st.composite
def mixtures(draw, game):
    found = []
    for size in game.shape:
        weights = draw(st.lists(st.integers(0, 4), min_size=size, max_size=size))
        weights[0] += not any(weights)
        found.append([Fraction(w, sum(weights)) for w in weights])
    return found


def expectation(game, profile, player):
    """The sum over all cells, by the definition."""
    return sum(
        prod(profile[k][i] for k, i in enumerate(cell)) * game.payoff(*cell)[player]
        for cell in product(*map(range, game.shape))
    )


def deviating(profile, player, i):
    size = len(profile[player])
    return [*profile[:player], [Fraction(int(j == i)) for j in range(size)], *profile[player + 1 :]]


two = games(shapes=((2, 2), (2, 3), (3, 2), (3, 3)))


@settings(max_examples=60)
@given(st.data())
def test_expectations_regrets_and_best_responses_are_as_defined(data):
    game = data.draw(games())
    profile = data.draw(mixtures(game))
    payoffs = game.expected_payoffs(profile)
    assert list(payoffs) == [expectation(game, profile, k) for k in range(len(game.players))]
    test = game.is_equilibrium(profile)
    for k, size in enumerate(game.shape):
        line = [expectation(game, deviating(profile, k, i), k) for i in range(size)]
        assert list(test.by_strategy[k]) == line
        assert test.regrets[k] == max(line) - payoffs[k]
        best = game.best_responses(k, profile)
        assert best.responses == tuple(i for i in range(size) if line[i] == max(line))
    assert test.holds == (test.regret == 0) == (not test.deviations)
    floats = [[float(w) for w in weights] for weights in profile]
    assert game.expected_payoffs(floats) == pytest.approx([float(x) for x in payoffs])


@settings(max_examples=60)
@given(games())
def test_pure_equilibria_are_the_cells_without_profitable_deviations(game):
    stable = [
        cell for cell in product(*map(range, game.shape)) if game.is_equilibrium(list(cell)).holds
    ]
    found = game.pure_equilibria()
    assert list(found) == stable
    assert found.verify()
    assert not replace(found, cells=(*found.cells, (0,) * len(game.players))).verify() or (
        (0,) * len(game.players) in stable
    )
    if stable:
        assert not replace(found, cells=found.cells[1:]).verify()
    diagram = game.movement_diagram()
    assert list(diagram.sinks) == stable
    assert diagram.verify()


@settings(max_examples=50)
@given(games(), st.randoms())
def test_strict_removal_does_not_depend_on_the_order(game, random):
    found = game.eliminate()
    assert found.verify()
    order = list(range(len(game.players)))
    random.shuffle(order)
    turned = kb.strategic_game([np.transpose(game.payoffs[k].array, order) for k in order])
    other = turned.eliminate()
    assert [found.kept[k] for k in order] == list(other.kept)
    stay = game.rationalizable()
    assert stay.survivors == found.kept
    assert stay.verify()
    for cell in game.pure_equilibria():
        assert all(i in kept for i, kept in zip(cell, found.kept, strict=True))
    inside = point_rationalizable(game)
    assert all(set(a) <= set(b) for a, b in zip(inside, found.kept, strict=True))


@settings(max_examples=50)
@given(games())
def test_weak_removal_gives_reasons_and_spares_twins(game):
    for mixed in (False, True):
        found = game.eliminate(mixed=mixed, strict=False)
        assert found.verify()
        if found.removals:
            wrong = replace(found.removals[0], by=((found.removals[0].index, Fraction(1)),))
            assert not replace(found, removals=(wrong, *found.removals[1:])).verify()
    k, size = 0, game.shape[0]
    twins = kb.strategic_game(
        [np.concatenate([t.array, t.array[size - 1 :]], axis=k) for t in game.payoffs]
    )
    for found in twins.dominated():
        if found.player == 0 and found.pure:
            assert {found.index, found.by[0][0]} != {size - 1, size}


def test_mixed_weak_dominance_needs_a_gain_somewhere():
    level = kb.bimatrix("2,0 0,0; 0,0 2,0; 1,0 1,0")
    assert not level.dominated()
    above = kb.bimatrix("2,0 0,0 1,0; 0,0 2,0 1,0; 1,0 1,0 0,0")
    (found,) = [d for d in above.dominated() if d.player == 0]
    assert (found.index, found.strict, dict(found.by)) == (
        2,
        False,
        {0: Fraction(1, 2), 1: Fraction(1, 2)},
    )
    assert "weakly dominated by the mixture 1/2 × 1 + 1/2 × 2" in found.sentence(above)


@settings(max_examples=30)
@given(games(shapes=((2, 2), (3, 2), (2, 2, 2))))
def test_safety_levels_are_what_the_worst_case_leaves(game):
    found = game.safety_levels()
    assert found.verify()
    for k, level in enumerate(found.levels):
        for weights in found.strategies[k]:
            others = [range(size) for j, size in enumerate(game.shape) if j != k]
            worst = min(
                sum(w * game.payoff(*cell[:k], i, *cell[k:])[k] for i, w in enumerate(weights))
                for cell in product(*others)
            )
            assert worst == level
    for cell in game.pure_equilibria():
        pairs = zip(game.payoff(*cell), found.levels, strict=True)
        assert all(paid >= level for paid, level in pairs)
    assert not replace(found, levels=tuple(x + 1 for x in found.levels)).verify()


@settings(max_examples=30)
@given(two)
def test_correlated_equilibria_hold_nash_equilibria_and_their_bounds(game):
    best = game.correlated_equilibrium()
    worst = game.correlated_equilibrium(sense="min")
    coarse = game.coarse_correlated_equilibrium()
    assert best.verify()
    assert worst.verify()
    assert coarse.verify()
    assert coarse.value >= best.value >= worst.value
    for equilibrium in game.equilibria():
        product_of = np.outer(*[np.array(w, object) for w in equilibrium.profile])
        assert correlated_test(game, product_of.tolist())
        assert worst.value <= sum(equilibrium.payoffs) <= best.value
    fair = game.correlated_equilibrium("egalitarian")
    assert fair.verify()
    assert fair.value == min(fair.payoffs)
    for k in range(2):
        selfish = game.correlated_equilibrium(k)
        assert selfish.verify()
        assert selfish.value == selfish.payoffs[k] >= fair.value
    assert not replace(best, value=best.value + 1).verify()
    cells = np.zeros(game.shape, int)
    cells[0, 0] = 1
    claim = replace(best, distribution=tuple(Fraction(int(x)) for x in cells.ravel()))
    assert bool(claim.verify()) == (
        game.is_equilibrium([0, 0]).holds and sum(game.payoff(0, 0)) == best.value
    )


def test_objectives_are_read_in_many_spellings():
    game = kb.game("chicken")
    by_weights = game.correlated_equilibrium([1, 2]).value
    assert by_weights == game.correlated_equilibrium({"I": 1, "II": 2}).value
    cells = {("swerve", "swerve"): 1}
    assert game.correlated_equilibrium(cells).value == Fraction(1, 2)
    assert game.correlated_equilibrium([[0, 0], [0, 1]]).value == Fraction(1, 2)
    assert game.correlated_equilibrium("sum").value == game.correlated_equilibrium().value
    told = game.correlated_equilibrium().conditional("I", "swerve")
    assert told == {(1, 0): Fraction(1, 3), (1, 1): Fraction(2, 3)}
    years = kb.game("prisoners-years")
    assert years.correlated_equilibrium().value == 20
    assert years.correlated_equilibrium("egalitarian").value == 10
    for bad, words in [
        ("wealth", "neither a player nor an objective"),
        ([[1]], "shape|row"),
        (None, "objective is None"),
        ({"I": "x"}, "not a number"),
    ]:
        with pytest.raises(kb.GameError, match=words):
            game.correlated_equilibrium(bad)
    with pytest.raises(kb.GameError, match="sense"):
        game.correlated_equilibrium(sense="best")
    with pytest.raises(kb.GameError, match="never recommended"):
        game.correlated_equilibrium().conditional("I", "7")


@settings(max_examples=40)
@given(two)
def test_commitment_is_worth_at_least_as_much_as_any_equilibrium(game):
    for leader in (0, 1):
        found, pure = game.stackelberg(leader), game.stackelberg(leader, mixed=False)
        assert found.verify()
        assert pure.verify()
        assert found.value >= pure.value
        assert found.weak_value <= found.value
        assert found.weak_value >= pure.weak_value
        for equilibrium in game.equilibria():
            assert found.value >= equilibrium.payoffs[leader]
        assert not replace(found, payoffs=tuple(x + 1 for x in found.payoffs)).verify()
        assert not replace(found, bounds=()).verify()


@settings(max_examples=40)
@given(games(shapes=((2, 2), (2, 3))))
def test_commitment_against_every_commitment_on_a_grid(game):
    found = game.stackelberg(0)
    own, other = (np.array(t.numbers(), object) for t in game.payoffs)
    for step in range(25):
        x = Fraction(step, 24)
        weights = np.array([x, 1 - x], object)
        answers, mine = weights @ other, weights @ own
        tied = [j for j, a in enumerate(answers) if a == max(answers)]
        assert max(mine[j] for j in tied) <= found.value
        assert min(mine[j] for j in tied) <= found.weak_value
    near = np.array(found.weak_strategy, object)
    if found.weak_reached:
        answers, mine = near @ other, near @ own
        tied = [j for j, a in enumerate(answers) if a == max(answers)]
        assert min(mine[j] for j in tied) == found.weak_value


@settings(max_examples=25)
@given(two, st.sampled_from([1.0, 1 / 3, 7e-4]))
def test_commitment_by_floats_is_that_of_the_exact_game(game, unit):
    exact, noise = game.stackelberg(0), np.random.default_rng(1)
    blurred = [
        unit * t.floats() * (1 + 2e-16 * noise.integers(-2, 3, t.shape)) for t in game.payoffs
    ]
    found = kb.strategic_game(blurred).stackelberg(0)
    assert found.verify()
    assert found.value == pytest.approx(unit * float(exact.value), abs=1e-9 * unit)
    assert found.weak_value == pytest.approx(unit * float(exact.weak_value), abs=1e-9 * unit)


def test_commitment_where_answers_are_the_same_but_for_rounding():
    first, second = (
        [[3.0, 0.0, 1.0], [1.0, 2.0, 0.0]],
        [[1, 1 + 2.3e-16, 0], [1 / 3, 0.9 / 2.7, 0.9]],
    )
    found = kb.strategic_game([first, second]).stackelberg(0)
    assert (found.value, found.answer) == (3, 0)
    assert found.weak_value == pytest.approx(60 / 47)
    assert found.verify()


def test_commitment_in_kuhn_poker_by_floats():
    game = kb.game("kuhn-poker").as_tree().strategic()
    found = kb.strategic_game([t.floats() for t in game.payoffs]).stackelberg(1)
    assert found.value == pytest.approx(1 / 18)
    assert found.weak_value == pytest.approx(1 / 18)
    assert found.verify()


@settings(max_examples=40)
@given(games())
def test_pareto_sets_and_joint_optima(game):
    found = game.pareto()
    assert found.verify()
    cells = list(product(*map(range, game.shape)))
    paid = {cell: game.payoff(*cell) for cell in cells}

    def better(a, b):
        pairs = list(zip(paid[a], paid[b], strict=True))
        return all(x >= y for x, y in pairs) and any(x > y for x, y in pairs)

    assert list(found) == [c for c in cells if not any(better(d, c) for d in cells)]
    best = game.joint_optimum()
    assert best.verify()
    assert best.total == max(sum(p) for p in paid.values())
    assert set(best.cells) <= set(found)
    assert not replace(best, total=best.total + 1).verify()


@settings(max_examples=40)
@given(
    two,
    st.fractions(Fraction(1, 5), 5, max_denominator=7),
    st.fractions(-5, 5, max_denominator=7),
)
def test_a_scaled_and_shifted_zero_sum_game_is_recognized(game, alpha, beta):
    first = game.payoffs[0]
    disguised = kb.bimatrix(first, -first.affine(alpha, beta))
    found = disguised.zero_sum_equivalent()
    assert found.verify()
    assert found.reducible
    if len(set(first.array.ravel().tolist())) > 1:
        assert (found.alpha, found.beta) == (alpha, beta)
    solution = found.solve()
    assert disguised.is_equilibrium([solution.row, solution.column])
    assert list(found.payoffs(solution.value)) == list(
        disguised.expected_payoffs([solution.row, solution.column])
    )
    wider = strategic_zero_sum(disguised)
    assert wider is not None
    answer = wider.matrix_game.solve()
    assert disguised.is_equilibrium([answer.row, answer.column])


@settings(max_examples=40)
@given(two)
def test_the_wider_equivalence_keeps_equilibria(game):
    wider = strategic_zero_sum(game)
    if wider is None:
        assert not game.zero_sum_equivalent().reducible
    else:
        answer = wider.matrix_game.solve()
        assert game.is_equilibrium([answer.row, answer.column])


@settings(max_examples=40)
@given(games())
def test_potentials_move_as_payoffs_do(game):
    exact, ordinal = exact_potential(game), ordinal_potential(game)
    if exact is not None:
        assert exact.verify()
        assert ordinal is not None
        assert all(game.is_equilibrium(list(cell)) for cell in exact.maxima)
    if ordinal is not None:
        assert ordinal.verify()
        assert game.movement_diagram().cycle() is None
        assert all(game.is_equilibrium(list(cell)) for cell in ordinal.maxima)
    common = kb.strategic_game([game.payoffs[0].array] * len(game.players))
    assert exact_potential(common) is not None


def test_named_games_with_and_without_potentials():
    assert exact_potential(kb.game("congestion 3")) is not None
    assert exact_potential(kb.game("shapley-cycle")) is None
    assert ordinal_potential(kb.game("shapley-cycle")) is None
    assert kb.game("prisoners-dilemma 9 3 1 0").potential() is not None


payoff_lines = st.lists(st.integers(-4, 4), min_size=3, max_size=3)


@settings(max_examples=40)
@given(payoff_lines, payoff_lines)
def test_symmetric_equilibria_of_two_actions(first, second):
    closed = SymmetricTwoAction(3, tuple(map(Fraction, first)), tuple(map(Fraction, second)))
    game = closed.strategic()
    assert game.symmetric_two_action() == closed
    found = closed.equilibria()
    assert found, "there is always a symmetric equilibrium"
    for equilibrium in found:
        assert equilibrium.verify()
        test = game.is_equilibrium(equilibrium.profile)
        assert test.regret == pytest.approx(0, abs=1e-9)
        assert float(test.payoffs[0]) == pytest.approx(float(equilibrium.payoff), abs=1e-9)
    best = closed.joint_optimum()
    assert best.verify()
    steps = [Fraction(k, 40) for k in range(41)]
    assert all(closed.payoff_polynomial(x) <= best.payoff for x in steps)
    wrong = replace(found[0], x=Fraction(1, 3))
    assert bool(wrong.verify()) == bool(game.is_equilibrium(wrong.profile))


def two_round_totals(stage):
    """Every pure subgame-perfect total of two rounds, from all pairs of plans."""
    cells = list(product(range(2), repeat=2))
    stable = list(stage.pure_equilibria())
    totals = set()
    for later in product(stable, repeat=4):
        plan = dict(zip(cells, later, strict=True))
        value = {
            c: tuple(x + y for x, y in zip(stage.payoff(*c), stage.payoff(*plan[c]), strict=True))
            for c in cells
        }
        for c in cells:
            if value[c][0] >= value[1 - c[0], c[1]][0] and value[c][1] >= value[c[0], 1 - c[1]][1]:
                totals.add(value[c])
    return tuple(sorted(totals))


@settings(max_examples=40)
@given(games(shapes=((2, 2),)))
def test_two_rounds_against_all_plans(stage):
    assert subgame_perfect_payoffs(repeated(stage, 2)) == two_round_totals(stage)


@settings(max_examples=30)
@given(games(shapes=((2, 2), (2, 3))), st.integers(1, 5))
def test_repeated_solutions_hold_and_wrong_ones_do_not(stage, rounds):
    solution = repeated(stage, rounds).solve()
    assert solution.verify()
    assert solution.total == tuple(rounds * x for x in solution.per_round)
    flipped = tuple(tuple(reversed(w)) for w in solution.equilibria[0])
    if not stage.is_equilibrium(flipped):
        assert not replace(solution, equilibria=(flipped,)).verify()
    if solution.unique and stage.pure_equilibria():
        assert subgame_perfect_payoffs(repeated(stage, rounds)) == (solution.total,)


def test_discounts_and_late_threats():
    dilemma = kb.game("prisoners-dilemma")
    half = dilemma.repeated(3, "1/2")
    assert half.weight == Fraction(7, 4)
    assert half.solve().total == (Fraction(7, 4), Fraction(7, 4))
    stage = kb.bimatrix("4,4 0,5 0,0; 5,0 1,1 0,0; 0,0 0,0 3,3")
    assert (7, 7) in stage.repeated(2).subgame_perfect_payoffs()
    assert "any of them in each of 2 rounds" in str(stage.repeated(2).solve())
    for bad, words in [
        ((0,), "must be a positive integer"),
        ((2.5,), "must be a positive integer"),
        ((3, 2), "discount"),
        ((3, 0), "disc"),
    ]:
        with pytest.raises(kb.GameError, match=words):
            dilemma.repeated(*bad)
    with pytest.raises(kb.GameError, match="the limit is"):
        dilemma.repeated(10**9)


def test_interchangeable_equilibria():
    game = kb.bimatrix("1,-1 1,-1; 0,0 0,0")
    assert game.interchangeable()
    assert game.interchangeable(["1 1", ["1", ["1/2", "1/2"]]]).verify()
    dating = kb.game("dating-game").interchangeable()
    assert dating.verify()
    assert not dating.equivalent
    assert not replace(dating, failing=None).verify()
    with pytest.raises(kb.GameError, match="not an equilibrium"):
        game.interchangeable(["2 1"])


@pytest.mark.parametrize("call", ["random-bimatrix 5 6", "covariance-game 3,3,2 0.3", "chicken"])
def test_floats_agree_with_fractions(call):
    game = kb.game(call)
    floats = game.in_numbers(False)
    assert floats.in_numbers(True).payoffs == game.payoffs
    assert list(floats.pure_equilibria()) == list(game.pure_equilibria())
    assert floats.eliminate().kept == game.eliminate().kept
    assert floats.safety_levels().verify()
    assert floats.safety_levels().levels == pytest.approx(
        [float(x) for x in game.safety_levels().levels]
    )
    best = floats.correlated_equilibrium()
    assert best.verify()
    assert best.value == pytest.approx(float(game.correlated_equilibrium().value))
    assert list(floats.pareto()) == list(game.pareto())
    if len(game.players) == 2:
        found = floats.stackelberg()
        assert found.verify()
        assert found.value == pytest.approx(float(game.stackelberg().value))
        assert found.weak_value == pytest.approx(float(game.stackelberg().weak_value), abs=1e-7)


@pytest.mark.peer
def test_pure_equilibria_and_dominance_agree_with_gambit():
    gambit = pytest.importorskip("pygambit")
    for seed in range(60):
        shape = [(3, 3), (2, 3, 2), (4, 4), (2, 2, 2, 2)][seed % 4]
        game = kb.game("random-game", shape, -2, 2, seed)
        other = gambit.Game.from_arrays(*[t.array for t in game.payoffs])
        cells = {
            tuple(
                next(i for i, s in enumerate(p.strategies) if profile[s] == 1)
                for p in other.players
            )
            for profile in gambit.nash.enumpure_solve(other).equilibria
        }
        assert set(game.pure_equilibria()) == cells
        support = gambit.supports.undominated_strategies_solve(other, strict=True)
        kept = tuple(
            tuple(i for i, s in enumerate(p.strategies) if s in support) for p in other.players
        )
        found = game.dominated(mixed=False, strict=True)
        gone = {(d.player, d.index) for d in found}
        wanted = {(k, i) for k, p in enumerate(kept) for i in range(shape[k]) if i not in p}
        assert gone == wanted


def test_symmetric_equilibria_of_many_are_one_answer():
    found = kb.game("finger-game 3").symmetric_equilibria()
    assert len(found) == 1
    assert found.verify()
    assert str(found).startswith("one symmetric equilibrium, x the probability of 1")
    assert found.to_json()["equilibria"][0]["x"]["text"] == "-1+sqrt(2)"
    assert not replace(found, equilibria=()).verify()
    alike = kb.strategic_game(np.zeros((2, 2, 2, 3), int)).symmetric_equilibria()
    assert alike.every
    assert alike.verify()


@pytest.mark.parametrize("payoffs", ["3,5", [[(0.5, 2.0)]]])
def test_where_nobody_has_a_choice(payoffs):
    game = kb.bimatrix(payoffs)
    for best in (game.correlated_equilibrium(), game.coarse_correlated_equilibrium("egalitarian")):
        assert best.verify()
        assert best.payoffs == game.payoff(0, 0)
    assert len(game.equilibria()) == 1


def test_one_spoiled_cell_of_a_disguised_zero_sum_game_is_the_one_blamed():
    rng = random.Random(5)
    for _ in range(30):
        m, n = rng.choice([(2, 3), (3, 3), (3, 4)])
        first = [[k * n + j + rng.randint(0, 1) for j in range(n)] for k in range(m)]
        second = [[3 - 2 * x for x in row] for row in first]
        spoiled = rng.randrange(m), rng.randrange(n)
        second[spoiled[0]][spoiled[1]] += rng.choice([-1, 1, 4])
        found = kb.bimatrix(first, second).zero_sum_equivalent()
        assert found.mismatches == (spoiled,)
        assert found.verify(), found.verify()


@settings(max_examples=30)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 3), st.data())
def test_repeated_games_of_constant_sum_mix_all_optimal_strategies(m, n, total, data):
    entry = st.integers(-2, 2)
    table = data.draw(st.lists(st.lists(entry, min_size=n, max_size=n), min_size=m, max_size=m))
    stage = kb.bimatrix(table, [[total - x for x in row] for row in table])
    solution, every = repeated(stage, 3).solve(), stage.equilibria()
    assert solution.verify()
    assert solution.unique == every.unique
    if solution.removed is None:
        assert solution.equilibria == tuple(tuple(e.profile) for e in every)


def test_a_large_stage_of_constant_sum_is_repeated_in_a_second():
    solution = repeated(kb.game("morra 5").strategic(), 20).solve()
    assert len(solution.equilibria) == 256
    proof = solution.verify()
    assert proof
    assert "that the stage has no other equilibria" in proof.unproved
