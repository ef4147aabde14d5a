"""Other libraries: PettingZoo and OpenSpiel, both ways."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.play import agent, contest
from kibitz.play.adapters.actions import ActionSpace, vector
from kibitz.play.adapters.forms import as_rules
from kibitz.play.adapters.open_spiel import from_open_spiel, to_open_spiel
from kibitz.play.adapters.pettingzoo import aec_env
from kibitz.rules.check import check
from kibitz.rules.examples import TakeAway
from kibitz.search.alpha_beta.memo_value import memo_value
from kibitz.search.alpha_beta.minimax import minimax

pytestmark = pytest.mark.peer


def test_actions() -> None:
    known = ActionSpace(kb.game("tic-tac-toe"))
    assert known.count == 9
    assert known.mask((0, 8)).tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 1]
    with pytest.raises(GameError, match="beyond the 4 actions"):
        ActionSpace(TakeAway(5), 4).number(4)
    with pytest.raises(GameError, match="only whole numbers"):
        vector((1, "a"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker"])
def test_petting_zoo_plays_by_the_rules(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    rules = kb.game(name)
    env = aec_env(rules)
    api_test(env, num_cycles=30)
    random = Random(1)
    for seed in range(20):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for who in env.agent_iter(200):
            seen, reward, ended, cut, _ = env.last()
            total[who] += reward
            mask = seen["action_mask"]
            legal = [k for k in range(len(mask)) if mask[k]]
            env.step(None if ended or cut else random.choice(legal))
        assert list(total.values()) == [float(x) for x in env.position.payoffs]


def test_petting_zoo_hides_what_is_hidden() -> None:
    pytest.importorskip("pettingzoo")
    rules = kb.game("kuhn-poker")
    env = aec_env(rules)
    seen: dict[str, set[Any]] = {}
    for seed in range(30):
        env.reset(seed=seed)
        own = rules.show_view(env.position.state, 0)
        seen.setdefault(own, set()).add(tuple(env.observe("player_0")["observation"]))
    assert len(seen) == 3
    assert all(len(views) == 1 for views in seen.values())


@pytest.mark.parametrize(("name", "value"), [("tic_tac_toe", 0), ("kuhn_poker", None)])
def test_games_of_open_spiel_are_rules(name: str, value: int | None) -> None:
    pytest.importorskip("pyspiel")
    rules = from_open_spiel(name)
    assert check(rules, 10)
    rules_again = from_open_spiel(name)
    assert rules == rules_again
    if value is not None:
        late = rules.position(0, 4, 8, 1)
        assert minimax(late).value == memo_value(late).value == value
        players = [agent("random", rules, 1), agent("random", rules, 2)]
        assert contest(rules, players).ending == "the game is over"
    else:
        assert rules.has("information_state")
        assert str(rules.solve().value) == "-1/18"


def test_unknown_games_of_open_spiel() -> None:
    pytest.importorskip("pyspiel")
    with pytest.raises(GameError, match="no game 'tic_tac_to'; did you mean 'tic_tac_toe'"):
        from_open_spiel("tic_tac_to")
    with pytest.raises(GameError, match="refuses 'connect_four\\(stones=1\\)'"):
        from_open_spiel("connect_four(stones=1)")


@pytest.mark.parametrize(
    ("name", "value"), [("tic_tac_toe", 0), ("breakthrough(rows=4,columns=3)", 1), ("nim", -1)]
)
def test_positions_of_open_spiel_that_meet_again_are_solved_once(name: str, value: int) -> None:
    pytest.importorskip("pyspiel")
    assert from_open_spiel(name).solve().value == value


def test_chance_in_open_spiel_is_solved() -> None:
    pytest.importorskip("pyspiel")
    pig = from_open_spiel("pig(winscore=6,horizon=8)")
    assert float(pig.solve().value) == pytest.approx(float(memo_value(pig.position()).value))


def test_rules_are_a_game_of_open_spiel() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import minimax as theirs

    rules = kb.game("tic-tac-toe")
    game = to_open_spiel(rules)
    state = game.new_initial_state()
    for action in (0, 4, 8):
        state.apply_action(action)
    value, _ = theirs.alpha_beta_search(game, state=state, maximizing_player_id=1)
    assert value == -minimax(rules.position(0, 4, 8)).value


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker", "pig 10", "lines-of-many"])
def test_rules_pass_the_test_of_open_spiel(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pyspiel.random_sim_test(to_open_spiel(kb.game(name)), 2, False, False)


@pytest.mark.parametrize("name", ["kuhn-poker", "goofspiel 2"])
def test_regret_minimization_of_open_spiel_finds_an_equilibrium(name: str) -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import cfr, exploitability

    game = to_open_spiel(kb.game(name))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.05


def test_hidden_information_reaches_open_spiel() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import expected_game_score
    from open_spiel.python.policy import UniformRandomPolicy

    game = to_open_spiel(kb.game("kuhn-poker"))
    assert (game.min_utility(), game.max_utility()) == (-2, 2)
    policy = UniformRandomPolicy(game)
    score = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert score[0] == pytest.approx(1 / 8)


def test_petting_zoo_sees_chess_in_numbers() -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("chess")
    rules = kb.game("chess")
    env = aec_env(rules, actions=6 * 4096)
    env.reset(seed=1)
    for move in ("e2e4", "e7e5"):
        seen = env.last()[0]
        assert env.observation_space(env.agent_selection).contains(seen)
        assert seen["action_mask"].sum() == 20
        env.step(rules.read_move(env.position.state, move))
    here = rules.position("e4", "a6", "e5", "d5")
    seen = rules.observation(here.state, 0)
    assert (seen[36], seen[35], seen[28], seen[60]) == (1, -1, 0, -6)
    assert seen[64:] == (0, 1, 1, 1, 1, 43, 0, 0)
    back = rules.position("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Rg1", "Ng8", "Rh1", "h6")
    assert rules.observation(rules.position("Nf3", "Nf6", "Ng1", "Ng8").state, 1)[-2:] == (4, 1)
    assert rules.observation(back.state, 0)[64:69] == (0, 0, 1, 1, 1)


def test_mean_field_games_of_open_spiel_are_refused() -> None:
    pytest.importorskip("pyspiel")
    with pytest.raises(GameError, match="mfg_garnet is a mean field game"):
        from_open_spiel("mfg_garnet")


def test_a_game_of_open_spiel_without_a_list_of_moves_is_refused() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    if "crossword" not in pyspiel.registered_names():
        pytest.skip("this OpenSpiel has no crossword")
    rules = from_open_spiel("crossword")
    with pytest.raises(GameError, match="does not list the moves of crossword"):
        contest(rules, [agent("random", rules, k) for k in range(rules.players)])


def test_simultaneous_moves_reach_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import cfr

    game = to_open_spiel(as_rules(kb.matrix("0 2; 3 1")))
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    pyspiel.random_sim_test(game, 2, False, False)
    solver = cfr.CFRPlusSolver(pyspiel.convert_to_turn_based(game))
    for _ in range(300):
        solver.evaluate_and_update_policy()
    state = pyspiel.convert_to_turn_based(game).new_initial_state()
    assert solver.average_policy().action_probabilities(state)[0] == pytest.approx(1 / 2, abs=0.05)


def test_boards_reach_open_spiel_as_tensors() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.observation import make_observation

    game = to_open_spiel(kb.game("tic-tac-toe"))
    state = game.new_initial_state()
    state.apply_action(4)
    seen = make_observation(game)
    seen.set_from(state, 0)
    assert seen.tensor.sum() >= 1
    assert seen.dict["observation"].shape[1:] == (3, 3)
