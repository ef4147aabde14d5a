"""Reinforcement learning by hand: a table of values after each step of some experience."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from kibitz.core.display import TextDisplayable
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number, show

RULES = ("q-learning", "sarsa", "expected-sarsa", "td-0", "monte-carlo")
OTHER = {"q": "q-learning", "td": "td-0", "td(0)": "td-0", "mc": "monte-carlo"}
ENDS = (None, "", "end", "terminal", "-")
FORMULAS = {
    "q-learning": "Q(s, a) ← Q(s, a) + α [ r + γ max Q(s', ·) − Q(s, a) ]",
    "sarsa": "Q(s, a) ← Q(s, a) + α [ r + γ Q(s', a') − Q(s, a) ]",
    "expected-sarsa": "Q(s, a) ← Q(s, a) + α [ r + γ Σ π(b) Q(s', b) − Q(s, a) ]",
    "td-0": "V(s) ← V(s) + α [ r + γ V(s') − V(s) ]",
    "monte-carlo": "Q(s, a) ← Q(s, a) + α [ G − Q(s, a) ]",
}
OF_STATES = "V(s) ← V(s) + α [ G − V(s) ]"
"""What monte-carlo does where the steps have no choices."""


class Step(NamedTuple):
    """A step of experience: a choice in a state, what it paid, and what came next."""

    state: str
    choice: str
    reward: Number
    after: str | None
    then: str | None = None


class Update(NamedTuple):
    """What a step changed."""

    step: Step
    old: Number
    target: Number
    rate: Number
    new: Number


@dataclass(frozen=True)
class Updates(TextDisplayable):
    """The updates of a rule, in order, and the table that they leave.

    >>> found = value_updates("A right -1 B; B right 10 end; A right -1 B", rate="1/2")
    >>> [str(update.new) for update in found.steps]
    ['-1/2', '5', '7/4']
    >>> print(found.value("A", "right"))
    7/4
    """

    rule: str
    rate: Number | None
    discount: Number
    exploration: Number
    steps: tuple[Update, ...]
    table: dict[str, dict[str, Number]]
    """The value of each choice in each state; of states alone where the rule has no choices."""
    start: dict[str, dict[str, Number]]

    @property
    def has_choices(self) -> bool:
        """Whether choices in states are valued, and not states alone."""
        return any(update.step.choice for update in self.steps)

    @property
    def formula(self) -> str:
        """The rule as textbooks write it."""
        by_state = self.rule == "monte-carlo" and not self.has_choices
        return OF_STATES if by_state else FORMULAS[self.rule]

    def value(self, state: str, choice: str = "") -> Number:
        """What a choice in a state, or a state, is thought to be worth at the end."""
        return self.table.get(state, {}).get(choice, Fraction(0))

    def best(self, state: str) -> str:
        """The choice of the largest value, the first of equals."""
        if not self.table.get(state):
            raise GameError(f"the table has no state {state!r}")
        return max(self.table[state], key=lambda choice: self.table[state][choice])

    def to_json(self) -> dict[str, Any]:
        """The updates as JSON."""
        lines = [
            {
                "state": u.step.state,
                **({"choice": u.step.choice} if self.has_choices else {}),
                "reward": _json_number(u.step.reward),
                "after": u.step.after,
                **({} if u.step.then is None else {"then": u.step.then}),
                "old": _json_number(u.old),
                "target": _json_number(u.target),
                "rate": _json_number(u.rate),
                "new": _json_number(u.new),
            }
            for u in self.steps
        ]
        numbers = [x for u in self.steps for x in (u.old, u.target, u.new, u.rate)]
        return {
            "kind": "value-updates",
            "rule": self.rule,
            "rate": None if self.rate is None else _json_number(self.rate),
            "discount": _json_number(self.discount),
            "exploration": _json_number(self.exploration),
            "start": _plain(self.start, self.has_choices),
            "updates": lines,
            "table": _plain(self.table, self.has_choices),
            "method": self.formula,
            "exact": not any(isinstance(x, float) for x in numbers),
        }

    def __str__(self) -> str:
        lines = [self.formula]
        for u in self.steps:
            where = f"{u.step.state}, {u.step.choice}" if self.has_choices else u.step.state
            lines.append(
                f"{where}: {show(u.old)} + {show(u.rate)} [{show(u.target)} - {show(u.old)}] = "
                f"{show(u.new)}"
            )
        for state, choices in self.table.items():
            words = [f"{c} {show(x)}".strip() for c, x in choices.items()]
            lines.append(f"{state}  {', '.join(words)}")
        return "\n".join([*lines, *self._doubts()])

    def _doubts(self) -> list[str]:
        """Where a choice that is known nowhere, and so worth 0, might have been the best."""
        if self.rule not in ("q-learning", "expected-sarsa"):
            return []
        every = {choice for choices in self.table.values() for choice in choices}
        below = {
            u.step.after
            for u in self.steps
            if u.step.after is not None
            and (known := self.table.get(u.step.after))
            and len(known) < len(every)
            and max(known.values()) < 0
        }
        return [
            f"in {state} only {', '.join(self.table[state])} was counted; if there is more to "
            "choose, name all choices"
            for state in sorted(below)
        ]


def discounted_return(rewards: Sequence[Any], discount: Any = 1) -> Number:
    """The sum of rewards, each discounted once more than the one before.

    Parameters
    ----------
    rewards : sequence of numbers
        The rewards in order.
    discount : number, default 1
        The discount factor.

    Returns
    -------
    Fraction or float
        The return.

    Examples
    --------
    >>> print(discounted_return([1, 0, 4], "1/2"))
    2
    """
    factor = number(discount, "discount")
    total: Number = Fraction(0)
    for reward in reversed(rewards):
        total = number(reward, "reward") + factor * total
    return total


def value_updates(
    steps: Any,
    rule: str = "q-learning",
    rate: Any = None,
    discount: Any = 1,
    table: Mapping[str, Any] | str | None = None,
    exploration: Any = 0,
    choices: Any = None,
) -> Updates:
    """The values after each step of some experience, by a rule of reinforcement learning.

    Parameters
    ----------
    steps : str or sequence
        Steps in order: the state, the choice, the reward and the next state, ``"A right -1 B"``,
        with ``;`` between them in text; the next state is ``end`` where the episode ends. SARSA
        also takes the next choice, or that of the step that follows; td-0 takes no choices, and
        monte-carlo, where every visit counts, may do without.
    rule : str, default "q-learning"
        ``"q-learning"``, ``"sarsa"``, ``"expected-sarsa"``, ``"td-0"`` or ``"monte-carlo"``.
    rate : number, optional
        The step size; if None it is 1 by how often the choice was made, which gives averages.
    discount : number, default 1
        The discount factor.
    table : mapping or str, optional
        Values before the first step, ``{"B": {"right": 4}}`` or ``"B right 4"``; for td-0
        ``{"B": 4}`` or ``"B 4"``, with ``;`` between several in text. Others are 0.
    exploration : number, default 0
        For expected-sarsa, the chance that any of the known choices is made at random.
    choices : str or sequence of str, optional
        The choices in every state, ``"left,right"``. If omitted, the next state has those that
        were made in it or that the table names.

    Returns
    -------
    Updates
        Every update, and the table at the end.

    References
    ----------
    Watkins 1989; Rummery and Niranjan 1994; Sutton 1988.

    Examples
    --------
    >>> found = value_updates([("s", "a", 5, "t")], rate="1/2", discount="0.9",
    ...                       table={"s": {"a": 10}, "t": {"a": 20, "b": 30}})
    >>> print(found.value("s", "a"))
    21
    """
    rule = OTHER.get(rule.lower(), rule.lower())
    if rule not in RULES:
        raise GameError(f"unknown rule {rule!r}{did_you_mean(rule, RULES)}")
    experience = _experience(steps, rule)
    with_choices = any(step.choice for step in experience)
    known = _table(table or {}, with_choices)
    if choices is not None:
        _fill_in(known, experience, choices)
    job = _Job(
        rule,
        None if rate is None else _share(rate, "rate"),
        _share(discount, "discount"),
        _share(exploration, "exploration"),
        {state: dict(choices) for state, choices in known.items()},
    )
    made = _episodes(job, experience) if rule == "monte-carlo" else _online(job, experience)
    return Updates(rule, job.rate, job.discount, job.exploration, tuple(made), job.table, known)


@dataclass
class _Job:
    rule: str
    rate: Number | None
    discount: Number
    exploration: Number
    table: dict[str, dict[str, Number]]

    def __post_init__(self) -> None:
        self.visits: dict[tuple[str, str], int] = {}

    def worth(self, state: str | None, choice: str) -> Number:
        return Fraction(0) if state is None else self.table.get(state, {}).get(choice, Fraction(0))

    def change(self, step: Step, target: Number) -> Update:
        """Move a value toward its target."""
        key = (step.state, step.choice)
        self.visits[key] = self.visits.get(key, 0) + 1
        rate = Fraction(1, self.visits[key]) if self.rate is None else self.rate
        old = self.worth(*key)
        new = old + rate * (target - old)
        self.table.setdefault(step.state, {})[step.choice] = new
        return Update(step, old, target, rate, new)

    def onward(self, step: Step) -> Number:
        """What the next state is worth, by the rule."""
        if step.after is None:
            return Fraction(0)
        values = self.table.get(step.after, {})
        if self.rule == "td-0":
            return self.worth(step.after, "")
        if self.rule == "sarsa":
            if step.then is None:
                raise GameError(f"sarsa needs the choice that follows in {step.after!r}")
            return self.worth(step.after, step.then)
        if not values:
            return Fraction(0)
        best = max(values.values())
        if self.rule == "q-learning":
            return best
        mean = sum(values.values(), Fraction(0)) / len(values)
        return (1 - self.exploration) * best + self.exploration * mean


def _online(job: _Job, steps: list[Step]) -> list[Update]:
    made = []
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        then = step.then
        if then is None and following is not None and following.state == step.after:
            then = following.choice
        known = step._replace(then=then) if job.rule == "sarsa" else step
        made.append(job.change(known, step.reward + job.discount * job.onward(known)))
    return made


def _episodes(job: _Job, steps: list[Step]) -> list[Update]:
    """Every visit of a choice moves toward the return of its episode."""
    made: list[Update] = []
    episode: list[Step] = []
    for k, step in enumerate(steps):
        episode.append(step)
        if step.after is None or k == len(steps) - 1:
            rewards = [s.reward for s in episode]
            for at, past in enumerate(episode):
                made.append(job.change(past, discounted_return(rewards[at:], job.discount)))
            episode = []
    return made


def _fill_in(table: dict[str, dict[str, Number]], steps: list[Step], choices: Any) -> None:
    """Give every state all choices, worth 0 where the table does not say otherwise."""
    names = choices.replace(",", " ").split() if isinstance(choices, str) else list(choices)
    made = {step.choice for step in steps}
    if "" in made or not names:
        raise GameError("choices: the steps have no choices")
    if other := sorted(made - set(names)):
        raise GameError(f"choices: a step has {other[0]!r}, which is not among them")
    for step in steps:
        for state in (step.state, step.after):
            if state is not None:
                before = table.get(state, {})
                table[state] = {name: before.get(name, Fraction(0)) for name in names} | before


def _experience(steps: Any, rule: str) -> list[Step]:
    if isinstance(steps, str):
        steps = _lines(steps)
    lines = [
        _in_order(given, rule, k) if isinstance(given, Mapping) else list(given)
        for k, given in enumerate(steps, 1)
    ]
    by_state = rule == "td-0" or (rule == "monte-carlo" and all(len(one) == 3 for one in lines))
    found = []
    for k, words in enumerate(lines, 1):
        if by_state and len(words) == 3:
            words.insert(1, "")
        if not 4 <= len(words) <= 5 or (len(words) == 5 and by_state):
            shape = "STATE REWARD NEXT" if by_state else "STATE CHOICE REWARD NEXT"
            raise GameError(f"step {k}: write {shape}, not {' '.join(map(str, words))!r}")
        state, choice, reward, after, *then = words
        choice = "" if by_state else str(choice)
        after = None if after in ENDS else str(after)
        then_choice = str(then[0]) if then and then[0] not in ENDS else None
        paid = number(reward, f"step {k}, reward")
        found.append(Step(str(state), choice, paid, after, then_choice))
    if not found:
        raise GameError("there are no steps to learn from")
    return found


_KEYS = {
    "state": ("state", "s"),
    "choice": ("choice", "action", "a"),
    "reward": ("reward", "r"),
    "after": ("after", "next", "next_state", "s'"),
    "then": ("then", "next_choice", "next_action", "a'"),
}


def _in_order(given: Mapping[str, Any], rule: str, k: int) -> list[Any]:
    """A step from an object, by the names of its parts."""
    known = {word for words in _KEYS.values() for word in words}
    for key in given:
        if key not in known:
            raise GameError(f"step {k}: unknown key {key!r}{did_you_mean(key, sorted(known))}")
    parts = {
        name: next((given[w] for w in words if w in given), None) for name, words in _KEYS.items()
    }
    by_state = rule == "td-0" or (rule == "monte-carlo" and parts["choice"] is None)
    wanted = ("state", "reward") if by_state else ("state", "choice", "reward")
    for name in wanted:
        if parts[name] is None:
            raise GameError(f"step {k}: {name} is missing")
    line = [parts["state"], parts["choice"], parts["reward"], parts["after"]]
    if by_state:
        line.pop(1)
    return line if parts["then"] is None else [*line, parts["then"]]


def _lines(text: str) -> list[list[str]]:
    """The words between semicolons."""
    parts = (part.replace(",", " ").split() for part in text.replace("\n", ";").split(";"))
    return [part for part in parts if part]


def _from_text(text: str, with_choices: bool) -> dict[str, Any]:
    """A table of values that is typed as the steps are.

    >>> _from_text("B right 4; B left 1; A up 2", True)
    {'B': {'right': '4', 'left': '1'}, 'A': {'up': '2'}}
    """
    found: dict[str, Any] = {}
    for words in _lines(text):
        if len(words) != 2 + with_choices:
            shape = "STATE CHOICE VALUE" if with_choices else "STATE VALUE"
            raise GameError(f"table: write {shape}, not {' '.join(words)!r}")
        state, *choice, value = words
        below = found.setdefault(state, {}) if choice else found
        key = choice[0] if choice else state
        if key in below:
            raise GameError(f"table: {' '.join([state, *choice])} is given twice")
        below[key] = value
    return found


def _table(given: Mapping[str, Any] | str, with_choices: bool) -> dict[str, dict[str, Number]]:
    if isinstance(given, str):
        given = _from_text(given, with_choices)
    found: dict[str, dict[str, Number]] = {}
    for state, told in given.items():
        if not with_choices:
            told = {"": told}
        if not isinstance(told, Mapping):
            raise GameError(f"table, {state}: expected a value for each choice, found {told!r}")
        found[str(state)] = {str(c): number(x, f"table, {state}, {c}") for c, x in told.items()}
    return found


def _share(given: Any, name: str) -> Number:
    found = number(given, name)
    if not 0 <= found <= 1:
        raise GameError(f"{name} is {given}; it must lie between 0 and 1")
    return found


def _json_number(x: Number) -> Any:
    return x if isinstance(x, float) else str(x)


def _plain(table: dict[str, dict[str, Number]], with_choices: bool) -> dict[str, Any]:
    if not with_choices:
        return {s: _json_number(choices[""]) for s, choices in table.items()}
    return {s: {c: _json_number(x) for c, x in choices.items()} for s, choices in table.items()}
