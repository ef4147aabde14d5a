"""Agents, matches, hints and what a person may type."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.combinatorial import digraph, star
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.hackenbush import hackenbush, stalks
from kibitz.combinatorial.move import Move
from kibitz.play import PerfectPlayer, Person, RandomPlayer, hint, play_match
from kibitz.play.agents import good_moves, stubborn_moves
from kibitz.play.terminal import menu, read_move


def take(pile: int, most: int = 3, play: str = "normal") -> ImpartialGame:
    return kb.impartial(pile, lambda n: range(max(0, n - most), n), play, title="take-away")


def games() -> st.SearchStrategy[ImpartialGame]:
    piles = st.lists(st.integers(0, 3), max_size=3)
    return st.one_of(
        st.builds(
            take, st.integers(0, 20), st.integers(1, 4), st.sampled_from(["normal", "misere"])
        ),
        st.builds(lambda lengths: stalks(*lengths), piles),
        st.builds(lambda lengths: stalks(*lengths, play="misere"), piles),
        st.builds(lambda n, k: star(n) + take(k), st.integers(0, 4), st.integers(0, 6)),
    )


@given(games(), st.integers(0, 99))
@settings(max_examples=80, deadline=None)
def test_the_perfect_player_wins_whatever_can_be_won(game: ImpartialGame, seed: int) -> None:
    perfect, other = PerfectPlayer(seed), RandomPlayer(seed)
    length = game.remoteness()
    assert length is not None
    if game.outcome() == "N":
        match = play_match(game, perfect, other)
        assert match.winner == "first"
    else:
        match = play_match(game, other, perfect)
        assert match.winner == "second"
    assert len(match.turns) <= length


@given(games(), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_two_perfect_players_take_just_the_remoteness(game: ImpartialGame, seed: int) -> None:
    match = play_match(game, PerfectPlayer(seed), PerfectPlayer(seed + 1))
    assert len(match.turns) == game.remoteness()
    assert match.winner == ("first" if game.outcome() == "N" else "second")


def test_seeds_repeat_a_match() -> None:
    game = stalks(3, 4, 5)
    matches = [play_match(game, RandomPlayer(7), RandomPlayer(8)) for _ in range(2)]
    assert matches[0] == matches[1]
    lengths = {len(play_match(game, RandomPlayer(s), RandomPlayer(s + 1)).turns) for s in range(20)}
    assert len(lengths) > 1


def test_a_tied_game_is_called_off_when_positions_come_back() -> None:
    game = digraph({"a": "bc", "b": "a", "c": "d", "d": ""}, start="a")
    match = play_match(game, PerfectPlayer(1), PerfectPlayer(2))
    assert match.winner is None
    assert "came up 3 times" in match.ending
    assert str(match).endswith("a draw")
    assert "neither player can force a win" in str(hint(game))


def test_a_game_too_large_to_search_is_still_won() -> None:
    heaps = [star(n) for n in (20, 21, 22, 23)]
    lost = heaps[0] + heaps[1] + heaps[2] + heaps[3]
    won = lost + star(9)
    assert (won.outcome(), lost.outcome()) == ("N", "P")
    assert play_match(won, PerfectPlayer(1), RandomPlayer(2)).winner == "first"
    assert play_match(lost, PerfectPlayer(1), PerfectPlayer(2)).winner == "second"


def test_a_lost_game_too_large_to_search_is_made_hard_to_win() -> None:
    lost = stalks(20, 21, 22, 23)
    assert {len(lost.at(m.position).winning_moves()) for m in lost.moves(())} == {1, 3}
    assert {len(lost.at(m.position).winning_moves()) for m in stubborn_moves(lost)} == {1}
    assert "few good answers" in str(hint(lost))


def test_hints_give_a_good_move_and_its_reason() -> None:
    for game in (stalks(3, 4, 5), take(10), take(10, play="misere"), star(3) + take(5)):
        assert hint(game).move in good_moves(game)
    assert "worth 2, and this makes it 0" in str(hint(stalks(3, 4, 5)))
    assert "3 + 1 without carrying is 2" in str(hint(star(3) + take(5)))
    assert "the player to move loses" in str(hint(take(10, play="misere")))
    assert "every move leaves a position that can be won" in str(hint(take(9, play="misere")))


def test_the_transcript_is_json() -> None:
    match = play_match(stalks(1, 2), PerfectPlayer(1, "Ada"), RandomPlayer(1, "Bob"))
    data = json.loads(json.dumps(match.to_json()))
    assert data["players"] == {"first": "Ada", "second": "Bob"}
    assert data["start"] == "stalks 1 2"
    assert data["winner"] == "first"
    assert [turn["side"] for turn in data["turns"]] == ["first", "second", "first"]
    assert data["turns"][0] == {
        "side": "first",
        "player": "Ada",
        "move": "chop b1-b2",
        "leaves": "stalks 1 1",
    }


# What a person types.


class Script:
    """Lines for a person, and what was said."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.said: list[str] = []

    def person(self) -> Person:
        return Person(lambda prompt: next(self.lines, None), self.said.append)


def test_a_person_is_asked_until_a_move_is_understood() -> None:
    script = Script("?", "help", "nonsense", "99", "l", "a1-a2")
    move = script.person().choose(stalks(3, 4, 5))
    assert move == Move("chop a1-a2", (1,))
    assert script.said[0] == script.said[-1] == menu(stalks(3, 4, 5))
    assert any("unknown move 'nonsense'" in words for words in script.said)
    assert any("there is no move 99" in words for words in script.said)


@pytest.mark.parametrize("last", ["q", "quit", None])
def test_giving_up(last: str | None) -> None:
    script = Script(*([] if last is None else [last]))
    match = play_match(stalks(1, 2), script.person(), PerfectPlayer(1))
    assert (match.winner, match.ending, match.turns) == ("second", "you gave up", ())


def test_moves_by_number_position_and_words() -> None:
    game = take(10)
    assert read_move(game, "1") == Move("to 7", 7)
    assert read_move(game, "=9") == Move("to 9", 9)
    assert read_move(game, "to 8") == Move("to 8", 8)
    pairs = kb.impartial((2, 3), lambda p: [(p[0] - 1, p[1]), (p[0], p[1] - 1)])
    assert read_move(pairs, "1 3").position == (1, 3)
    assert read_move(pairs, "(2, 2)").position == (2, 2)
    with pytest.raises(kb.GameError, match="unknown move '=11'"):
        read_move(game, "=11")
    with pytest.raises(kb.GameError, match=r"may mean 12 moves: chop 0-a1; .*; \.\.\."):
        read_move(stalks(3, 4, 5), "chop")
    with pytest.raises(kb.GameError, match="numbered 1 to 3"):
        read_move(game, "0")


def test_long_menus_are_cut_short() -> None:
    words = menu(stalks(30))
    assert words.count("\n") == 21
    assert words.endswith("type the position that a move leaves, or words of the move")
    assert read_move(stalks(30), "29").position == (28,)


def test_among_many_moves_one_of_the_first_is_drawn() -> None:
    move = RandomPlayer(1).choose(star(10**9))
    assert move is not None
    assert 10**9 - 10**4 < move.position < 10**9


def test_the_picture_falls_to_nothing() -> None:
    match = play_match(hackenbush("door"), PerfectPlayer(1), PerfectPlayer(2))
    assert match.turns[-1].leaves == "nothing"
