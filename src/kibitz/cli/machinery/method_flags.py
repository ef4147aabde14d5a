"""Flags that name methods: ``--shapley`` for the method "shapley", one for each in the registry.

The names come from the index, so that no method is imported before it is asked for; what the
flags say in the help comes from the methods themselves.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer

from kibitz.core import index
from kibitz.core.method import AUTO, of_form

_FLAGS: dict[str, tuple[str, str]] = {}
"""The form and the name of the method, by the name of the parameter."""


def offer_methods(form: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command a flag for every method of a form that it has no option for.

    The command takes ``ctx``, in which :func:`methods_asked` finds what was typed.
    """

    def extend(command: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(command, eval_str=True)
        own = {name.replace("_", "-") for name in signature.parameters}
        flags = []
        for name in index.table("METHODS").get(form, {}):
            if name in own or name == AUTO:
                continue
            parameter = f"method_{name.replace('-', '_')}"
            _FLAGS[parameter] = form, name
            option = Annotated[bool, typer.Option(f"--{name}", help=f"Method {name}.")]
            flags.append(
                inspect.Parameter(
                    parameter, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=option
                )
            )

        def extended(**values: Any) -> None:
            command(**{k: v for k, v in values.items() if k not in _FLAGS})

        own_parameters = list(signature.parameters.values())
        every = [*own_parameters, *flags]
        extended.__signature__ = signature.replace(parameters=every)  # type: ignore[attr-defined]
        extended.__annotations__ = {p.name: p.annotation for p in every}
        extended.__doc__, extended.__name__ = command.__doc__, command.__name__
        return extended

    return extend


def methods_asked(ctx: typer.Context) -> list[str]:
    """The methods whose flags were given, in the order in which they were typed."""
    asked = [_FLAGS[name] for name, on in ctx.params.items() if name in _FLAGS and on]
    entries = [of_form([form], name) for form, name in asked]
    return list(dict.fromkeys(entry.name for entry in entries if entry is not None))


def described(parameters: Iterable[Any]) -> list[Any]:
    """The parameters of a command, the flags of methods with what these find.

    Left out are other names of a method, and methods that need more than their name.
    """
    kept = []
    for parameter in parameters:
        if parameter.name in _FLAGS:
            form, name = _FLAGS[parameter.name]
            entry = of_form([form], name)
            if entry is None or entry.name != name:
                continue
            _, by, way = name.partition("-by-")
            finds = f"{entry.finds}, by {way}" if by else entry.finds
            parameter.help = f"{finds[0].upper()}{finds[1:]}."
        kept.append(parameter)
    return kept
