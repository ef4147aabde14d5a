"""Claims about single steps of learning: gains of questions, genes, and updates of values."""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import Any

from kibitz.core.claim import CLOSE, Claim, Proof, checks, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import exactly, number
from kibitz.proof.kernel.arithmetic import dot

NEAR = 1e-12
"""How near floats of gains count as the same."""
PER_STEP = " of the largest number that it comes from, for each step"
MOST_DRAWN = 1000
RULES = ("q-learning", "sarsa", "expected-sarsa", "td-0", "monte-carlo")


@checks("information-gain")
def information_gain(game: Any, claim: Claim, proof: Proof) -> None:
    """The counts follow from the examples, the gains from the counts."""
    criterion = claim.choice("criterion", ("entropy", "gini", "gain-ratio"))
    counts = _counts(claim.raw("counts"), "counts")
    tables = {
        str(name): {str(v): _counts(x, f"tables, {name}") for v, x in _objects(lines, name).items()}
        for name, lines in _objects(claim.raw("tables"), "tables").items()
    }
    proof.states("what the questions tell", "the definition of information gain")
    if "examples" in claim:
        _of_examples(claim, tables, counts, criterion, proof)
    for name, lines in tables.items():
        added = {c: sum(line.get(c, 0) for line in lines.values()) for c in counts}
        proof.that(f"the answers to {name} add up", added == counts)
    if criterion != "gini":
        proof.tolerance, proof.unit = CLOSE, f", gains within {NEAR:.0e} being equal"
    gains = {name: _gain(counts, list(lines.values()), criterion) for name, lines in tables.items()}
    proof.equal("impurity", claim.raw("impurity"), _mixed(list(counts.values()), criterion))
    proof.that("the gains", proof.equal("gains", claim.raw("gains"), gains))
    proof.that("no question tells more", claim.raw("best") == _best(gains))


def _of_examples(
    claim: Claim, tables: dict[str, Any], counts: dict[str, int], criterion: str, proof: Proof
) -> None:
    names = [str(x) for x in claim.items("attributes")]
    rows = [list(map(str, x)) if isinstance(x, list) else [] for x in claim.items("examples")]
    claim.text("target")
    if not rows or any(len(row) != len(names) + 1 for row in rows):
        raise GameError("examples: expected a value for each attribute, and a class")
    proof.that("the classes are counted", counts == _tally([row[-1] for row in rows]))
    proof.that("the answers are counted", tables == _counted(names, rows))
    if "tree" in claim:
        nodes = claim.items("tree")
        root: Any = 0 if nodes else claim.text("class")
        seen: list[int] = []
        holds = _grown(root, nodes, seen, names, rows, criterion)
        proof.that("the tree asks at every node what tells most", holds)
        proof.that("every node is reached once, in order", seen == list(range(len(nodes))))


def _grown(
    at: Any, nodes: list[Any], seen: list[int], names: list[str], rows: Any, criterion: str
) -> bool:
    """Whether a tree asks as it should from one of its nodes, or a class, on."""
    counts = _tally([row[-1] for row in rows])
    if len(counts) == 1 or not names:
        return bool(at == max(counts, key=lambda c: counts[c]))
    if type(at) is not int or not 0 <= at < len(nodes) or at in seen:
        return False
    seen.append(at)
    tables = _counted(names, rows)
    asked = _best({name: _gain(counts, [*t.values()], criterion) for name, t in tables.items()})[0]
    node = _objects(nodes[at], "tree")
    if node.keys() != {"ask", "branches"} or node["ask"] != asked:
        return False
    k, branches = names.index(asked), _objects(node["branches"], "tree")
    left = [*names[:k], *names[k + 1 :]]
    if list(branches) != list(tables[names[k]]):
        return False
    for v in branches:
        kept = [[*r[:k], *r[k + 1 :]] for r in rows if r[k] == v]
        if not _grown(branches[v], nodes, seen, left, kept, criterion):
            return False
    return True


def _best(gains: dict[str, Any]) -> list[str]:
    """The questions that tell most, in their order."""
    most = max(gains.values(), default=0)
    near = 0 if isinstance(most, Fraction) else NEAR
    return [name for name, x in gains.items() if x >= most - near]


def _counted(names: list[str], rows: Any) -> dict[str, dict[str, dict[str, int]]]:
    """How often each class has each answer to each question."""
    classes = _tally([row[-1] for row in rows])
    return {
        name: {
            v: {c: sum(r[k] == v and r[-1] == c for r in rows) for c in classes}
            for v in dict.fromkeys(row[k] for row in rows)
        }
        for k, name in enumerate(names)
    }


def _tally(classes: list[str]) -> dict[str, int]:
    return {c: classes.count(c) for c in dict.fromkeys(classes)}


def _mixed(counts: list[int], criterion: str) -> Any:
    total = sum(counts)
    if criterion == "gini":
        pairs = sum(a * b for k, a in enumerate(counts) for j, b in enumerate(counts) if j != k)
        return Fraction(pairs, total * total)
    return log(total, 2) - sum(n * log(n, 2) for n in counts if n) / total


def _gain(counts: dict[str, int], lines: list[dict[str, int]], criterion: str) -> Any:
    total = sum(counts.values())
    sizes = [sum(line.values()) for line in lines]
    left: Any = 0
    for size, line in zip(sizes, lines, strict=True):
        if size:
            left += Fraction(size, total) * _mixed(list(line.values()), criterion)
    gain = _mixed(list(counts.values()), criterion) - left
    if criterion != "gain-ratio":
        return gain
    spread = _mixed(sizes, "entropy")
    return gain / spread if spread > NEAR else 0.0


def _objects(data: Any, where: str) -> dict[str, Any]:
    return Claim({where: data}).entries(where)


def _counts(data: Any, where: str) -> dict[str, int]:
    found = _objects(data, where)
    if not all(type(n) is int and n >= 0 for n in found.values()):
        raise GameError(f"{where}: expected whole numbers")
    if where == "counts" and not sum(found.values()):
        raise GameError("counts: there are no examples")
    return {str(c): n for c, n in found.items()}


@checks("genes")
def genes(game: Any, claim: Claim, proof: Proof) -> None:
    """Chances from the definition of the selection; children gene by gene."""
    proof.states("a step of a genetic algorithm", "the definitions of its operators")
    if "fitness" in claim:
        _selection(claim, proof)
        return
    result = parents = [[*str(line)] for line in claim.items("parents")]
    if "points" in claim or "mask" in claim:
        if len(parents) != 2 or len(parents[0]) != len(parents[1]):
            raise GameError("parents: expected two with the same number of genes")
        own = _own(claim, len(parents[0]))
        pairs = list(zip(own, *parents, strict=True))
        result = [[a if o else b for o, a, b in pairs], [b if o else a for o, a, b in pairs]]
        children = ["".join(line) for line in result]
        proof.that("the children", proof.equal("children", claim.raw("children"), children))
    if "places" in claim:
        places = claim.wholes("places")
        mutated = []
        for line in result:
            turned = [*line]
            for place in places:
                if not 1 <= place <= len(line) or turned[place - 1] not in ("0", "1"):
                    raise GameError(f"places: gene {place} cannot be flipped")
                turned[place - 1] = "10"[int(turned[place - 1])]
            mutated.append("".join(turned))
        proof.that("the mutants", proof.equal("mutated", claim.raw("mutated"), mutated))


def _own(claim: Claim, size: int) -> list[bool]:
    """Which genes the first child has from its first parent."""
    if "mask" in claim:
        mask = claim.text("mask")
        if len(mask) != size or set(mask) - {"0", "1"}:
            raise GameError("mask: expected a 0 or 1 for each gene")
        return [bit == "1" for bit in mask]
    points = claim.wholes("points")
    if not points or any(not 0 < point < size for point in points):
        raise GameError("points: expected places between the genes")
    return [sum(point <= k for point in points) % 2 == 0 for k in range(size)]


def _selection(claim: Claim, proof: Proof) -> None:
    worth = [exactly(x) for x in claim.numbers("fitness")]
    name, count = claim.choice("selection", ("tournament", "roulette", "rank")), len(worth)
    if name == "tournament":
        drawn = claim.count("contestants")
        if not 0 < drawn <= MOST_DRAWN:
            raise GameError(f"contestants: expected 1 to {MOST_DRAWN:,}")
        at_most = [Fraction(sum(y <= x for y in worth), count) ** drawn for x in worth]
        less = [Fraction(sum(y < x for y in worth), count) ** drawn for x in worth]
        chances = [(a - b) / worth.count(x) for x, a, b in zip(worth, at_most, less, strict=True)]
    else:
        shares, order = worth, sorted(worth)
        if name == "rank":
            shares = [order.index(x) + Fraction(worth.count(x) + 1, 2) for x in worth]
        if not count or min(shares) < 0 or not sum(shares):
            raise GameError("fitness: it must not be negative, nor 0 for all")
        chances = [x / sum(shares) for x in shares]
    proof.that("the chances", proof.equal("probabilities", claim.raw("probabilities"), chances))
    proof.equal("expected_copies", claim.raw("expected_copies"), [count * p for p in chances])
    if "draws" in claim:
        spun = []
        for x in claim.numbers("draws"):
            if not 0 <= x < 1:
                raise GameError("draws: they lie between 0 and 1")
            passed = [k for k in range(count) if sum(chances[: k + 1], Fraction(0)) <= exactly(x)]
            spun.append(len(passed))
        proof.that("the wheel selects these", proof.equal("chosen", claim.raw("chosen"), spun))


@checks("value-updates")
def value_updates(game: Any, claim: Claim, proof: Proof) -> None:
    """Each update follows from the table before it; the last one leaves the table claimed."""
    rule = claim.choice("rule", RULES)
    proof.states(f"values after updates by {rule}", "the rule, step by step")
    discount, mixing = exactly(claim.number("discount")), exactly(claim.number("exploration"))
    constant = None if claim.raw("rate") is None else exactly(claim.number("rate"))
    if not all(0 <= x <= 1 for x in (discount, mixing, constant or 0)):
        raise GameError("discount, exploration, rate: they lie between 0 and 1")
    steps = claim.parts("updates")
    by_state = rule == "td-0" or (
        rule == "monte-carlo" and not any("choice" in step for step in steps)
    )
    table = _values(claim.raw("start"), by_state, "start")
    rewards = [exactly(step.number("reward")) for step in steps]
    ends = [step.raw("after") is None for step in steps]
    numbers = [step.raw(key) for step in steps for key in ("reward", "old", "target", "new")]
    rough = CLOSE * len(steps) * any(isinstance(x, float) for x in numbers)
    sizes = {s: max(map(abs, line.values()), default=Fraction(0)) for s, line in table.items()}
    visits: dict[tuple[str, str], int] = {}
    for k, step in enumerate(steps):
        state, choice = step.text("state"), "" if by_state else step.text("choice")
        then = step.text("then") if "then" in step else None
        last, onward = k, Fraction(0)
        if rule == "monte-carlo":
            last = next((j for j in range(k, len(steps)) if ends[j]), len(steps) - 1)
            for j in range(last, k, -1):
                onward = rewards[j] + discount * onward
        else:
            onward = _onward(rule, table.get(str(step.raw("after")), {}), then, mixing, ends[k])
        behind = [sizes.get(str(x), Fraction(0)) for x in (state, step.raw("after"))]
        sizes[state] = max(*behind, *map(abs, rewards[k : last + 1]))
        proof.tolerance, key = rough * sizes[state], (state, choice)
        visits[key] = visits.get(key, 0) + 1
        rate = Fraction(1, visits[key]) if constant is None else constant
        old, target = table.get(state, {}).get(choice, Fraction(0)), rewards[k] + discount * onward
        new = (1 - rate) * old + rate * target
        proof.says(step, old=old, target=target, rate=rate, new=new)
        table.setdefault(state, {})[choice] = new
    right = {s: x[""] if by_state else x for s, x in table.items()}
    told, proof.tolerance, proof.unit = claim.entries("table", right), rough, PER_STEP
    good = all(same(told[s], x, rough * sizes[s]) for s, x in right.items())
    proof.that("the table at the end", good)


def _onward(
    rule: str, values: dict[str, Fraction], then: str | None, mixing: Fraction, ended: bool
) -> Fraction:
    """What the next state is worth, by the rule."""
    if rule == "sarsa" and not ended and then is None:
        raise GameError("then: sarsa needs the choice that follows")
    if ended or not values:
        return Fraction(0)
    if rule in ("td-0", "sarsa"):
        return values.get("" if rule == "td-0" else str(then), Fraction(0))
    best = max(values.values())
    if rule == "q-learning":
        return best
    return best - mixing * (best - sum(values.values(), Fraction(0)) / len(values))


def _values(data: Any, by_state: bool, where: str) -> dict[str, dict[str, Fraction]]:
    found = {}
    for state, told in _objects(data, where).items():
        inner = {"": told} if by_state else _objects(told, f"{where}, {state}")
        found[str(state)] = {str(c): exactly(number(x, where)) for c, x in inner.items()}
    return found


@checks("perceptron-run")
def perceptron_run(game: Any, claim: Claim, proof: Proof) -> None:
    """Each step follows from the weights before it; the last one leaves the weights claimed."""
    proof.states("the weights of a perceptron after each example", "the rule, step by step")
    rows = claim.table("examples")
    if not rows or any(len(row) != len(rows[0]) or len(row) < 2 for row in rows):
        raise GameError("examples: expected rows of one length, inputs and a class")
    seen = {row[-1] for row in rows}
    low, high = (0, 1) if seen <= {0, 1} else (-1, 1)
    if not seen <= {low, high}:
        raise GameError("examples: classes are 0 and 1, or -1 and 1")
    first, strict = claim.part("start"), claim.flag("strict")
    weights = [exactly(x) for x in first.numbers("weights")]
    bias, rate = exactly(first.number("bias")), exactly(claim.number("rate"))
    if len(weights) != len(rows[0]) - 1 or rate <= 0:
        raise GameError("start: expected a weight for each input, and a positive rate")
    steps = claim.parts("steps")
    told = [step.raw(key) for step in steps for key in ("activation", "bias")]
    rough = CLOSE * len(steps) * any(isinstance(x, float) for x in told)
    most = [max(abs(exactly(x)) for x in column) for column in zip(*rows, strict=True)]
    near = [rough * (abs(w) + rate * x) for w, x in zip(weights, most, strict=False)]
    proof.tolerance, proof.unit = rough * (abs(bias) + rate), PER_STEP
    mistakes, late, whole = 0, 0, bool(steps) and len(steps) % len(rows) == 0
    proof.that("whole rounds through the examples", whole)
    began = []
    for k, step in enumerate(steps):
        began += [(weights, bias)] if k % len(rows) == 0 else []
        *inputs, target = [exactly(x) for x in rows[k % len(rows)]]
        late = late if k % len(rows) else 0
        total = bias + sum((w * x for w, x in zip(weights, inputs, strict=True)), Fraction(0))
        output = high if total > 0 or (total == 0 and not strict) else low
        change = rate * (target - output)
        weights = [w + change * x for w, x in zip(weights, inputs, strict=True)]
        bias += change
        mistakes, late = mistakes + (change != 0), late + (change != 0)
        proof.says(step, target=int(target), output=output, bias=bias)
        slack = proof.tolerance + dot(near, list(map(abs, inputs)))
        proof.says(step, "activation", total, slack)
        proof.equal(step.path("inputs"), step.raw("inputs"), inputs, Fraction(0))
        step.items("weights", len(near))
        proof.each(step, "weights", weights, near)
        if late == 0 and k % len(rows) == len(rows) - 1 and k < len(steps) - 1:
            proof.that("it stops after a round without a mistake", False)
    claim.items("weights", len(near))
    proof.each(claim, "weights", weights, near)
    proof.equal("bias", claim.raw("bias"), bias)
    proof.equal("rounds", claim.raw("rounds"), len(steps) // len(rows))
    proof.equal("mistakes", claim.raw("mistakes"), mistakes)
    proof.that("whether it still makes mistakes", claim.flag("converged") == (late == 0))
    if "repeats" in claim:
        first_time = claim.count("repeats")
        again = 1 <= first_time <= len(began) and began[first_time - 1] == (weights, bias)
        proof.that("the last round ends where an earlier one began", again and late > 0)
