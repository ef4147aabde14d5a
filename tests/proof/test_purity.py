"""The checker imports numbers and nouns, calls nothing that solves, and stays small."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from inspect import getsource
from pathlib import Path

import pytest

import kibitz.core.certificate
import kibitz.core.claim
import kibitz.proof
from kibitz.core.noun import Noun

ROOM = Path(kibitz.proof.__file__).parent
FILES = sorted(ROOM.rglob("*.py"))
KERNEL = [path for path in FILES if path.parent.name == "kernel"]
READING = [Path(kibitz.core.claim.__file__), Path(kibitz.core.certificate.__file__)]
MOST_TRUSTED = 2_500
"""Lines that everything rests on: the kernel, and the reading of claims."""
LINES = 13_867
"""Lines of the whole room, and it should become fewer; each kind of answer adds its check."""
NUMBERS = ("kibitz.core", "kibitz.algebra", "kibitz.proof")
NOUNS = {
    "kibitz.bargaining": (
        "game sets.feasible sets.frontier sets.ideal sets.polygon sets.read sets.region solution"
    ),
    "kibitz.coalitional": (
        "game letter letters names coalitions cost_game bankruptcy.game families.assignment "
        "families.linear_production voting.game voting.compound voting.weighted"
    ),
    "kibitz.combinatorial": (
        "game coins.game digraphs.game digraphs.loopy heaps.game heaps.misere.bipartite_monoid "
        "sums.sum errors"
    ),
    "kibitz.continuous": (
        "game solution exact.payoff exact.deviation exact.family exact.components enclosures.boxes "
        "markets.any_number markets.entry markets.price_rules markets.stackelberg poker "
        "poker.betting_tree poker.game poker.newman poker.newman_reply poker.solution poker.steps"
    ),
    "kibitz.extensive": (
        "game nodes subgames tree strategies.multilinear strategies.outcomes strategies.profile"
    ),
    "kibitz.linear": "program",
    "kibitz.rules": "cut_short game trees.game_tree",
    "kibitz.search": "puzzles.puzzle",
    "kibitz.stochastic": (
        "game graph mirror state_answers table average.moves average.determinants "
        "decision.lasting_play families.family families.bounds"
    ),
    "kibitz.strategic": (
        "game sentences n_player.symmetric_two_action sequential.automaton sequential.repeated"
    ),
    "kibitz.utility": "lottery",
    "kibitz.zero_sum": "game infinite.game infinite.truncation parametric.game",
}
"""Modules with nouns, and with what evaluates them: payoffs, successors, sizes, integrals."""
SOLVERS = (
    "best_moves best_reply best_response best_responses equilibria lemke_howson nimber nimber_at "
    "nucleolus optimal_strategies outcome_at period pivot search_nimber search_outcome solve "
    "some_winning_moves verify winning_moves winning_ranges"
)
"""What nouns can be asked that solves them."""


def imports(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kibitz"):
            yield from ((str(node.module), alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if "kibitz" in alias.name)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOM)))
def test_only_numbers_and_nouns_are_imported(path: Path) -> None:
    nouns = {f"{form}.{name}" for form, names in NOUNS.items() for name in names.split()}
    for module, name in imports(path):
        if module.startswith(NUMBERS):
            continue
        assert module in nouns, f"{path.name} imports {module}"
        made = import_module(module)
        if "@method(" in getsource(made):
            found = getattr(made, name)
            assert isinstance(found, type), f"{path.name}: {name} of {module}"
            assert issubclass(found, Noun), f"{path.name}: {name} of {module}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOM)))
def test_nothing_that_solves_is_called(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            linear = "mat(" in ast.unparse(node) or "linalg" in ast.unparse(node)  # equations
            name = node.func.attr
            assert linear or name not in SOLVERS.split(), f"{path.name}:{node.lineno} {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOM)))
def test_kinds_rest_on_the_kernel_alone(path: Path) -> None:
    for module, _ in imports(path):
        if module.startswith("kibitz.proof"):
            assert module.startswith("kibitz.proof.kernel"), f"{path.name} imports {module}"


@pytest.mark.parametrize("path", KERNEL, ids=lambda p: p.name)
def test_the_kernel_checks_no_kind(path: Path) -> None:
    assert "@checks(" not in path.read_text(encoding="utf-8")


def kinds() -> Iterator[str]:
    """The kinds of claims, as the files of the room name them."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "checks":
                yield from (str(x.value) for x in node.args if isinstance(x, ast.Constant))


def test_each_kind_is_checked_by_one_function() -> None:
    found = Counter(kinds())
    assert len(found) > 100
    assert [kind for kind, times in found.items() if times > 1] == []


def lines(paths: list[Path]) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def test_the_kernel_is_small() -> None:
    assert lines(KERNEL + READING) <= MOST_TRUSTED


def test_the_room_is_small() -> None:
    assert lines(FILES) <= LINES
