"""Write docs/methods.md, the page of all methods, from their registry."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from kibitz.core.files.atomic_file import write_text
from kibitz.core.method import Method, every_method

PAGE = Path(__file__).parents[1] / "methods.md"
HEAD = """# Methods

*Which ways are there to answer a question, and what do they cost?*

Every method is a name for `solve(method=...)` and for `kibitz solve --method`, a method of the game
(`game.support_enumeration()`), and a function in a file of its own. `kibitz methods GAME` says which
of them apply to a game, and why others do not. The methods of a lesson are learners: names for
`train(method=...)` and `kibitz train --method`.
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
        "MatrixGame": "A table of payoffs",
        "ParametricMatrixGame": "A table with a letter in it",
        "InfiniteGame": "Both name a positive integer",
        "SearchGame": "Hiding and searching",
        "LinearProgram": "Linear programs",
    },
    "Trees and cards": {
        "ExtensiveGame": "Trees",
        "BettingGame": "Poker on an interval, by a tree of bets",
        "ContinuousPoker": "Classical poker on an interval",
        "LowballDraw": "Draw poker",
    },
    "Games with no fixed end": {
        "StochasticGame": "Stochastic games",
        "GameFamily": "A rule for all n",
        "RecurringRules": "Rules with chance in which positions come back",
    },
    "General-sum games": {
        "StrategicGame": "Tables of payoffs for all players",
        "RepeatedGame": "Repeated games",
    },
    "Firms and intervals": {
        "ContinuousGame": "Games on intervals",
        "Bertrand": "Prices",
        "Stackelberg": "Moves in order",
        "Entry": "An entrant",
    },
    "Bargaining and coalitions": {
        "BargainingProblem": "Bargaining",
        "CoalitionalGame": "Coalitions and their worths",
        "CostGame": "Costs",
        "VotingGame": "Votes",
        "Bankruptcy": "Bankruptcy",
    },
    "Boards, search and learning": {
        "Rules": "Games with moves",
        "Puzzle": "Puzzles",
        "Lesson": "Learners",
    },
}
"""The forms in the order of a course, and what each is to somebody who has one."""


def page() -> str:
    """The page: a table of methods for each form, those of one part together."""
    forms: dict[str, list[Method]] = defaultdict(list)
    for entry in every_method():
        forms[entry.noun.__name__].append(entry)
    named = {noun for nouns in PARTS.values() for noun in nouns}
    others = {noun: noun for noun in sorted(forms) if noun not in named}
    parts = {**PARTS, **({"Others": others} if others else {})}
    text = [HEAD, "| part | forms, and how many methods each has |\n| :-- | :-- |"]
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
