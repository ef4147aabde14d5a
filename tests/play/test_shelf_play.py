"""Every impartial game on the shelf can be played, by the computer and by a person."""

from __future__ import annotations

from itertools import chain, repeat

import pytest

import kibitz as kb
from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.registry import ShelfEntry
from kibitz.play import PerfectPlayer, Person, RandomPlayer, hint, play_match

WORDS = {
    "at-least": "1/3 9",
    "at-most": "2/3 9",
    "dynamic-subtraction": "10",
    "fibonacci-nim": "10",
    "hexadecimal": "0.8F 7 5",
    "octal": "0.77 7 5",
    "impatient-subtraction": "9 7 set=1,3,4",
    "subtraction": "9 7 set=1,3,4",
    "tartan": "twins ruler TTH THT HTT",
    "northcott": "1:3 4:2 width=4",
}
BOARDS = (
    "acrostic-twins",
    "turning-corners",
    "rugs",
    "turning-turtles-squared",
    "mock-turtles-squared",
)


def call(entry: ShelfEntry) -> str:
    """A small game of each kind."""
    if entry.name in WORDS:
        return f"{entry.name} {WORDS[entry.name]}"
    if entry.name in BOARDS:
        return f"{entry.name} TTT THT TTH"
    if entry.family == "coins":
        return f"{entry.name} THTTHTTH"
    if any(p.required for p in entry.parameters):
        return f"{entry.name} 7 5"
    return entry.name


def impartial_calls() -> list[str]:
    families = {"coins", "hackenbush", "heaps", "nim", "digraphs"}
    return [call(entry) for entry in kb.shelf() if entry.family in families]


def game(words: str) -> ImpartialGame:
    made = kb.game(words)
    assert isinstance(made, ImpartialGame)
    return made


@pytest.mark.parametrize("words", impartial_calls())
def test_perfect_play_wins_what_can_be_won(words: str) -> None:
    start = game(words)
    outcome = start.outcome()
    first = play_match(start, PerfectPlayer(1, "perfect"), RandomPlayer(1, "chance"))
    second = play_match(start, RandomPlayer(2, "chance"), PerfectPlayer(2, "perfect"))
    if outcome == "N":
        assert first.winner == "first"
    if outcome == "P":
        assert second.winner == "second"


@pytest.mark.parametrize("words", impartial_calls())
def test_a_person_gets_a_menu_and_a_hint(words: str) -> None:
    start = game(words)
    if next(iter(start.moves(start.position)), None) is None:
        pytest.skip("nothing to move")
    said: list[str] = []
    typed = chain(["l", "?"], repeat("1"))
    match = play_match(start, Person(lambda prompt: next(typed), said.append), PerfectPlayer(1))
    assert match.turns
    assert start.show(start.position) in said[0]
    assert str(hint(start).reason)


def test_no_impartial_game_is_left_out() -> None:
    played = {words.split()[0] for words in impartial_calls()}
    for entry in kb.shelf():
        if not any(p.required for p in entry.parameters) and isinstance(
            entry.make(), ImpartialGame
        ):
            assert entry.name in played


def test_an_infinite_heap_is_played_to_the_end() -> None:
    start = game("transfinite-nim w*2+3 w*2+3")
    match = play_match(start, RandomPlayer(3, "chance"), PerfectPlayer(3, "perfect"))
    assert match.winner == "second"
    total = game("choose-a-pile + nim 3 4")
    assert play_match(total, PerfectPlayer(1), RandomPlayer(1)).winner == "first"
    assert "w + 7 without carrying is w + 7" in hint(total).reason
