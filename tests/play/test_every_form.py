"""Games of every form are played by one referee, against every player that can play them."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz as kb
from kibitz.play import agent, contest
from kibitz.play.adapters.forms import as_rules
from kibitz.play.players import RandomMover
from kibitz.play.table import Table

GAMES = ("chicken", "morra", "kuhn-poker", "nim 3 4 5", "tic-tac-toe", "pig 5")
PLAYERS = ("random", "perfect", "mcts:50", "information-set-mcts:20")
REFUSED = ("turns", "hidden", "would look", "move simultaneously")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", PLAYERS)
def test_every_player_plays_or_says_why_not(name: str, player: str) -> None:
    rules = as_rules(kb.game(name))
    refused = ""
    try:
        players = [agent(player, rules, seed=1), agent("random", rules, seed=2)]
    except kb.GameError as error:
        refused = str(error)
    if refused:
        assert any(words in refused for words in REFUSED), refused
        return
    done = contest(rules, players, seed=3, longest=400)
    assert len(done.payoffs) == 2


def test_tables_trees_and_stages() -> None:
    stages = as_rules(kb.stochastic_game("G: 1 + G/2, 0; 0, 1"))
    tree = as_rules(kb.game("kuhn-poker").as_tree())
    table = as_rules(kb.matrix("2 0; 1 3"))
    for rules in (stages, tree, table):
        players = [agent("perfect", rules, seed=1), agent("random", rules, seed=1)]
        assert sum(contest(rules, players, seed=1).payoffs) == 0


def test_huge_heaps_are_played_without_listing_them() -> None:
    rules = as_rules(kb.game("nim 1000000000"))
    assert not rules.lists_all
    done = contest(rules, [agent("perfect", rules, seed=1), agent("random", rules, seed=1)])
    assert done.winners == (0,)
    with pytest.raises(kb.GameError, match="use perfect or random"):
        agent("mcts:10", rules)


def test_games_without_moves_say_so() -> None:
    for name in ("cournot", "airport 1 2 3"):
        with pytest.raises(kb.GameError, match="cannot be played"):
            as_rules(kb.game(name))


def test_models_of_games_of_states_play(tmp_path: Path) -> None:
    game, file = kb.game("inspection-stages 1 2"), str(tmp_path / "stages.kbz")
    learner = kb.train(game, "minimax-q", rounds=2, output=file).learner
    rules = as_rules(game)
    assert agent(file, rules).choose(rules.position(), 0) in rules.choices(rules.start(), 0)
    for seat in (0, 1):
        odds = learner.policy(rules.start(), seat)
        assert list(odds) == list(rules.choices(rules.start(), seat))
        assert sum(odds.values()) == pytest.approx(1)


def test_a_walk_that_was_learned_is_played(tmp_path: Path) -> None:
    game, file = kb.game("gridworld 3 3"), str(tmp_path / "walk.kbz")
    model = kb.train(game, "q-learning", rounds=5, output=file)
    assert model.learner.seat == "--me"
    rules = as_rules(game)
    done = contest(rules, [agent(file, rules), agent("random", rules, seed=1)], seed=1)
    assert done.payoffs[0] == -2


def test_a_table_is_touched_by_the_lines_of_the_seat() -> None:
    rules = as_rules(kb.game("chicken"))
    rows, columns = (rules.view_picture(rules.start(), seat).spots for seat in (0, 1))
    assert [spot.moves for spot in rows] == [spot.moves for spot in columns]
    assert rows[0].outline != columns[0].outline
    wide = max(x for x, _ in rows[0].outline) - min(x for x, _ in rows[0].outline)
    high = max(y for _, y in rows[0].outline) - min(y for _, y in rows[0].outline)
    assert wide > high


def test_a_tree_is_touched_where_the_player_may_be() -> None:
    quiche = kb.game("beer-quiche")
    rules = as_rules(quiche)
    state = rules.start()
    for move in (0, 0):
        state = rules.play(state, move)
    spots = rules.view_picture(state, 1).spots
    several = len(quiche.members[int(quiche.tree.infoset[state])])
    assert several == 2
    assert sorted(spot.name for spot in spots) == ["duel", "duel", "leave", "leave"]


def test_what_each_gets_is_said_where_nobody_wins_what_the_other_loses() -> None:
    rules = as_rules(kb.game("chicken"))
    table = Table(rules, [None, RandomMover(0)], 0)
    table.play("straight")
    mine, theirs = table.position.payoffs
    assert table.result == f"You get {mine}, II gets {theirs}."


def test_no_equilibrium_is_awaited_at_the_table_of_a_large_game() -> None:
    player = agent("auto", kb.game("goofspiel 5"), 0, 0.1)
    assert "too large" in player.about  # type: ignore[attr-defined]
