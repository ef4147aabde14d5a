"""Players of games with moves, and games between them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.play import Forfeit, PerfectMover, RandomMover, agent, contest
from kibitz.play.board import Human, PlayConsole, hint
from kibitz.play.players import MixedPlayer, ProfilePlayer, options
from kibitz.play.specs import is_agent, read_settings
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import OVER, SIMULTANEOUS, Position, Rules
from kibitz.search.alpha_beta.plain import plain_value


class OddsAndEvens(Rules):
    """Both show one or two fingers at once; the first wins an odd sum."""

    def start(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return OVER if state else SIMULTANEOUS

    def choices(self, state: int, player: int) -> tuple[int, int]:
        return (1, 2)

    def play_together(self, state: int, moves: tuple[int, ...]) -> int:
        return sum(moves)

    def payoffs(self, state: int) -> tuple[int, int]:
        return (state, -state) if state % 2 else (-state, state)


def two(rules: Any, first: str, second: str, seed: int = 0, **more: Any) -> Any:
    return contest(rules, [agent(first, rules, seed), agent(second, rules, seed + 1)], seed, **more)


@pytest.mark.parametrize("spec", ["perfect", "minimax", "alpha-beta", "scout:depth=9", "exact"])
def test_whoever_plays_well_wins_a_won_game(spec: str) -> None:
    for seed in range(5):
        assert two(TakeAway(7), spec, "random", seed).payoffs == (1, -1)


def test_a_perfect_player_never_loses_what_it_has() -> None:
    rules = kb.game("tic-tac-toe")
    for seed in range(4):
        assert two(rules, "perfect", "random", seed).payoffs[0] >= 0
        assert two(rules, "random", "perfect", seed).payoffs[1] >= 0
    assert two(rules, "perfect", "perfect").payoffs == (0, 0)


def test_seeds_repeat_a_game() -> None:
    rules = kb.game("tic-tac-toe")
    assert two(rules, "random", "random", 3) == two(rules, "random", "random", 3)
    games = {two(rules, "random", "random", seed).moves for seed in range(8)}
    assert len(games) == 8


def test_luck_comes_from_the_seed_of_the_game() -> None:
    rules = kb.game("kuhn-poker")
    deals = {two(rules, "random", "random", seed).moves[0].move for seed in range(40)}
    assert len(deals) == 6
    first, second = (contest(rules, [RandomMover(k), RandomMover(k)], 5) for k in (1, 2))
    assert first.moves[0] == second.moves[0]


def test_an_equilibrium_is_played_with_its_odds() -> None:
    rules = kb.game("kuhn-poker")
    profile = rules.solve().profile
    player = ProfilePlayer(profile, 1)
    dealt = rules.position("QJ", "check", "bet")
    odds = player.odds(dealt, 0)
    assert odds == profile["Q check-bet"]
    calls = [rules.show_move(dealt.state, player.choose(dealt, 0)) for _ in range(3000)]
    assert abs(calls.count("call") / 3000 - float(odds["call"])) < 0.04
    with pytest.raises(Forfeit, match="does not cover"):
        player.odds(kb.game("kuhn-poker 4").position("TJ"), 0)


def test_searches_may_not_look_at_what_is_hidden() -> None:
    rules = kb.game("kuhn-poker")
    for spec in ("depth:4", "mcts", "minimax", "exact"):
        with pytest.raises(GameError, match="hidden"):
            agent(spec, rules)
    assert isinstance(agent("perfect", rules), ProfilePlayer)


def test_all_move_at_once() -> None:
    rules = OddsAndEvens()
    done = two(rules, "random", "random", 4)
    assert [move.seat for move in done.moves] == [0, 1]
    assert sum(done.payoffs) == 0
    assert options(rules.position(), 0) == tuple(rules.choices(rules.start(), 0))
    with pytest.raises(GameError, match="turns only"):
        two(rules, "minimax", "random")


def test_perfect_mixes_where_all_move_at_once() -> None:
    rules = OddsAndEvens()
    player = agent("perfect", rules, 1)
    assert isinstance(player, MixedPlayer)
    odds = player.odds(rules.position(), 0)
    value = sum(
        p * q * rules.payoffs(rules.play_together(rules.start(), (a, b)))[0]
        for a, p in zip(options(rules.position(), 0), odds.values(), strict=True)
        for b, q in zip(
            options(rules.position(), 1), player.odds(rules.position(), 1).values(), strict=True
        )
    )
    assert value == rules.solve().value
    drawn = Counter(player.choose(rules.position(), 0) for _ in range(2000))
    for move, p in zip(options(rules.position(), 0), odds.values(), strict=True):
        assert drawn[move] / 2000 == pytest.approx(float(p), abs=0.06)
    told = ", ".join(f"{m} {p}" for m, p in odds.items())
    assert hint(rules.position(), 0) == f"an equilibrium mixes: {told}"
    assert two(rules, "perfect", "random").ending == "the game is over"


class Stubborn:
    """Always says the same."""

    name = "stubborn"

    def __init__(self, move: Any) -> None:
        self.move = move

    def choose(self, position: Position, seat: int) -> Any:
        if isinstance(self.move, Exception):
            raise self.move
        return self.move


@pytest.mark.parametrize(
    ("move", "ending"),
    [
        (9, "forfeits (no move 9 here)"),
        (None, "gave up"),
        (Forfeit("the engine ended, 1"), "forfeits (the engine ended, 1)"),
    ],
)
def test_who_cannot_go_on_loses(move: Any, ending: str) -> None:
    rules = TakeAway(4)
    done = contest(rules, [RandomMover(1), Stubborn(move)])
    assert done.payoffs == (1, -1)
    assert done.ending == f"stubborn {ending}"
    assert done.forfeited == 1
    assert done.to_json()["winners"] == [0]


def test_games_without_end_are_noticed() -> None:
    class Forever(TakeAway):
        def moves(self, state: Any) -> Any:
            yield 0

    rules = Forever(3)
    with pytest.raises(GameError, match="not over after 10,000 moves"):
        two(rules, "random", "random")
    assert two(rules, "random", "random", longest=7).ending == "called off after 7 moves"
    with pytest.raises(GameError, match="longest=0"):
        two(rules, "random", "random", longest=0)


def test_perfect_play_covers_chance_and_more_players() -> None:
    from kibitz.rules.trees.build import game_tree

    tree = game_tree(
        {
            "player": 0,
            "children": [
                {"player": 1, "children": [{"u": [1, 4, 5]}, {"u": [6, 2, 2]}]},
                {"player": 2, "children": [{"u": [0, 3, 7]}, {"u": [5, 3, 8]}]},
            ],
        }
    )
    players = [PerfectMover(tree) for _ in range(3)]
    assert contest(tree, players).payoffs == (5, 3, 8) == plain_value(tree.position(), 99)


def test_agents_are_read_and_misspellings_refused() -> None:
    rules = TakeAway(6)
    assert is_agent("Alpha_Beta:depth=3")
    assert not is_agent("tic-tac-toe")
    assert read_settings("mcts", "solver=no,rave=1/2", "x") == {"solver": False, "rave": 0.5}
    assert read_settings("star1", "bounds=-3:3", "x") == {"bounds": (-3, 3)}
    assert read_settings("max-n", "ties=last", "x") == {"ties": "last"}
    for spec, complaint in {
        "alpha-beta:fail=harder": "it must be soft or hard",
        "max-n:ties=some": "it must be first or last",
        "star1:bounds=3": "the least and the greatest",
        "alpha-beta:table=1": "no setting 'table'",
        "random:3": "no settings",
        "depth": "give a number",
        "depth:x": "whole number",
        "depth:0": "must be positive",
        "seconds:0": "must be positive",
        "mcts:iterations=-1": "must be positive",
        "mcts:iterationen=5": "did you mean 'iterations'",
        "mcts:solver=perhaps": "yes or no",
        "prefect": "did you mean 'perfect'",
        "engine:": "write the command",
        "engine:/no/such/program": "no such file",
    }.items():
        with pytest.raises(GameError, match=complaint):
            agent(spec, rules, 1).choose(rules.position(), 0)


def test_the_seats_must_be_filled() -> None:
    with pytest.raises(GameError, match="1 player for 2 seats"):
        contest(TakeAway(3), [RandomMover()])


@pytest.mark.usefixtures("interpreted")
def test_every_search_plays() -> None:
    from kibitz.search import methods

    rules = TakeAway(5)
    special = (
        "best-reply",
        "book",
        "quiescence",
        "singular-extension",
        "information-set-mcts",
        "single-reply-extension",
    )
    for name in (n for n in methods.names() if n not in special):
        assert two(rules, name, "random", 1).ending == "the game is over"


def test_a_search_that_respects_what_is_hidden_may_play() -> None:
    rules = kb.game("kuhn-poker")
    rules.payoff_bounds = (-2, 2)
    done = two(rules, "information-set-mcts:iterations=200", "random", 1)
    assert done.ending == "the game is over"


@pytest.mark.parametrize(
    ("name", "moves", "typed", "move"),
    [
        ("oware", [], "A", 0),
        ("oware", ["C"], "b", 1),
    ],
)
def test_a_move_that_is_spelled_like_a_question_is_a_move(
    name: str, moves: list[str], typed: str, move: int
) -> None:
    desk = PlayConsole(lambda prompt: typed, lambda words: None, lambda title, board: None)
    assert Human(desk).choose(kb.game(name).position(*moves), len(moves)) == move


def test_giving_up_costs_the_most_that_was_seen_where_the_rules_set_no_bounds() -> None:
    class Quitter:
        name = "quitter"

        def choose(self, position: Position, seat: int) -> None:
            return None

    rules = kb.game("kuhn-poker")
    assert rules.payoff_bounds is None
    assert contest(rules, [Quitter(), agent("random", rules, 1)]).payoffs == (-2, 2)
    table = kb.game("nim-of-many")
    others = [agent("random", table, k) for k in (1, 2)]
    assert contest(table, [Quitter(), *others]).payoffs == (-1, Fraction(1, 2), Fraction(1, 2))


def test_time_of_nothing_is_refused_at_once() -> None:
    with pytest.raises(GameError, match="seconds is 0; it must be positive"):
        agent("random", TakeAway(5), seconds=0)
