"""A market, or another game on intervals, while it is being written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.web.models.faults import formula_fault, limit_fault, name_faults

MOST_PLAYERS = 8


def _sales(k: int, size: int) -> str:
    """What a firm sells that loses customers by its own price, and gains by the others'.

    >>> _sales(0, 2), _sales(1, 3)
    ('10 - p1 + p2/2', '10 - p2 + (p1 + p3)/3')
    """
    others = " + ".join(f"p{j + 1}" for j in range(size) if j != k)
    return f"10 - p{k + 1} + {others if size < 3 else f'({others})'}/{size}"


def _payoff(k: int, size: int) -> str:
    """What a player gets who shares with the others.

    >>> _payoff(1, 2)
    'x2*(2 - x1 - x2)'
    """
    return f"x{k + 1}*(2 - {' - '.join(f'x{j + 1}' for j in range(size))})"


def _letter(k: int, size: int) -> str:
    return f"x{k + 1}"


@dataclass(frozen=True)
class MarketShape:
    """What a kind of market is made of."""

    words: str
    formulas: Mapping[str, str] = field(default_factory=dict)
    """The formulas of the whole market, each with the one that a new market has."""
    columns: Mapping[str, str | Callable[[int, int], str]] = field(default_factory=dict)
    """The same for every player; or a function of the player's number and the number of players."""
    players: tuple[int, int] = (2, MOST_PLAYERS)
    """The fewest and the most."""
    model: str = ""
    """What the file calls it, if otherwise."""
    in_turn: bool = True
    """Whether the players may also move one after the other."""
    hint: str = ""


SHAPES = {
    "cournot": MarketShape(
        "firms choose quantities (Cournot)",
        {"demand": "17 - Q"},
        {"cost": "q", "capacity": ""},
        hint="Demand: the price as a function of the total quantity Q. Cost: a function of "
        "the firm's own quantity q.",
    ),
    "monopoly": MarketShape(
        "a single firm (monopoly)",
        {"demand": "17 - Q"},
        {"cost": "q", "capacity": ""},
        (1, 1),
        in_turn=False,
        hint="Demand: the price as a function of the quantity Q. Cost: a function of q.",
    ),
    "bertrand": MarketShape(
        "firms choose prices (Bertrand)",
        {"demand": "10 - p"},
        {"cost": "q"},
        hint="Demand: the quantity as a function of the lowest price p. Cost: a function of "
        "the firm's own quantity q.",
    ),
    "different": MarketShape(
        "prices of differentiated goods",
        {},
        {"sales": _sales, "cost": "q"},
        model="bertrand",
        hint="Sales: a function of the prices p1, p2, and so on. Cost: a function of the "
        "firm's own quantity q.",
    ),
    "advertising": MarketShape(
        "a contest for a prize (advertising)",
        {"prize": "9"},
        {"cost": "1"},
        hint="Each player spends an amount and gets a proportional share of the prize. Cost: "
        "the price of one unit.",
    ),
    "entry": MarketShape(
        "an incumbent and an entrant",
        {"demand": "17 - Q"},
        {"cost": "q", "capacity": ""},
        (2, 2),
        in_turn=False,
        hint="Demand: the price as a function of the total quantity Q. The incumbent chooses "
        "a quantity q first, then the entrant, who may stay out.",
    ),
    "game": MarketShape(
        "your own payoffs",
        {},
        {"variable": _letter, "from": "0", "to": "1", "payoff": _payoff},
        (1, MOST_PLAYERS),
        hint="Each player chooses a number from an interval; a payoff is a function of all of "
        "them.",
    ),
}
"""By a short name of the kind."""
ALSO = " Any other letter is a parameter. An empty field means no limit."
FORMULAS = ("cost", "sales", "payoff")
LIMITS = ("capacity", "from", "to")
FIXED = ("avoidable", "sunk")
"""What becomes of a fixed cost when the entrant stays out."""
PLURAL = {
    "cost": "costs",
    "capacity": "capacities",
    "sales": "sales",
    "payoff": "payoffs",
    "variable": "variables",
}
_LETTERS = re.compile(r"[^\W\d_]\w*")
_PRICE = re.compile(r"(?<!\w)p(\d+)(?!\w)")


@dataclass
class Market:
    """The formulas of a market, and a row of texts for each player.

    >>> market = Market.from_json({"model": "cournot", "demand": "17-Q", "costs": ["q", "2*q"]})
    >>> market.add()
    >>> market.become("bertrand"); market.in_turn = True
    >>> data = market.to_json()
    >>> data["order"], data["base"]["demand"], data["base"]["costs"]
    (['Firm 1', 'Firm 2', 'Firm 3'], '10 - p', ['q', '2*q', '2*q'])
    """

    shape: str
    formulas: dict[str, str]
    rows: list[dict[str, str]]
    """By column; every player has a ``name`` and a ``turn``."""
    in_turn: bool = False
    title: str = ""
    fixed: str = FIXED[0]

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Market:
        """The market as its file says it."""
        in_turn = data.get("model") == "stackelberg"
        base = data["base"] if in_turn else data
        model = str(base.get("model") or "game")
        shape = "different" if "sales" in base else model
        lists = {one: base.get(many) for one, many in PLURAL.items()}
        if model == "game":
            lists |= {
                end: [pair[k] for pair in base["intervals"]] for k, end in enumerate(LIMITS[1:])
            }
        columns = SHAPES[shape].columns
        size = max(len(given) for given in lists.values() if given)
        names = base.get("players") or [f"Firm {k + 1}" for k in range(size)]
        order = list(map(str, data.get("order") or names))
        rows = [
            {
                "name": str(name),
                "turn": str(order.index(str(name)) + 1),
                **{c: _text((lists[c] or [None] * size)[k]) for c in columns},
            }
            for k, name in enumerate(names)
        ]
        return cls(
            shape,
            {name: str(base[name]) for name in SHAPES[shape].formulas},
            rows,
            in_turn,
            str(data.get("title") or ""),
            str(base.get("fixed") or FIXED[0]),
        )

    @property
    def kind(self) -> MarketShape:
        """What this kind of market is made of."""
        return SHAPES[self.shape]

    def become(self, shape: str) -> None:
        """Make it another kind of market, and keep what means the same there."""
        old, new = self.kind, SHAPES[shape]
        self.formulas = {
            name: self.formulas[name] if old.formulas.get(name) == usual else usual
            for name, usual in new.formulas.items()
        }
        fewest, most = new.players
        del self.rows[most:]
        while len(self.rows) < fewest:
            self._append(dict(self.rows[-1]))
        for k, row in enumerate(self.rows):
            kept = {c: row[c] for c, usual in new.columns.items() if old.columns.get(c) == usual}
            fresh = {
                c: usual if isinstance(usual, str) else usual(k, len(self.rows))
                for c, usual in new.columns.items()
            }
            self.rows[k] = {"name": row["name"], "turn": str(k + 1), **fresh, **kept}
        self.shape, self.in_turn, self.title = shape, self.in_turn and new.in_turn, ""

    def add(self) -> None:
        """One more player like the last one, with a variable of its own."""
        if len(self.rows) == self.kind.players[1]:
            return
        last, n = self.rows[-1], len(self.rows)
        new = dict(last)
        own, next_one = f"p{n}", f"p{n + 1}"
        if "variable" in new:
            taken = {row["variable"] for row in self.rows}
            letters = (f"x{k}" for k in range(n + 1, 2 * n + 2))
            own, next_one = last["variable"], next(x for x in letters if x not in taken)
            new["variable"] = next_one
        for column in ("sales", "payoff"):
            if column in new and own:
                new[column] = re.sub(rf"(?<!\w){re.escape(own)}(?!\w)", next_one, new[column])
        self._append(new)

    def remove(self, k: int) -> None:
        """Take a player away, unless there would be too few."""
        if len(self.rows) > self.kind.players[0]:
            gone = self.rows.pop(k)
            for row in self.rows:
                if _is_later(row["turn"], gone["turn"]):
                    row["turn"] = str(int(row["turn"]) - 1)

    def _append(self, row: dict[str, str]) -> None:
        names = [r["name"] for r in self.rows]
        n = len(names) + 1
        word = re.sub(r"\s*\d+$", "", names[-1]) if re.search(r" \d+$", names[-1]) else "Firm"
        row["name"] = next(x for k in range(n, 2 * n) if (x := f"{word} {k}") not in names)
        row["turn"] = str(n)
        self.rows.append(row)

    def faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field."""
        found = {f"formula.{name}": formula_fault(text) for name, text in self.formulas.items()}
        for k, row in enumerate(self.rows):
            found |= {f"{c}.{k}": formula_fault(row[c]) for c in FORMULAS if c in row}
            found |= {f"{c}.{k}": limit_fault(row[c]) for c in LIMITS if c in row}
        wrong = {key: fault for key, fault in found.items() if fault}
        wrong = self._letter_faults() | wrong
        return wrong | name_faults([row["name"] for row in self.rows], "name")

    def _letter_faults(self) -> dict[str, str]:
        """What is wrong with turns, and with what stands for a price or another strategy."""
        n = len(self.rows)
        wrong: dict[str, str] = {}
        if self.in_turn:
            turns = [row["turn"].strip() for row in self.rows]
            wrong |= name_faults(turns, "turn")
            right = {str(k + 1) for k in range(n)}
            wrong |= {f"turn.{k}": f"1 to {n}" for k in range(n) if turns[k] not in right}
        if "sales" in self.kind.columns:
            faults = {
                f"sales.{k}": _price_fault(row["sales"], n) for k, row in enumerate(self.rows)
            }
            wrong |= {key: fault for key, fault in faults.items() if fault}
        if "variable" in self.kind.columns:
            letters = [row["variable"].strip() for row in self.rows]
            wrong |= name_faults(letters, "variable")
            odd = [k for k, x in enumerate(letters) if not _LETTERS.fullmatch(x)]
            wrong |= {f"variable.{k}": "write letters, such as x or q1" for k in odd}
        return wrong

    def to_json(self) -> dict[str, Any]:
        """The game as its file says it."""
        base: dict[str, Any] = {"model": self.kind.model or self.shape, **self.formulas}
        for column in self.kind.columns:
            if column in PLURAL:
                empty = None if column in LIMITS else ""
                base[PLURAL[column]] = [row[column].strip() or empty for row in self.rows]
        if self.shape == "game":
            base["intervals"] = [
                [row[end].strip() or None for end in LIMITS[1:]] for row in self.rows
            ]
        if self.shape == "entry":
            base["fixed"] = self.fixed
        base["players"] = [row["name"] for row in self.rows]
        if self.title:
            base["title"] = self.title
        if not self.in_turn:
            return {"kind": "continuous", **base}
        order = [row["name"] for row in sorted(self.rows, key=lambda row: int(row["turn"]))]
        head = {"kind": "continuous", "model": "stackelberg", "title": self.title}
        return {**head, "order": order, "base": base}


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _is_later(turn: str, gone: str) -> bool:
    return turn.isdecimal() and gone.isdecimal() and int(turn) > int(gone)


def _price_fault(text: str, firms: int) -> str | None:
    """Whether a formula speaks of the price of a firm that is not there.

    >>> _price_fault("10 - p1 + p3", 2)
    'p3 does not belong to a firm; there are 2'
    """
    far = [n for n in map(int, _PRICE.findall(text)) if not 1 <= n <= firms]
    return f"p{far[0]} does not belong to a firm; there are {firms}" if far else None
