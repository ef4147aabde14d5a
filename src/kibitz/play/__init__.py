"""Playing: agents that choose moves, matches between them, and the board in the terminal."""

from kibitz.play.agents import Agent, PerfectPlayer, RandomPlayer
from kibitz.play.contest import Contest, Played, contest
from kibitz.play.hint import Hint, hint
from kibitz.play.match import Match, Turn, play_match
from kibitz.play.players import (
    Forfeit,
    PerfectMover,
    Player,
    ProfilePlayer,
    RandomMover,
    Searcher,
)
from kibitz.play.specs import agent
from kibitz.play.terminal import Person
from kibitz.play.tournament import Tournament, tournament

__all__ = [
    "Agent",
    "Contest",
    "Forfeit",
    "Hint",
    "Match",
    "PerfectMover",
    "PerfectPlayer",
    "Person",
    "Played",
    "Player",
    "ProfilePlayer",
    "RandomMover",
    "RandomPlayer",
    "Searcher",
    "Tournament",
    "Turn",
    "agent",
    "contest",
    "hint",
    "play_match",
    "tournament",
]
