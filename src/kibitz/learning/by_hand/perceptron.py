"""A perceptron by hand: its weights after every example, until it makes no mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from kibitz.core.display import TextDisplayable
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, plain, show
from kibitz.core.spelling import count_of

FORMULA = "w ← w + α (t − y) x,  b ← b + α (t − y)"
ROUNDS = 100
"""Rounds through the examples, unless it is said how many."""
MOST_ROUNDS = 10_000
_APART = re.compile(r"[-=]>|[→:()]")
"""What may stand around the inputs of an example, and before its class."""
LABELS = ((0, 1), (-1, 1))
"""How the two classes are numbered."""


class PerceptronStep(NamedTuple):
    """One example: what the perceptron said of it, and its weights after that."""

    inputs: tuple[Number, ...]
    target: int
    activation: Number
    output: int
    weights: tuple[Number, ...]
    bias: Number


@dataclass(frozen=True)
class Perceptron(TextDisplayable):
    """The steps of a perceptron that learns, round by round.

    >>> found = perceptron("0,0,0; 0,1,0; 1,0,0; 1,1,1")
    >>> found.converged, found.rounds, [str(w) for w in found.weights], str(found.bias)
    (True, 6, ['2', '1'], '-3')
    >>> found.predict([1, 1]), found.predict([0, 1])
    (1, 0)
    """

    examples: tuple[tuple[tuple[Number, ...], int], ...]
    rate: Number
    strict: bool
    start: tuple[tuple[Number, ...], Number]
    steps: tuple[PerceptronStep, ...]
    converged: bool
    """Whether the last round made no mistake."""
    repeats: int | None = None
    """The round that began with the weights of the end, which proves that no weights separate the
    classes: a perceptron that could learn them would never come back."""

    @property
    def rounds(self) -> int:
        return len(self.steps) // len(self.examples)

    @property
    def weights(self) -> tuple[Number, ...]:
        return self.steps[-1].weights

    @property
    def bias(self) -> Number:
        return self.steps[-1].bias

    @property
    def mistakes(self) -> int:
        """How often an update was made."""
        return sum(step.output != step.target for step in self.steps)

    def predict(self, inputs: Any) -> int:
        """The class that the learned weights give to some inputs."""
        row = _numbers(inputs, "inputs")
        if len(row) != len(self.weights):
            raise GameError(f"{count_of(len(row), 'input')} for {len(self.weights)} weights")
        low, high = _labels(self.examples)
        return high if _fires(_sum(self.weights, row, self.bias), self.strict) else low

    def to_json(self) -> dict[str, Any]:
        """The steps as JSON."""
        numbers = [*self.start[0], self.start[1], self.rate, *(s.activation for s in self.steps)]
        return {
            "kind": "perceptron-run",
            "examples": [[*map(plain, x), t] for x, t in self.examples],
            "rate": plain(self.rate),
            "strict": self.strict,
            "start": {"weights": [*map(plain, self.start[0])], "bias": plain(self.start[1])},
            "steps": [
                {
                    "inputs": [*map(plain, s.inputs)],
                    "target": s.target,
                    "activation": plain(s.activation),
                    "output": s.output,
                    "weights": [*map(plain, s.weights)],
                    "bias": plain(s.bias),
                }
                for s in self.steps
            ],
            "weights": [*map(plain, self.weights)],
            "bias": plain(self.bias),
            "rounds": self.rounds,
            "mistakes": self.mistakes,
            "converged": self.converged,
            **({} if self.repeats is None else {"repeats": self.repeats}),
            "method": FORMULA,
            "exact": not any(isinstance(x, float) for x in numbers),
        }

    def __str__(self) -> str:
        lines = [FORMULA]
        for k, s in enumerate(self.steps):
            if k % len(self.examples) == 0:
                lines.append(f"round {k // len(self.examples) + 1}")
            told = f"  ({_shown(s.inputs)}): sum {show(s.activation)}, y = {s.output}"
            if s.output == s.target:
                lines.append(f"{told}, right")
            else:
                after = f"w = ({_shown(s.weights)}), b = {show(s.bias)}"
                lines.append(f"{told}, not {s.target}: {after}")
        end = "no more mistakes" if self.converged else "mistakes remain"
        lines.append(f"{end}: w = ({_shown(self.weights)}), b = {show(self.bias)}")
        if self.repeats is not None:
            lines.append(
                f"round {self.rounds} ends where round {self.repeats} began, so it goes on like "
                "that: no weights separate the classes"
            )
        return "\n".join(lines)


def perceptron(
    examples: Any,
    weights: Any = None,
    bias: Any = 0,
    rate: Any = 1,
    rounds: int | None = None,
    strict: bool = False,
) -> Perceptron:
    """Train a perceptron example by example, in exact numbers.

    Parameters
    ----------
    examples : str or sequence
        Inputs and class of each example, ``"0,1,0; 1,1,1"``; classes are 0 and 1, or -1 and 1.
    weights : sequence of numbers, optional
        The weights before the first example, 0 if None.
    bias : number, default 0
        The bias before the first example.
    rate : number, default 1
        The learning rate.
    rounds : int, optional
        Rounds through all examples at most; it stops after one without a mistake. If omitted, 100,
        and it also stops where the weights of an earlier round come back, which proves that no
        weights separate the classes.
    strict : bool, default False
        Whether a sum of 0 is below the threshold; by default it reaches it.

    Returns
    -------
    Perceptron
        Every step, and the weights at the end.

    References
    ----------
    Rosenblatt 1958; Novikoff 1962.

    Examples
    --------
    >>> either = perceptron("0,0,0; 0,1,1; 1,0,1; 1,1,0")
    >>> either.converged, either.rounds, either.repeats
    (False, 3, 3)
    """
    rows = tuple(_example(row) for row in _rows(examples))
    if not rows:
        raise GameError("there are no examples; write inputs and class, 0,1,0; 1,1,1")
    size = len(rows[0][0])
    for k, (inputs, _) in enumerate(rows, 1):
        if len(inputs) != size:
            raise GameError(f"example {k} has {count_of(len(inputs), 'input')}, the first {size}")
    low, high = _labels(rows)
    w = (Fraction(0),) * size if weights is None else _numbers(weights, "weights")
    if len(w) != size:
        raise GameError(f"{count_of(len(w), 'weight')} for {count_of(size, 'input')}")
    b, factor = number(bias, "bias"), number(rate, "rate")
    if factor <= 0:
        raise GameError(f"the rate is {show(factor)}; it must be positive")
    most = ROUNDS if rounds is None else rounds
    if type(most) is not int or not 1 <= most <= MOST_ROUNDS:
        raise GameError(f"rounds is {rounds!r}; it must be from 1 to {MOST_ROUNDS:,}")
    start, steps, converged, repeats = (w, b), [], False, None
    exact = not any(isinstance(x, float) for x in (*w, b, factor, *(x for r in rows for x in r[0])))
    began: dict[Any, int] = {}
    for k in range(1, most + 1):
        converged = True
        began.setdefault((w, b), k)
        for inputs, target in rows:
            total = _sum(w, inputs, b)
            output = high if _fires(total, strict) else low
            if output != target:
                converged = False
                change = factor * (target - output)
                w = tuple(x + change * y for x, y in zip(w, inputs, strict=True))
                b = b + change
            steps.append(PerceptronStep(inputs, target, total, output, w, b))
        repeats = None if converged or not exact else began.get((w, b))
        if converged or (repeats is not None and rounds is None):
            break
    return Perceptron(rows, factor, strict, start, tuple(steps), converged, repeats)


def _rows(given: Any) -> list[Any]:
    if isinstance(given, str):
        return [row for row in given.replace("\n", ";").split(";") if row.strip()]
    return list(given)


def _example(row: Any) -> tuple[tuple[Number, ...], int]:
    """Inputs and class, which may be set apart: ``0,1:0``, ``(0,1) -> 0`` or ``((0, 1), 0)``.

    >>> _example("(0, 1) -> 0") == _example("0,1:0") == _example([(0, 1), 0]) == ((0, 1), 0)
    True
    """
    if isinstance(row, str):
        row = _APART.sub(" ", row)
    elif len(row) == 2 and isinstance(row[0], (list, tuple)):
        row = [*row[0], row[1]]
    parts = _numbers(row, "example")
    if len(parts) < 2:
        raise GameError(f"{row!r}: an example has inputs and a class, such as 0,1,0")
    *inputs, target = parts
    if target not in (-1, 0, 1):
        raise GameError(f"{row!r}: the class is {show(target)}; classes are 0 and 1, or -1 and 1")
    return tuple(inputs), int(target)


def _numbers(given: Any, where: str) -> tuple[Number, ...]:
    parts: Sequence[Any] = (
        given.replace(",", " ").split() if isinstance(given, str) else list(given)
    )
    return tuple(number(x, where) for x in parts)


def _labels(rows: Sequence[tuple[Any, int]]) -> tuple[int, int]:
    """The numbers of the two classes."""
    seen = {target for _, target in rows}
    for pair in LABELS:
        if seen <= set(pair):
            return pair
    raise GameError("the classes are -1, 0 and 1; write them as 0 and 1, or as -1 and 1")


def _sum(weights: Sequence[Number], inputs: Sequence[Number], bias: Number) -> Number:
    return sum((w * x for w, x in zip(weights, inputs, strict=True)), bias)


def _fires(total: Number, strict: bool) -> bool:
    return total > 0 if strict else total >= 0


def _shown(numbers: Sequence[Number]) -> str:
    return ", ".join(map(show, numbers))
