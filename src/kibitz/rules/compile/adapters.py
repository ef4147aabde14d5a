"""Source of what :mod:`kibitz.rules.compile.interface` promises, over the compiled methods of a
game.

The methods are called ``rules_moves`` and so on. What the game does not say, or no one asks, gets
the answer that the interface states for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.rules.compile.layout import ValueLayout, layout_of
from kibitz.rules.compile.probe import UNKNOWN, word_expressions
from kibitz.rules.fault import CANDIDATES, CHANCES, CONVERTING, MOVES, PLAYER, PREDECESSORS
from kibitz.rules.game import Rules

TOLD = 32
"""Words of a state that a fault can report; more would take long to compile."""


def adapters(rules: Rules, start: ValueLayout, key: ValueLayout, needed: set[str]) -> list[str]:
    """The functions, for states like the start and their keys; ``asked`` are optional methods."""
    functions = [
        *_necessary(rules, start),
        *_stored(start, key, needed),
        *_optional(rules, start, needed),
        *_numbering(start, needed),
        _view(rules, needed),
    ]
    return [_fault(start), *(f"@inlined\ndef {text}" for text in functions)]


def _function(head: str, *lines: str) -> str:
    return "\n    ".join([f"{head}:", *lines])


def _fault(start: ValueLayout) -> str:
    state = ", state" if start.words <= TOLD else ""
    raised = f"raise Fault(question, number{state})"
    return f"@internal\ndef {_function('fault(question, state, number)', raised)}"


def _necessary(rules: Rules, start: ValueLayout) -> list[str]:
    """Who moves, the moves, what they do, and what each player gets."""
    over, paid = _cut(rules, start)
    return [
        _function(
            "player(state)",
            "who = np.int64(rules_player(state))",
            f"if who < CHANCE or who >= {rules.players}:",
            f"    fault({PLAYER}, state, who)",
            *over,
            "return who",
        ),
        _counted("moves", "moves", MOVES),
        _function(
            "play(state, move)",
            "after = rules_play(state, move)",
            f"return {start.canonical('after')}",
        ),
        _chosen("payoff", "rules_payoffs", rules.players, paid),
    ]


def _cut(rules: Rules, start: ValueLayout) -> tuple[list[str], list[str]]:
    """Lines for a game cut short: whether play ends because a value is known, and who gets it."""
    if rules.probe is None:
        return [], []
    found = f"probed({rules.probe.cell}, {', '.join(word_expressions(start, 'state'))})"
    over = [f"if who >= 0 and {found} != {UNKNOWN}:", "    return np.int64(OVER)"]
    paid = ["if rules_player(state) != OVER:", f"    known = {found}"]
    return over, [*paid, "    return known if who == 0 else -known"]


def _stored(start: ValueLayout, key: ValueLayout, needed: set[str]) -> list[str]:
    """States and keys as words, and back."""
    same = "rules_key(state)" if "key" in needed else "state"
    written, read = start.write("state"), f"return {start.read()}"
    return [
        _function("write_key(state, out)", f"key = {same}", *key.write_key("key")),
        _function("write_state(state, out)", *written),
        _function("read_state(row)", read),
        _function("put_state(state, store, place)", "out = store[place]", *written),
        _function("take_state(store, place)", "row = store[place]", read),
    ]


def _optional(rules: Rules, start: ValueLayout, needed: set[str]) -> list[str]:
    """What a game may say; where it does not, the answer that stands for nothing."""
    said = {
        "evaluate": _chosen("evaluate", "rules_evaluate", rules.players),
        "candidates": _counted("candidates", "candidates", CANDIDATES),
        "limits": _function(
            "limits(state)",
            "low, high = rules_limits(state)",
            "return np.float64(low), np.float64(high)",
        ),
        "order": _function("order(state, move)", "return rules_order(state, move)"),
        "noisy": _function("noisy(state, move)", "return rules_noisy(state, move)"),
        "null_move": _function(
            "null_move(state)",
            "after = rules_null_move(state)",
            f"return {start.canonical('after')}",
        ),
        "pick": _function("pick(state, lot)", "return rules_pick(state, lot)"),
        "chance": _counted("chance", "chance", CHANCES, "state, out, top, bottom"),
    }
    unsaid = {
        "evaluate": _function("evaluate(state, who)", "return 0"),
        "candidates": _counted("candidates", "moves", MOVES),
        "limits": _function("limits(state)", f"return {_widest(rules)}"),
        "order": _function("order(state, move)", "return 0"),
        "noisy": _function("noisy(state, move)", "return False"),
        "null_move": _function("null_move(state)", "return state"),
        "pick": _function("pick(state, lot)", "return -1"),
        "chance": _function("chance(state, out, top, bottom)", "return 0"),
    }
    return [said[name] if name in needed else unsaid[name] for name in said]


def _numbering(start: ValueLayout, needed: set[str]) -> list[str]:
    """Positions and their numbers; only games that number theirs are asked."""
    said = {
        "index": _function("index(state)", "return np.int64(rules_index(state))"),
        "at_index": _function(
            "at_index(number)",
            "found = rules_at_index(number)",
            f"return {start.canonical('found')}",
        ),
        "is_position": _function("is_position(state)", "return rules_is_position(state)"),
        "predecessors": _listed("predecessors", PREDECESSORS),
        "converting": _listed("converting", CONVERTING),
        "comes_to": _function(
            "comes_to(state)",
            "here, swapped, quiet = rules_comes_to(state)",
            f"return {start.canonical('here')}, np.int64(swapped), np.int64(quiet)",
        ),
    }
    if "converting" not in needed:
        said["converting"] = _counted("converting", "moves", MOVES)
    wanted = needed | {"converting"} if "index" in needed else needed
    return [text for name, text in said.items() if name in wanted]


def _listed(name: str, question: int) -> str:
    """A function that lists things, of which there may be none."""
    return _function(
        f"{name}(state, out)",
        f"count = rules_{name}(state, out)",
        "if count > MOST_MOVES:",
        f"    fault({question}, state, count)",
        "return count",
    )


def _view(rules: Rules, needed: set[str]) -> str:
    if "information_state" not in needed:
        return _function("write_view(state, who, out)", "write_key(state, out)")
    seen = layout_of(rules.information_state(rules.start(), 0))
    return _function(
        "write_view(state, who, out)",
        "seen = rules_information_state(state, who)",
        *seen.write_key("seen"),
    )


def _counted(name: str, behind: str, question: int, takes: str = "state, out") -> str:
    """A function that lists things, of which there must be some, and no more than there is room."""
    return _function(
        f"{name}({takes})",
        f"count = rules_{behind}({takes})",
        "if count == 0 or count > MOST_MOVES:",
        f"    fault({question}, state, count)",
        "return count",
    )


def _widest(rules: Rules) -> str:
    """The limits that hold everywhere."""
    if rules.payoff_bounds is None:
        return "-np.inf, np.inf"
    least, most = rules.payoff_bounds
    return f"np.float64({float(least)!r}), np.float64({float(most)!r})"


def _chosen(name: str, function: str, players: int, first: Sequence[str] = ()) -> str:
    """A function that gives one player's entry, whatever the types of the entries are."""
    lines = [*first, f"all_ = {function}(state)"]
    for who in range(players - 1):
        lines += [f"if who == {who}:", f"    return all_[{who}]"]
    return _function(f"{name}(state, who)", *lines, f"return all_[{players - 1}]")
