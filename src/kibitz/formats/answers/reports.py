"""Documents that commands print with ``--json`` and that ``kibitz verify`` does not check."""

from __future__ import annotations

REPORTS = {
    "batch": "How many rows of an experiment are solved and proved.",
    "booklet": "Derivations, chapter by chapter.",
    "certificate": "What was checked of a claim, and whether it holds.",
    "conversion": "A game in another format, or the file that it was written to.",
    "description": "What a game is: named facts.",
    "exercise-sheet": "Problems, without their solutions.",
    "exercise-wishes": "What may be asked of problems.",
    "exercises": "The exercises, with their levels.",
    "experiment-session": "What a class played, round by round.",
    "experiments": "The class experiments, with their parameters.",
    "explanation": "A derivation, step by step.",
    "games": "Games of the shelf, with their parameters.",
    "grades": "What answers to a sheet earned.",
    "methods": "Methods, with what they find and whether they apply.",
    "model": "What was learned, and the file that keeps it.",
    "outcome-period": "Where the outcomes of single heaps repeat, and which of them are P.",
    "picture": "The file that a picture was written to.",
    "tour": "The stops of the tour, each with its answer and certificate.",
    "warm": "What was compiled beforehand.",
}
"""The kinds of reports, and what one is."""
