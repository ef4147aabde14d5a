"""Decision trees by hand: how much each question tells about some examples, and ID3's tree."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import Any

from kibitz.core.display import TextDisplayable
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.spelling import count_of

CRITERIA = ("entropy", "gini", "gain-ratio")
SLACK = 1e-12
"""Gains that differ by less are equal, and the question that comes first is asked."""


def entropy(counts: Sequence[int]) -> float:
    """The entropy of classes in bits, from how often each occurs.

    Parameters
    ----------
    counts : sequence of int
        How often each class occurs.

    Returns
    -------
    float
        The entropy.

    Examples
    --------
    >>> round(entropy([9, 5]), 3), entropy([4, 0]), entropy([2, 2])
    (0.94, 0.0, 1.0)
    """
    total = sum(_counted(counts))
    return 0.0 - sum(n / total * log2(n / total) for n in counts if n)


def gini(counts: Sequence[int]) -> Fraction:
    """Gini's index of classes, the chance that two that are drawn at random differ.

    Parameters
    ----------
    counts : sequence of int
        How often each class occurs.

    Returns
    -------
    Fraction
        The index, from 0 to 1.

    Examples
    --------
    >>> print(gini([9, 5]))
    45/98
    """
    total = sum(_counted(counts))
    return 1 - sum((Fraction(n, total) ** 2 for n in counts), Fraction(0))


def information_gain(
    before: Sequence[int], after: Sequence[Sequence[int]], criterion: str = "entropy"
) -> Any:
    """What a question tells: how much less mixed the classes are, on average, behind its answers.

    Parameters
    ----------
    before : sequence of int
        How often each class occurs.
    after : sequence of sequences of int
        The same for each answer to the question.
    criterion : str, default "entropy"
        ``"entropy"`` in bits, ``"gini"``, or ``"gain-ratio"``, the gain by the entropy of the
        answers.

    Returns
    -------
    float or Fraction
        The gain, a fraction for Gini's index.

    References
    ----------
    Quinlan 1986.

    Examples
    --------
    >>> round(information_gain([9, 5], [[6, 2], [3, 3]]), 3)
    0.048
    >>> print(information_gain([2, 2], [[2, 0], [0, 2]], "gini"))
    1/2
    """
    _criterion(criterion)
    answers = [list(line) for line in after]
    if [sum(column) for column in zip(*answers, strict=True)] != list(before):
        raise GameError(f"the answers {answers} do not add up to {list(before)}")
    sizes, total = [sum(line) for line in answers], sum(before)
    mixed: Any = gini if criterion == "gini" else entropy
    left = sum(
        Fraction(n, total) * mixed(line) for n, line in zip(sizes, answers, strict=True) if n
    )
    gain = mixed(before) - left
    if criterion != "gain-ratio":
        return gain
    spread = entropy(sizes)
    return gain / spread if spread else 0.0


@dataclass(frozen=True)
class Question(TextDisplayable):
    """A node of a decision tree: what is asked, and what each answer leads to."""

    attribute: str
    branches: dict[str, Question | str]

    def predict(self, example: Mapping[str, Any]) -> str:
        """The class of an example.

        Parameters
        ----------
        example : mapping
            A value for each attribute.
        """
        answer = str(example[self.attribute])
        if answer not in self.branches:
            near = did_you_mean(answer, self.branches)
            raise GameError(f"{self.attribute}: no example had {answer!r}{near}")
        then = self.branches[answer]
        return then if isinstance(then, str) else then.predict(example)

    def to_json(self) -> list[dict[str, Any]]:
        """Every question in order, the first one first; an answer leads to a class or a number."""
        nodes: list[dict[str, Any]] = [{}]
        branches: dict[str, Any] = {}
        for answer, then in self.branches.items():
            if isinstance(then, str):
                branches[answer] = then
                continue
            branches[answer] = len(nodes)
            for node in then.to_json():
                moved = {
                    a: t + branches[answer] if isinstance(t, int) else t
                    for a, t in node["branches"].items()
                }
                nodes.append({"ask": node["ask"], "branches": moved})
        nodes[0] = {"ask": self.attribute, "branches": branches}
        return nodes

    def __str__(self) -> str:
        lines = []
        for answer, then in self.branches.items():
            first = f"{self.attribute} = {answer}"
            if isinstance(then, str):
                lines.append(f"{first}: {then}")
            else:
                lines += [first, *(f"  {line}" for line in str(then).splitlines())]
        return "\n".join(lines)


@dataclass(frozen=True)
class Examples(TextDisplayable):
    """Examples with a class each, in columns by name.

    >>> play = Examples.of("wind,rain,play; no,no,yes; yes,no,yes; no,yes,yes; yes,yes,no")
    >>> play.counts, {name: round(gain, 3) for name, gain in play.gains().items()}
    ({'yes': 3, 'no': 1}, {'wind': 0.311, 'rain': 0.311})
    >>> print(play.tree())
    wind = no: yes
    wind = yes
      rain = no: yes
      rain = yes: no
    """

    attributes: tuple[str, ...]
    target: str
    rows: tuple[tuple[str, ...], ...]
    """A value for each attribute, then the class."""

    @classmethod
    def of(cls, examples: Any, target: str | None = None) -> Examples:
        """Read rows with a header, objects, or text; the last column is the class.

        Parameters
        ----------
        examples : str, sequence of dicts, or sequence of rows
            The examples; of rows the first has the names.
        target : str, optional
            The column with the class.

        Returns
        -------
        Examples
            The examples.
        """
        names, rows = _read(examples)
        wanted = names[-1] if target is None else target
        if wanted not in names:
            raise GameError(f"there is no column {wanted!r}{did_you_mean(wanted, names)}")
        at = names.index(wanted)
        kept = tuple(n for k, n in enumerate(names) if k != at)
        moved = [(*(x for k, x in enumerate(row) if k != at), row[at]) for row in rows]
        return cls(kept, wanted, tuple(moved))

    def __str__(self) -> str:
        return Table((*self.attributes, self.target), self.rows).text()

    @property
    def counts(self) -> dict[str, int]:
        """How often each class occurs."""
        return dict(Counter(row[-1] for row in self.rows))

    def table(self, attribute: str) -> dict[str, dict[str, int]]:
        """How often each class occurs with each value of an attribute.

        Parameters
        ----------
        attribute : str
            The name of a column.
        """
        if attribute not in self.attributes:
            raise GameError(f"no attribute {attribute!r}{did_you_mean(attribute, self.attributes)}")
        at = self.attributes.index(attribute)
        found: dict[str, dict[str, int]] = {}
        for row in self.rows:
            found.setdefault(row[at], dict.fromkeys(self.counts, 0))[row[-1]] += 1
        return found

    def impurity(self, criterion: str = "entropy") -> Any:
        """How mixed the classes are before any question.

        Parameters
        ----------
        criterion : str, default "entropy"
            ``"entropy"``, ``"gini"`` or ``"gain-ratio"``.
        """
        _criterion(criterion)
        counts = list(self.counts.values())
        return gini(counts) if criterion == "gini" else entropy(counts)

    def gains(self, criterion: str = "entropy") -> dict[str, Any]:
        """What each question tells.

        Parameters
        ----------
        criterion : str, default "entropy"
            ``"entropy"``, ``"gini"`` or ``"gain-ratio"``.
        """
        before = list(self.counts.values())
        return {
            name: information_gain(
                before, [list(line.values()) for line in self.table(name).values()], criterion
            )
            for name in self.attributes
        }

    def best(self, criterion: str = "entropy") -> str:
        """The question that tells most, the first of equals.

        Parameters
        ----------
        criterion : str, default "entropy"
            ``"entropy"``, ``"gini"`` or ``"gain-ratio"``.
        """
        gains = self.gains(criterion)
        if not gains:
            raise GameError("there is no attribute to ask about")
        most = max(gains.values())
        return next(name for name, gain in gains.items() if gain >= most - SLACK)

    def tree(self, criterion: str = "entropy") -> Question | str:
        """The tree of ID3: ask what tells most, until all examples agree or no question is left.

        Parameters
        ----------
        criterion : str, default "entropy"
            ``"entropy"``, ``"gini"`` or ``"gain-ratio"``.

        Returns
        -------
        Question or str
            The tree; a class where there is nothing to ask.

        References
        ----------
        Quinlan 1986.
        """
        counts = self.counts
        if len(counts) == 1 or not self.attributes:
            return max(counts, key=lambda name: counts[name])
        asked = self.best(criterion)
        return Question(
            asked, {v: self._where(asked, v).tree(criterion) for v in self.table(asked)}
        )

    def _where(self, attribute: str, value: str) -> Examples:
        """The examples with this value, without the attribute."""
        at = self.attributes.index(attribute)
        rows = [(*r[:at], *r[at + 1 :]) for r in self.rows if r[at] == value]
        return Examples((*self.attributes[:at], *self.attributes[at + 1 :]), self.target, (*rows,))


def gain_steps(
    counts: Mapping[str, int],
    tables: Mapping[str, Mapping[str, Mapping[str, int]]],
    criterion: str = "entropy",
) -> Explanation:
    """How the gain of each question comes about, term by term.

    Parameters
    ----------
    counts : mapping
        How often each class occurs.
    tables : mapping
        For each question, how often each class occurs with each answer.
    criterion : str, default "entropy"
        ``"entropy"``, ``"gini"`` or ``"gain-ratio"``.

    Returns
    -------
    Explanation
        A step for the classes, one for each question, and which of several tells most.

    Examples
    --------
    >>> steps = gain_steps({"yes": 1, "no": 1}, {"rain": {"no": {"yes": 1, "no": 0},
    ...                                                   "yes": {"yes": 0, "no": 1}}}).steps
    >>> print(steps[0].prose)
    1 of class yes, 1 of class no: entropy -1/2 log2(1/2) - 1/2 log2(1/2) = 1
    """
    _criterion(criterion)
    before = list(counts.values())
    mixed: Any = gini if criterion == "gini" else entropy
    named = "Gini's index" if criterion == "gini" else "entropy"
    classes = ", ".join(f"{n} of class {name}" for name, n in counts.items())
    first = f"{classes}: {named} {_sum_of(before, criterion)} = {_short(mixed(before))}"
    steps = [Step("Before any question", first)]
    gains: dict[str, Any] = {}
    for question, table in tables.items():
        answers = {answer: list(line.values()) for answer, line in table.items()}
        rows = tuple(
            (answer, ", ".join(map(str, line)), _sum_of(line, criterion), _short(mixed(line)))
            for answer, line in answers.items()
            if sum(line)
        )
        parts = [
            f"{sum(line)}/{sum(before)} · {_short(mixed(line))}"
            for line in answers.values()
            if sum(line)
        ]
        plain = "entropy" if criterion == "gain-ratio" else criterion
        gains[question] = information_gain(before, list(answers.values()), criterion)
        gained = information_gain(before, list(answers.values()), plain)
        told = f"The gain is {_short(mixed(before))} - ({' + '.join(parts)}) = {_short(gained)}."
        if criterion == "gain-ratio":
            sizes = [sum(line) for line in answers.values()]
            told += f" The answers have entropy {_sum_of(sizes, plain)} = {_short(entropy(sizes))}"
            told += f", so the gain ratio is {_short(gains[question])}."
        table_of = Table(("answer", "classes", named, ""), rows)
        heading = question.capitalize() if question.startswith("the ") else f"Asking for {question}"
        steps.append(Step(heading, told, table_of))
    if len(gains) > 1:
        steps.append(Step("The best question", _most(gains, criterion)))
    return Explanation("What each question tells", tuple(steps))


def _most(gains: Mapping[str, Any], criterion: str) -> str:
    """Which of several questions tell most."""
    most = max(gains.values())
    best = [name for name, gain in gains.items() if gain >= most - SLACK]
    word = "gain ratio" if criterion == "gain-ratio" else "gain"
    if len(best) == 1:
        return f"{best[0]} has the largest {word}, {_short(most)}."
    return f"{', '.join(best[:-1])} and {best[-1]} have the same {word}, {_short(most)}."


def _sum_of(counts: Sequence[int], criterion: str) -> str:
    """Entropy or Gini's index as it is written out."""
    total = sum(counts)
    shares = [Fraction(n, total) for n in counts if n]
    if criterion == "gini":
        return "1" + "".join(f" - ({share})²" for share in shares)
    return " ".join(f"{'- ' if k else '-'}{share} log2({share})" for k, share in enumerate(shares))


def _short(x: float | Fraction) -> str:
    return str(x) if isinstance(x, Fraction) else f"{x:.4f}".rstrip("0").rstrip(".")


def _counted(counts: Sequence[int]) -> Sequence[int]:
    if any(isinstance(n, bool) or not isinstance(n, int) or n < 0 for n in counts):
        raise GameError(f"counts must be whole numbers, at least 0, not {list(counts)}")
    if not sum(counts):
        raise GameError("there are no examples")
    return counts


def _criterion(name: str) -> None:
    if name not in CRITERIA:
        raise GameError(f"unknown criterion {name!r}{did_you_mean(name, CRITERIA)}")


def _typed(text: str) -> list[Any]:
    """The cells of each line; where every cell is typed as wind=no, by name.

    Commas part the cells, and spaces where no line has a comma.

    >>> _typed("wind,play; no,yes"), _typed("wind play; no yes")
    ([['wind', 'play'], ['no', 'yes']], [['wind', 'play'], ['no', 'yes']])
    >>> _typed("wind=no play=yes; play=no wind=yes")
    [{'wind': 'no', 'play': 'yes'}, {'play': 'no', 'wind': 'yes'}]
    """
    lines = [line for line in text.replace(";", "\n").splitlines() if line.strip()]
    if "," in text:
        rows = [[cell.strip() for cell in row] for row in csv.reader(lines)]
    else:
        rows = [line.split() for line in lines]
    if all("=" in cell for row in rows for cell in row):
        return [dict(cell.split("=", 1) for cell in row) for row in rows]
    return rows


def _read(examples: Any) -> tuple[list[str], list[tuple[str, ...]]]:
    """The names of the columns, and the rows."""
    if isinstance(examples, str):
        examples = _typed(examples)
    if not examples:
        given = []
    elif all(isinstance(row, Mapping) for row in examples):
        names = [str(name) for name in examples[0]]
        for k, row in enumerate(examples, 1):
            if [str(name) for name in row] != names and {str(n) for n in row} != set(names):
                raise GameError(f"example {k} has other columns than the first")
        by_name = [{str(name): str(x) for name, x in row.items()} for row in examples]
        given = [names, *([row[name] for name in names] for row in by_name)]
    else:
        given = [[str(cell) for cell in row] for row in examples]
    if len(given) < 2:
        raise GameError("examples need a row of names and at least one more row")
    names, *rows = given
    if len(set(names)) < len(names):
        raise GameError(f"two columns have the same name: {', '.join(names)}")
    for k, row in enumerate(rows, 1):
        if len(row) != len(names):
            told = f"{count_of(len(row), 'value')} for {count_of(len(names), 'column')}"
            raise GameError(f"example {k} has {told}")
    return names, [tuple(row) for row in rows]
