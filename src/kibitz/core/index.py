"""Where things with a name live, so that naming one imports its module and no other.

Games, methods, kinds of answers and their checkers are put into registries by decorators, and a
command is a file of its name in a room of ``cli/commands/``. The file ``kibitz/_index.py``, which
``make index`` writes from the sources, says which module holds each of them; a test compares the
two.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.core.files.atomic_file import write_text

if TYPE_CHECKING:
    from kibitz.core.names.type_index import TypeIndex

_SIGNS = (
    "named(",
    "@method(",
    "@extends(",
    ".register",
    "position_picture(",
    "@checks(",
    "kind=",
    "@exercise(",
    "ClassVar[Solve",
)
"""What a file that registers something contains."""
TABLES = (
    "GAMES",
    "FAMILIES",
    "METHODS",
    "ABBREVIATIONS",
    "EXTENSIONS",
    "VERBS",
    "ANSWERS",
    "CHECKERS",
    "EXERCISES",
    "COMMANDS",
    "DESCRIPTIONS",
)
_SHORT = 3
"""The length of other names of methods that stand for longer ones: fp, qre."""
_VERBS = (
    "explain",
    "draw",
    "describe",
    "steps_of",
    "to_strategic",
    "to_extensive",
    "to_coalitional",
)
"""Functions of a game or an answer that each class may have a version of."""


@cache
def table(name: str) -> Mapping[str, Any]:
    """One of the tables, such as GAMES, METHODS or CHECKERS.

    >>> table("METHODS")["MatrixGame"]["simplex"]
    'kibitz.zero_sum.methods.simplex'
    """
    entries: Mapping[str, Any] = getattr(import_module("kibitz._index"), name)
    return entries


def load_method(noun: str, name: str) -> None:
    """Import the module that holds a method of a form, if the index knows one."""
    module = table("METHODS").get(noun, {}).get(name)
    if module is not None:
        import_module(module)


def load_extension(kind: str, name: str) -> None:
    """Import the module that extends a class with a function, if the index knows one."""
    module = table("EXTENSIONS").get(kind, {}).get(name)
    if module is not None:
        import_module(module)


def load_verb(verb: str, kind: str) -> None:
    """Import the module that says what a verb does with a class, if the index knows one."""
    module = table("VERBS").get(verb, {}).get(kind)
    if module is not None:
        import_module(module)


def load_methods(noun: str) -> None:
    """Import every module that holds methods of a form."""
    for module in dict.fromkeys(table("METHODS").get(noun, {}).values()):
        import_module(module)


def load(what: str, name: str) -> bool:
    """Import the module that holds a game, a kind of answer or its checker; whether one does."""
    module = table(what).get(name)
    if module is not None:
        import_module(module)
    return module is not None


def scan(root: Path, types: TypeIndex | None = None) -> dict[str, dict[str, Any]]:
    """Read all sources below a folder for what their decorators register, and of which type."""
    tables: dict[str, dict[str, Any]] = {name: {} for name in TABLES}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        module = ".".join(p for p in parts if p != "__init__")
        text = path.read_text(encoding="utf-8")
        command = path.stem.replace("_", "-")
        if parts[1:3] == ("cli", "commands") and text.startswith(f'"""``kibitz {command}``:'):
            tables["COMMANDS"][command] = module
        if not any(sign in text for sign in _SIGNS):
            continue
        tree = ast.parse(text)
        if types is not None:
            types.add(module, text, tree, _registered)
        for node in tree.body:
            tables["DESCRIPTIONS"].update(_described(node))
            for what, keys in _registered(node):
                place = tables[what]
                for key in keys[:-1]:
                    place = place.setdefault(key, {})
                if place.setdefault(keys[-1], module) != module:
                    raise SystemExit(f"{keys[-1]} is in {place[keys[-1]]} and in {module}")
    return tables


def _registered(node: ast.AST) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(node, ast.ClassDef):
        for keyword in node.keywords:
            if keyword.arg == "kind":
                kinds = ast.literal_eval(keyword.value)
                for kind in (kinds,) if isinstance(kinds, str) else kinds:
                    yield "ANSWERS", (kind,)
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        decorators = node.decorator_list
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        decorators = [node.value.func]  # named("ruler", family="coins")(maker)
    else:
        return
    for call in decorators:
        if isinstance(node, ast.FunctionDef) and ast.unparse(call).endswith(".register"):
            yield from _versions(ast.unparse(call).split(".")[-2], node)
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.args):
            continue
        if call.func.id == "named":
            words = [*call.args, *(keyword.value for keyword in call.keywords)]
            name, family = map(ast.literal_eval, words[:2])
            yield "GAMES", (name,)
            yield "FAMILIES", (family, name)
        elif call.func.id == "exercise":
            yield "EXERCISES", (ast.literal_eval(call.args[0]),)
        elif call.func.id == "checks":
            for kind in call.args:
                yield "CHECKERS", (ast.literal_eval(kind),)
        elif call.func.id == "position_picture":
            yield "VERBS", ("draw", ast.unparse(call.args[0]))
        elif call.func.id == "extends" and not isinstance(node, ast.Expr):
            for kind in call.args:
                yield "EXTENSIONS", (ast.unparse(kind), node.name)
        elif call.func.id == "method":
            noun = ast.unparse(call.args[0])
            aliases = [k.value for k in call.keywords if k.arg == "aliases"]
            for name in (ast.literal_eval(call.args[1]), *_literal(aliases)):
                yield "METHODS", (noun, name)
            for name in _literal(aliases):
                if len(name) <= _SHORT:
                    yield "ABBREVIATIONS", (noun, name)


def _described(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Each name of a game that a function makes, with the first line of its documentation."""
    if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)):
        for what, keys in _registered(node):
            if what == "GAMES":
                yield keys[0], text.partition("\n")[0]


def _versions(verb: str, function: ast.FunctionDef) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The classes that a version of a verb is for, as its first argument is annotated."""
    annotation = function.args.args[0].annotation
    if verb in _VERBS and annotation is not None:
        for kind in ast.unparse(annotation).split(" | "):
            yield "VERBS", (verb, kind)


def _literal(values: list[ast.expr]) -> tuple[str, ...]:
    return tuple(ast.literal_eval(values[0])) if values else ()


def sources(root: Path) -> dict[str, str]:
    """The text of ``_index.py`` and of ``_types.pyi`` for the sources below a folder."""
    from kibitz.core.names.type_index import TypeIndex

    types = TypeIndex()
    lines = ['"""Where things with a name live. Written by `make index`; do not edit."""']
    for name, entries in scan(root, types).items():
        lines += ["", f"{name} = {_spelled(entries)}" if entries else f"{name} = {{}}"]
    return {"_index.py": "\n".join([*lines, ""]), "_types.pyi": types.source()}


def _spelled(entries: dict[str, Any], depth: int = 0) -> str:
    """A dict as the formatter writes it, an entry on each line."""
    pad = "    " * depth
    lines = [
        f'{pad}    "{key}": '
        + (_spelled(value, depth + 1) if isinstance(value, dict) else _quoted(value))
        + ","
        for key, value in sorted(entries.items())
    ]
    return "\n".join(["{", *lines, f"{pad}}}"])


def _quoted(text: str) -> str:
    """Text in double quotes, or in single ones around these."""
    text = text.replace("\\", "\\\\")
    return f"'{text}'" if '"' in text else f'"{text}"'


if __name__ == "__main__":
    package = Path(__file__).parent.parent
    for name, text in sources(package).items():
        write_text(package / name, text)
    sys.stdout.write("kibitz/_index.py and kibitz/_types.pyi are up to date\n")
