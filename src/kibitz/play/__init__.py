"""Playing: agents that choose moves, matches between them, and the board in the terminal."""

from kibitz.play.agents import Agent, PerfectPlayer, RandomPlayer
from kibitz.play.hint import Hint, hint
from kibitz.play.match import Match, Turn, play_match
from kibitz.play.terminal import Person

__all__ = [
    "Agent",
    "Hint",
    "Match",
    "PerfectPlayer",
    "Person",
    "RandomPlayer",
    "Turn",
    "hint",
    "play_match",
]
