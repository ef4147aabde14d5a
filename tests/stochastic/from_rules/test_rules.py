"""Rules with chance as stochastic games, against a plain iteration of the same equations."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.games.dice.backgammon_race import Race
from kibitz.games.dice.pig import Pig
from kibitz.games.dice.ruin_duel import RuinDuel
from kibitz.games.dice.tic_tac_toe import DiceTicTacToe
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Rules
from kibitz.stochastic import RecurringRules, solve_rules, to_stochastic
from kibitz.stochastic.decision.policy import PolicySolution
from kibitz.stochastic.from_rules.positions import enumerate_rules


def plain_values(rules: Rules, sweeps: int) -> dict[object, float]:
    """Value iteration in Python over a dictionary of positions."""
    seen, todo = {rules.start()}, [rules.start()]
    while todo:
        state = todo.pop()
        player = rules.player(state)
        if player == OVER:
            continue
        moves = [m for m, _ in rules.chance(state)] if player == CHANCE else rules.moves(state)
        for move in moves:
            after = rules.play(state, move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    values = dict.fromkeys(seen, 0.0)
    for _ in range(sweeps):
        for state in seen:
            player = rules.player(state)
            if player == OVER:
                values[state] = rules.payoffs(state)[0]
            elif player == CHANCE:
                values[state] = sum(
                    float(w) * values[rules.play(state, m)] for m, w in rules.chance(state)
                )
            else:
                worth = [values[rules.play(state, m)] for m in rules.moves(state)]
                values[state] = max(worth) if player == 0 else min(worth)
    return values


@pytest.mark.parametrize(
    ("rules", "sweeps"),
    [(Pig(6), 400), (Pig(4, 3), 400), (RuinDuel(3, 4, 40), 400), (Race(1, 2), 30)],
)
def test_values_are_those_of_plain_iteration(rules: Rules, sweeps: int) -> None:
    solved = solve_rules(rules)
    for state, value in plain_values(rules, sweeps).items():
        if rules.player(state) >= 0:
            assert solved.value_of(state) == pytest.approx(value, abs=1e-9)
    assert solved.verify()


def test_a_wrong_policy_is_refused() -> None:
    solved = solve_rules(Pig(6))
    policy = solved.policy
    turned = PolicySolution(
        policy.game, policy.value_array, 1 - policy.policy.clip(0, 1), policy.method, 1e-9
    )
    table = policy.game.table
    turned.policy[(table.rows * table.columns) == 1] = 0
    assert not turned.verify()
    wrong = PolicySolution(
        policy.game, policy.value_array + 0.01, policy.policy, policy.method, 1e-9
    )
    assert not wrong.verify()


def test_pig_holds_at_about_twenty() -> None:
    solved = Pig(40).solve()
    holds = Pig(40).holds_at(solved, 0, 0)
    assert holds is not None
    assert 15 <= holds <= 25
    assert Pig(40).holds_at(solved, 1, 0) is None
    games = [solved.play(seed) for seed in range(20)]
    assert all(game[-1].is_over for game in games)
    assert "hold" in solved.draw().caption


def test_a_die_that_always_hits_is_tic_tac_toe() -> None:
    assert DiceTicTacToe(6).solve().value == 0.0


def test_the_arrow_knows_its_states() -> None:
    game = to_stochastic(Pig(5))
    assert game.states[0] == "0:0, first with 0"
    assert game.describe()


def test_from_the_shell() -> None:
    told = CliRunner().invoke(app, ["solve", "pig", "8", "--json", "--verify"])
    assert told.exit_code == 0
    data = json.loads(told.stdout)
    assert data["certificate"]["holds"]
    assert data["best"] == "roll"


def test_hidden_information_is_refused() -> None:
    with pytest.raises(kb.GameError, match="hidden"):
        to_stochastic(kb.game("kuhn-poker"))  # type: ignore[arg-type]


class Coins(RecurringRules):
    """Both show a coin; equal coins give the first player one of the other's, and back."""

    names = ("even", "odd")
    most_moves = 2
    endless = 0

    def start(self) -> tuple[int, int]:
        return (2, 2)

    def player(self, state: tuple[int, int]) -> int:
        return OVER if 0 in state else SIMULTANEOUS

    def choices(self, state: tuple[int, int], who: int) -> tuple[int, ...]:
        return (0, 1)

    def play_together(self, state: tuple[int, int], chosen: tuple[int, ...]) -> tuple[int, int]:
        gain = 1 if chosen[0] == chosen[1] else -1
        return (state[0] + gain, state[1] - gain)

    def payoffs(self, state: tuple[int, int]) -> tuple[int, int]:
        return (1, -1) if state[1] == 0 else (-1, 1)


def test_players_who_move_at_once() -> None:
    solved: Any = Coins().solve()
    assert solved.verify()
    assert solved.values == {"(2, 2)": 0, "(1, 3)": Fraction(-1, 2), "(3, 1)": Fraction(1, 2)}
    silent = Coins()
    silent.endless = None
    # Each side can see to it that play ends, so nothing need be said about endless play.
    assert silent.solve().values == solved.values
    with pytest.raises(kb.GameError, match=r"\(2, 2\) -> \(3, 1\) -> \(2, 2\)"):
        to_stochastic(silent).solve("value-iteration")


@pytest.mark.parametrize("rules", [Pig(3), RuinDuel(2, 3, 40)])
def test_exact_values_are_those_in_floating_point(rules: Rules) -> None:
    exact: Any = rules.solve(method="exact")  # type: ignore[call-arg]
    assert exact.exact
    assert exact.verify()
    assert float(exact.value) == pytest.approx(rules.solve().value, abs=1e-12)


class Walk(RecurringRules):
    """One player walks by one or two steps; the rest of the tests change a rule each."""

    players = 1
    names = ("walker",)
    most_moves = 4

    def start(self) -> tuple[int]:
        return (0,)

    def player(self, state: tuple[int]) -> int:
        return OVER if state[0] > 5 else 0

    def moves(self, state: tuple[int]) -> list[int]:
        return [1, 2]

    def play(self, state: tuple[int], move: int) -> tuple[int]:
        return (state[0] + move,)

    def payoffs(self, state: tuple[int]) -> tuple[int]:
        return (state[0],)


class TooMany(Walk):
    most_moves = 1


class Stuck(Walk):
    def moves(self, state: tuple[int]) -> list[int]:
        return [1] if state[0] < 3 else []


class Uneven(Walk):
    def player(self, state: tuple[int]) -> int:
        return OVER if state[0] > 5 else CHANCE

    def chance(self, state: tuple[int]) -> list[tuple[int, Fraction]]:
        return [(1, Fraction(1, 2)), (2, Fraction(1, 3))]


class Endless(Walk):
    def player(self, state: tuple[int]) -> int:
        return 0


class Staying(Walk):
    def moves(self, state: tuple[int]) -> list[int]:
        return [0, 1]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (TooMany(), "raise most_moves, which is 1"),
        (Stuck(), r"no move at \(3,\), but the game is not over"),
        (Uneven(), "do not add up to 1"),
        (Staying(), r"\(0,\) -> \(0,\); give the payoff"),
    ],
    ids=lambda x: type(x).__name__ if isinstance(x, Rules) else "",
)
def test_rules_that_contradict_themselves(rules: Rules, words: str) -> None:
    with pytest.raises(kb.GameError, match=words):
        rules.solve()


@pytest.mark.usefixtures("interpreted")
def test_games_without_end_are_given_up() -> None:
    with pytest.raises(kb.GameError, match="more than 500 positions"):
        to_stochastic(Endless(), most=500)
    assert Walk().solve().value == 7


class Wide(Rules):
    """One move of many, then the end: 60 moves and 60 transitions at each of a few positions."""

    name = "Wide"
    players = 1

    def __init__(self, positions: int) -> None:
        self.positions = positions

    def start(self) -> Any:
        return 0

    def player(self, state: Any) -> int:
        return OVER if state < 0 else 0

    def moves(self, state: Any) -> Any:
        return range(60)

    def play(self, state: Any, move: Any) -> Any:
        after = state + move
        return after if 0 < after < self.positions else -1

    def payoffs(self, state: Any) -> Any:
        return (1,)


@pytest.mark.usefixtures("interpreted")
def test_many_moves_at_few_positions_are_not_too_many_positions() -> None:
    found, table = enumerate_rules(Wide(100), most=100)
    assert found.count == 100
    assert table.cells == 100 * 60
    with pytest.raises(kb.GameError, match="more than 99 positions can be reached"):
        enumerate_rules(Wide(100), most=99)


def test_methods_are_listed_without_making_a_large_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.rules.game.MOST_TRIED", 50)
    method = next(m for m in kb.methods(Pig(20)) if m.name == "shapley-iteration")
    assert method.why_not(Pig(20)) is None, "solving shows whether it applies"
    with pytest.raises(kb.GameError, match=r"more than 50 positions .*; solving tries 67,108,864"):
        Pig(20).tried_in_form("as_stochastic")
    assert len(Pig(20).as_stochastic().states) > 50
