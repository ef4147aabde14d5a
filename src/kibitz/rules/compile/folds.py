"""``any``, ``all``, ``sum``, ``min`` and ``max`` over a generator, written as loops."""

from __future__ import annotations

import ast

from kibitz.rules.compile.syntax import Put, apart, loops, only_argument

FOLDED = "folded_"
"""What the loop of a fold calls its result, where it is not given a name."""
_OF_LOOPS = {FOLDED, "value_", "some_"}
_PARTS = {
    "any": ("{0} = False", "if x_:\n    {0} = True\n    break", ""),
    "all": ("{0} = True", "if not x_:\n    {0} = False\n    break", ""),
    "sum": ("{0} = 0", "{0} += x_", ""),
    "min": (
        "{0} = 0\nsome_ = False",
        "value_ = x_\nif not some_ or value_ < {0}:\n    {0} = value_\nsome_ = True",
        "if not some_:\n    raise ValueError('min() of nothing')",
    ),
    "max": (
        "{0} = 0\nsome_ = False",
        "value_ = x_\nif not some_ or value_ > {0}:\n    {0} = value_\nsome_ = True",
        "if not some_:\n    raise ValueError('max() of nothing')",
    ),
}
"""What stands before the loop, in it (for one thing, ``x_``), and after it."""


def fold_of(value: ast.expr | None) -> tuple[str, ast.GeneratorExp] | None:
    """The function and the generator, if that is what an expression is.

    >>> fold = fold_of(ast.parse("all(row)", mode="eval").body)
    >>> ast.unparse(fold[1])
    '(each_ for each_ in row)'
    """
    for name in _PARTS:
        inside = only_argument(value, name)
        if isinstance(inside, (ast.GeneratorExp, ast.ListComp)):
            return name, apart(ast.GeneratorExp(inside.elt, inside.generators))
        if inside is not None and name in ("any", "all"):
            return name, _each_of(inside)
    return None


def _each_of(things: ast.expr) -> ast.GeneratorExp:
    made = ast.parse("(each_ for each_ in things)", mode="eval").body
    assert isinstance(made, ast.GeneratorExp)
    made.generators[0].iter = things
    return made


def names_set(generator: ast.GeneratorExp) -> set[str]:
    """The names that a loop over it sets."""
    parts = (part for clause in generator.generators for part in ast.walk(clause.target))
    return {part.id for part in parts if isinstance(part, ast.Name)} | _OF_LOOPS


def fold_lines(name: str, generator: ast.GeneratorExp, target: str = FOLDED) -> list[ast.stmt]:
    """A loop that does what the function does, its result in ``target``.

    >>> inside = ast.parse("(x * x for x in row if x)", mode="eval").body
    >>> print(ast.unparse(fold_lines("sum", inside, "total")))
    total = 0
    for x in row:
        if x:
            total += x * x
    """
    before, each, after = (ast.parse(text.format(target)).body for text in _PARTS[name])
    body = [Put({"x_": generator.elt}).visit(line) for line in each]
    lines = [*before, *loops(generator.generators, body), *after]
    for line in lines:
        ast.fix_missing_locations(line)
    return lines
