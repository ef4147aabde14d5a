"""Write docs/methods.md, the page of all methods, from their registry."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from kibitz.core.files.atomic_file import write_text
from kibitz.core.method import Method, every_method

PAGE = Path(__file__).parents[1] / "methods.md"
HEAD = """# Methods

*Which methods are there to answer a question about a game, and what do they cost?*

This page lists all of them, by form of game. You can use a method

- by name: `game.solve(method="support-enumeration")`, or `kibitz solve GAME --method NAME`;
- as a method of the game: `game.support_enumeration()`;
- as a function, which is in a file of its own.

Learners are names for `train(method=...)` and `kibitz train --method`. `kibitz methods GAME` says which methods
apply to your game, and why others do not.
"""
PARTS: dict[str, dict[str, str]] = {
    "Impartial games": {
        "ImpartialGame": "Any impartial game",
        "HeapGame": "Heaps",
        "CoinGame": "Coins in a row or on a board",
        "Chomp": "Chomp",
        "DynamicSubtraction": "A pile with a moving limit",
        "SOS": "SOS",
        "Transfinite": "Transfinite heaps",
        "Wythoff": "Wythoff's game",
    },
    "Zero-sum games": {
        "MatrixGame": "Matrix games",
        "ParametricMatrixGame": "Tables with a parameter",
        "InfiniteGame": "Infinitely many strategies",
        "SearchGame": "Hiding and searching",
        "LinearProgram": "Linear programs",
    },
    "Trees and cards": {
        "ExtensiveGame": "Games in extensive form",
        "BettingGame": "Poker on an interval, with a tree of bets",
        "ContinuousPoker": "Classical poker on an interval",
        "LowballDraw": "Draw poker",
    },
    "Games with no fixed end": {
        "StochasticGame": "Stochastic games",
        "GameFamily": "One game for every n",
        "RecurringRules": "Rules with chance whose positions repeat",
    },
    "General-sum games": {
        "StrategicGame": "Strategic games",
        "RepeatedGame": "Repeated games",
    },
    "Firms and intervals": {
        "ContinuousGame": "Games on intervals",
        "Bertrand": "Price competition",
        "Stackelberg": "Firms that move in order",
        "Entry": "Entry deterrence",
        "MarketFamily": "Markets of n firms",
    },
    "Bargaining and coalitions": {
        "BargainingProblem": "Bargaining",
        "CoalitionalGame": "Coalitional games",
        "CoalitionalFamily": "Worths with a letter",
        "CoalitionalLetters": "Worths with several letters",
        "CostGame": "Cost games",
        "VotingGame": "Weighted voting",
        "Bankruptcy": "Bankruptcy",
    },
    "Boards, search and learning": {
        "Rules": "Games with moves",
        "Puzzle": "Puzzles",
        "Lesson": "Learners",
    },
}
"""The forms in the order of a course, each with its name on the page."""


def page() -> str:
    """The page: a table of methods for each form, those of one part together."""
    forms: dict[str, list[Method]] = defaultdict(list)
    for entry in every_method():
        forms[entry.noun.__name__].append(entry)
    named = {noun for nouns in PARTS.values() for noun in nouns}
    others = {noun: noun for noun in sorted(forms) if noun not in named}
    parts = {**PARTS, **({"Others": others} if others else {})}
    text = [HEAD, "| part | forms, with the number of methods |\n| :-- | :-- |"]
    for title, nouns in parts.items():
        links = ", ".join(
            f"[{words}](#{_anchor(words)}) {len(forms[noun])}"
            for noun, words in nouns.items()
            if noun in forms
        )
        text.append(f"| {title} | {links} |")
    text.append("")
    for title, nouns in parts.items():
        text.append(f"## {title}\n")
        for noun, words in nouns.items():
            if noun in forms:
                text += _form(noun, words, forms[noun])
    return "\n".join(text)


def _form(noun: str, words: str, entries: list[Method]) -> list[str]:
    return [
        f"### {words}\n",
        f"`{noun}`\n",
        "| method | finds | cost | reference |\n| :-- | :-- | :-- | :-- |",
        *map(_row, entries),
        "",
    ]


def _anchor(words: str) -> str:
    """What a heading is called in an address."""
    kept = "".join(letter for letter in words.lower() if letter.isalnum() or letter in " -")
    return kept.replace(" ", "-")


def _row(entry: Method) -> str:
    also = f" (also {', '.join(f'`{a}`' for a in entry.aliases)})" if entry.aliases else ""
    cells = (f"`{entry.name}`{also}", entry.finds, entry.cost, entry.reference)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    write_text(PAGE, page())
