"""No module imports itself in a circle, counting imports inside functions."""

from __future__ import annotations

import grimp

EXCEPTIONS: set[frozenset[str]] = set()
"""Circles that are allowed; docs/design.md says why each one is."""


def circles(imports: dict[str, set[str]]) -> list[frozenset[str]]:
    """The strongly connected components of more than one module (Tarjan 1972)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[frozenset[str]] = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        stack.append(module)
        for other in imports.get(module, ()):
            if other not in number:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in stack:
                lowest[module] = min(lowest[module], number[other])
        if lowest[module] == number[module]:
            place = stack.index(module)
            if len(stack) - place > 1:
                found.append(frozenset(stack[place:]))
            del stack[place:]

    for module in imports:
        if module not in number:
            visit(module)
    return found


def test_circles_are_found() -> None:
    two = {"a": {"b"}, "b": {"c", "d"}, "c": {"b"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}
    assert set(circles(two)) == {frozenset("bc"), frozenset("de")}


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = grimp.build_graph("kibitz", exclude_type_checking_imports=True, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert set(circles(imports)) == EXCEPTIONS
