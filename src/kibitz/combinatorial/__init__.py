"""Impartial games: who wins, nimbers, sums, games that go round, and the families by name."""

from kibitz.combinatorial.errors import CycleError
from kibitz.combinatorial.game import ImpartialGame, Move, OptionsGame, impartial
from kibitz.combinatorial.nimber import mex, nim_sum, nimber_search
from kibitz.combinatorial.outcome import outcome_of_sum, outcome_search
from kibitz.combinatorial.remoteness import remoteness_search

__all__ = [
    "CycleError",
    "ImpartialGame",
    "Move",
    "OptionsGame",
    "impartial",
    "mex",
    "nim_sum",
    "nimber_search",
    "outcome_of_sum",
    "outcome_search",
    "remoteness_search",
]
