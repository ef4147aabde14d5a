"""Every game with moves on the shelf: its rules hold together, compiled or not."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from helpers.shelf import needed
from kibitz.games import shelf
from kibitz.rules import CHANCE, OVER, SIMULTANEOUS, Rules
from kibitz.rules.check import check
from kibitz.rules.compile.machine import machine

PLAYTHROUGHS = Path(__file__).parents[1] / "data" / "playthroughs"
ENTRIES = [e for e in shelf() if isinstance(e.make(**needed(e)), Rules)]


def playthrough(rules: Rules, seed: int = 1, most: int = 60) -> str:
    """One random game in the game's own notation, with the payoffs when it ends in time."""
    random, state, lines = Random(seed), rules.start(), []
    for _ in range(most):
        player = rules.player(state)
        if player == OVER:
            return "\n".join([*lines, f"payoffs {rules.payoffs(state)}", ""])
        if player == SIMULTANEOUS:
            chosen = tuple(
                random.choice(list(rules.choices(state, k))) for k in range(rules.players)
            )
            lines.append(f"together {chosen}")
            state = rules.play_together(state, chosen)
            continue
        chance = player == CHANCE
        moves = [m for m, _ in rules.chance(state)] if chance else list(rules.moves(state))
        move = random.choice(moves)
        who = "chance" if chance else str(player)
        lines.append(f"{who}: {rules.show_move(state, move)} of {len(moves)}")
        state = rules.play(state, move)
    return "\n".join([*lines, rules.show(state), ""])


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_rules_have_no_contradiction(entry):
    report = check(entry.make(**needed(entry)), games=3, compiled=False)
    assert report.passed, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_compiled_rules_agree_with_python(entry):
    """What does not compile must say so by its nature: text in its states, or a package's rules."""
    reason = machine(entry.make(**needed(entry))).reason
    assert "differs" not in reason
    assert "gives" not in reason


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_plays_as_recorded(entry):
    """`make plays GAMES=NAME` records games; look at the difference it makes."""
    recorded = (PLAYTHROUGHS / f"{entry.name}.txt").read_text(encoding="utf-8")
    assert playthrough(entry.make(**needed(entry))) == recorded


if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for entry in ENTRIES:
        if entry.name in sys.argv[1:]:
            text = playthrough(entry.make(**needed(entry)))
            (PLAYTHROUGHS / f"{entry.name}.txt").write_text(text, encoding="utf-8")
