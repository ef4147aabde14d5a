"""``kibitz gain``: how much each question tells about some examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Explain, Json, Verify

if TYPE_CHECKING:
    from kibitz.learning.by_hand.information_gain import Examples

FORMULA = "the impurity of the classes, minus the average impurity after the answer"


def gain(
    examples: Annotated[
        list[str],
        typer.Argument(
            metavar="EXAMPLES",
            help='Rows under a header, "wind,rain,play; no,no,yes; yes,yes,no", a file (.csv '
            '.json .txt), or -. Or counts of classes, "9 5", and counts per answer, '
            '"6 2; 3 3".',
            show_default=False,
        ),
    ],
    target: Annotated[
        str | None,
        typer.Option("--target", metavar="NAME", help="The column with the class."),
    ] = None,
    criterion: Annotated[
        str,
        typer.Option("--criterion", metavar="NAME", help="entropy, gini or gain-ratio."),
    ] = "entropy",
    tree: Annotated[
        bool, typer.Option("--tree", help="Also print the decision tree (ID3).")
    ] = False,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Find how much each question reveals about examples: information gain, and decision trees.

    \b
    kibitz gain "9 5" "6 2; 3 3"
    kibitz gain "wind,rain,play; no,no,yes; yes,no,yes; no,yes,yes; yes,yes,no" --tree
    kibitz gain weather.csv --target play --criterion gini
    """
    from kibitz.cli.machinery.answer import claimed
    from kibitz.core.errors import GameError

    counts = _counts(examples)
    if counts is not None:
        if target is not None or tree:
            raise GameError("--target and --tree need named examples, not counts")
        report = _of_counts(*counts, criterion)
    else:
        if len(examples) != 1:
            raise GameError(
                f"examples must be one argument, not {len(examples)}; counts are whole numbers, "
                "as in '9 5' '6 2; 3 3'"
            )
        report = _of_examples(_read(examples[0], target), criterion, tree)
    grown = str(_read(examples[0], target).tree(criterion)) if tree else ""
    claimed(report, json, verify, lambda: _say(report, criterion, grown, explain))


def _say(report: dict[str, Any], criterion: str, tree: str, explain: bool) -> None:
    from kibitz.cli.machinery.console import say
    from kibitz.cli.machinery.console import show as show_rich
    from kibitz.core.numbers import number, show
    from kibitz.learning.by_hand.information_gain import SLACK, gain_steps

    if explain:
        show_rich(gain_steps(report["counts"], report["tables"], criterion).rich())
        if tree:
            say(tree)
        return
    named = "Gini's index" if criterion == "gini" else "entropy"
    classes = ", ".join(f"{n} of class {name}" for name, n in report["counts"].items())
    say(f"{classes}: {named} {show(number(report['impurity']))}")
    gains = {name: number(amount) for name, amount in report["gains"].items()}
    least = max(gains.values(), default=0) - SLACK
    for name, amount in gains.items():
        best = "  the most" if amount >= least and len(gains) > 1 else ""
        word = criterion if criterion == "gain-ratio" else "gain"
        say(f"  {name}  {word} {show(amount)}{best}")
    if tree:
        say(tree)


def _counts(words: list[str]) -> tuple[list[int], list[list[int]]] | None:
    """Counts of classes, and those behind each answer; None where the words are examples."""
    lines = [[_cells(line) for line in word.split(";")] for word in words]
    flat = [cell for word in lines for line in word for cell in line]
    if len(words) > 2 or not all(cell.isdigit() for cell in flat):
        return None
    numbers = [[[int(cell) for cell in line] for line in word] for word in lines]
    if len(words) == 1:
        return [sum(c) for c in zip(*numbers[0], strict=False)], numbers[0]
    return numbers[0][0], numbers[1]


def _cells(line: str) -> list[str]:
    """The counts of a line, which textbooks also write as 9+ 5- or [9+, 5-]."""
    cells = line.replace(",", " ").strip().strip("[]").split()
    if [cell[-1:] for cell in cells] == ["+", "-"]:
        return [cell[:-1] for cell in cells]
    return cells


def _read(words: str, target: str | None) -> Examples:
    from pathlib import Path

    from kibitz.cli.machinery.typed_data import typed_data
    from kibitz.formats import read_text
    from kibitz.learning.by_hand.information_gain import Examples

    source = words.strip()
    given = read_text(source) if Path(source).suffix.lower() == ".csv" else typed_data(words)
    return Examples.of(given, target)


def _of_counts(before: list[int], after: list[list[int]], criterion: str) -> dict[str, Any]:
    """What counts tell; a single line of them is not a question."""
    from kibitz.core.errors import GameError
    from kibitz.learning.by_hand.information_gain import entropy, gini, information_gain

    if any(len(line) != len(before) for line in after):
        raise GameError(f"each answer needs a count for each of the {len(before)} classes")
    names = [str(k) for k in range(1, len(before) + 1)]
    amount, asked = information_gain(before, after, criterion), len(after) > 1
    table = {str(k): dict(zip(names, line, strict=True)) for k, line in enumerate(after, 1)}
    mixed: Any = gini if criterion == "gini" else entropy
    return _text(
        criterion,
        dict(zip(names, before, strict=True)),
        mixed(before),
        {"the question": amount} if asked else {},
        {"the question": table} if asked else {},
    )


def _of_examples(given: Examples, criterion: str, tree: bool) -> dict[str, Any]:
    report = _text(
        criterion,
        given.counts,
        given.impurity(criterion),
        given.gains(criterion),
        {name: given.table(name) for name in given.attributes},
    )
    report |= {
        "target": given.target,
        "attributes": list(given.attributes),
        "examples": [list(row) for row in given.rows],
    }
    if tree:
        grown = given.tree(criterion)
        report |= (
            {"tree": [], "class": grown} if isinstance(grown, str) else {"tree": grown.to_json()}
        )
    return report


def _text(
    criterion: str, counts: dict[str, int], impurity: Any, gains: dict[str, Any], tables: Any
) -> dict[str, Any]:
    from kibitz.learning.by_hand.information_gain import SLACK

    most = max(gains.values(), default=0)
    plain = {name: x if isinstance(x, float) else str(x) for name, x in gains.items()}
    return {
        "kind": "information-gain",
        "criterion": criterion,
        "counts": counts,
        "impurity": impurity if isinstance(impurity, float) else str(impurity),
        "gains": plain,
        "tables": tables,
        "best": [name for name, x in gains.items() if x >= most - SLACK],
        "method": FORMULA,
        "exact": criterion == "gini",
    }
