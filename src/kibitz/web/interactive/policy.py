"""The best policy of a dice game: a chart to walk through, and every position with its moves."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any

from kibitz.web.interactive.sheet import dot

HINT = "Choose a move or a throw to continue; click in the chart to jump elsewhere."
SIDE, LEFT, TOP = 400.0, 64.0, 26.0
MOST_MOVES = 60


def compute(noun: Any, state: dict[str, Any]) -> dict[str, Any] | None:
    """Where the walk has led, what can happen there, and what it is worth."""
    from kibitz.stochastic.from_rules.recurring import RecurringRules
    from kibitz.web.theme import page_svg

    if not isinstance(noun, RecurringRules):
        return None
    solution, grid = _solved(noun)
    if solution is None:
        return None
    here, walked = _walked(noun, grid, state)
    found: dict[str, Any] = {
        "picture": page_svg(here.draw()),
        "place": noun.show(here.state),
        "walked": walked,
        "value": f"{solution.value_of(here.state):.4f}",
        "first": noun.player_name(0),
        "moves": _moves(noun, solution, here),
        "text": str(solution),
    }
    if grid is not None:
        at = _pair(grid, state) or (0, 0)
        found["grid"] = {"table": grid.table, "names": list(grid.names), "at": list(at)}
    else:
        found["map"] = page_svg(noun.policy_map(solution))
    return found


@lru_cache(maxsize=2)
def _solved(rules: Any) -> tuple[Any, Any]:
    from kibitz.stochastic.from_rules.recurring import RulesSolution

    found = rules.solve()
    if not isinstance(found, RulesSolution):
        return None, None
    return found, rules.policy_grid(found)


def _walked(rules: Any, grid: Any, state: dict[str, Any]) -> tuple[Any, list[str]]:
    """The position that the walk leads to, and its steps in words; a wrong step ends it."""
    from kibitz.rules.game import Position

    here = rules.position()
    pair = None if grid is None else _pair(grid, state)
    if pair is not None:
        here = Position(rules, grid.states(*pair))
    steps = []
    for step in state.get("path", []):
        ways = _ways(rules, here)
        if not str(step).isdecimal() or int(step) >= len(ways):
            break
        move = ways[int(step)][0]
        steps.append(rules.show_move(here.state, move))
        here = here.play(move)
    return here, steps


def _pair(grid: Any, state: dict[str, Any]) -> tuple[int, int] | None:
    """The place of the chart where the walk begins, if it is one."""
    given = state.get("grid")
    if not isinstance(given, list) or not all(type(k) is int for k in given) or len(given) != 2:
        return None
    x, y = given
    return (x, y) if 0 <= x < len(grid.table) and 0 <= y < len(grid.table[0]) else None


def _ways(rules: Any, here: Any) -> list[tuple[Any, Any]]:
    """The moves, or the outcomes of chance with their probabilities."""
    from kibitz.rules.game import CHANCE

    if here.is_over:
        return []
    if here.player == CHANCE:
        return list(rules.chance(here.state))[:MOST_MOVES]
    return [(move, None) for move in list(rules.moves(here.state))[:MOST_MOVES]]


def _moves(rules: Any, solution: Any, here: Any) -> list[list[str]]:
    """Each way on: its words, its probability or whether it is best, and what follows is worth."""
    from kibitz.core.numbers import show

    ways = _ways(rules, here)
    best = rules.show_move(here.state, solution.move(here.state)) if here.player >= 0 else None
    found = []
    for move, likely in ways:
        words = rules.show_move(here.state, move)
        worth = solution.value_of(rules.play(here.state, move))
        note = f"probability {show(likely)}" if likely is not None else ""
        found.append([words, "best" if words == best else note, f"{worth:.4f}"])
    return found


def draw(data: dict[str, Any]) -> str:
    """The position, the ways on, and the chart."""
    rows = "".join(
        f"<tr{' class=best' if note == 'best' else ''}><td><button type='button' class='plain' "
        f"data-act='walk' data-key='{k}'>{escape(words)}</button></td><td>{escape(note)}</td>"
        f"<td class='number'>{worth}</td></tr>"
        for k, (words, note, worth) in enumerate(data["moves"])
    )
    table = (
        f"<table class='facts'><thead><tr><th>move or throw</th><th></th><th>worth to "
        f"{escape(data['first'])}</th></tr></thead><tbody>{rows}</tbody></table>"
        if rows
        else "<p>The game is over.</p>"
    )
    path = " · ".join(map(escape, data["walked"])) or "nothing yet"
    chart = _chart(data["grid"]) if "grid" in data else f"<figure>{data['map']}</figure>"
    return (
        f"<p role='status'><b>{escape(data['place'])}</b>: worth {data['value']} to "
        f"{escape(data['first'])}</p><figure>{data['picture']}</figure>{table}"
        f"<div class='row'><button type='button' class='plain' data-act='back'>Back</button>"
        f"<button type='button' class='plain' data-act='start'>From the start</button></div>"
        f"<p class='faint'>Walked: {path}</p>{chart}"
    )


def _chart(grid: dict[str, Any]) -> str:
    """Every pair as a color, equal neighbors in a column drawn as one; a ring is where we are."""
    table, (across, upward, number) = grid["table"], grid["names"]
    size = SIDE / max(len(table), len(table[0]))
    tall = size * len(table[0])
    most = max((x for column in table for x in column if x is not None), default=1) or 1
    parts = []
    for x, column in enumerate(table):
        y = 0
        for value, run in groupby(column):
            length = len(list(run))
            if value is not None:
                share = round(100 * value / most)
                parts.append(
                    f"<rect x='{LEFT + x * size:.2f}' y='{TOP + tall - (y + length) * size:.2f}' "
                    f"width='{size + 0.3:.2f}' height='{length * size + 0.3:.2f}' "
                    f"style='fill:color-mix(in srgb,var(--column) {share}%,var(--paper))'/>"
                )
            y += length
    wide = size * len(table)
    parts.append(
        f"<rect class='axis' data-paper='grid' x='{LEFT}' y='{TOP}' width='{wide}' "
        f"height='{tall}' fill='transparent' style='fill:transparent;cursor:crosshair'/>"
    )
    every = max(1, len(table) // 5)
    parts += [
        f"<text x='{LEFT + (k + 0.5) * size:.1f}' y='{TOP + tall + 18:.1f}' "
        f"text-anchor='middle'>{k}</text>"
        f"<text x='{LEFT - 8}' y='{TOP + tall - (k + 0.5) * size + 5:.1f}' "
        f"text-anchor='end'>{k}</text>"
        for k in range(0, len(table), every)
    ]
    x, y = grid["at"]
    value = table[x][y]
    said = "not reached" if value is None else f"{number} {value}"
    label = f"{across} {x}, {upward} {y}: {said}"
    spot = (LEFT + (x + 0.5) * size, TOP + tall - (y + 0.5) * size)
    parts.append(dot("at", *spot, "ring", label))
    parts.append(f"<text x='{LEFT}' y='16'>{escape(upward)} upward</text>")
    below = TOP + tall + 38
    parts.append(
        f"<text x='{LEFT + wide / 2}' y='{below}' text-anchor='middle'>{escape(across)}</text>"
    )
    return (
        f"<p class='faint'>{escape(label)}</p>"
        f"<svg class='touch' viewBox='0 0 {LEFT + wide + 20} {below + 10}' role='group' "
        f"aria-label='{escape(number)} for every {escape(across)} and {escape(upward)}'>"
        f"{''.join(parts)}</svg>"
    )


def react(
    data: dict[str, Any], state: dict[str, Any], act: str, event: dict[str, Any]
) -> dict[str, Any] | None:
    """Walk on, back, or to another place of the chart."""
    path = [str(step) for step in state.get("path", [])]
    if act == "walk":
        return {"state": {**state, "path": [*path, str(event["key"])]}}
    if act == "back":
        return {"state": {**state, "path": path[:-1]}}
    if act == "start":
        return {"state": {}}
    if "grid" not in data:
        return None
    table = data["grid"]["table"]
    x, y = data["grid"]["at"]
    if act in ("clicked", "moved"):
        size = SIDE / max(len(table), len(table[0]))
        x = int((float(event["x"]) - LEFT) / size)
        y = int((TOP + size * len(table[0]) - float(event["y"])) / size)
    elif act == "nudged":
        dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[event["way"]]
        x, y = x + dx, y + dy
    else:
        return None
    x, y = min(max(x, 0), len(table) - 1), min(max(y, 0), len(table[0]) - 1)
    return {"state": {"grid": [x, y]}, "focus": "at" if act == "nudged" else ""}
