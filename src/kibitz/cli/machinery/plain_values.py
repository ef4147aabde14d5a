"""Values of options as Python reads them, without the library that typer would load for it.

Typer gives every value, and every option that was not given, to pydantic, which takes longer to
load than a small game to solve. Words, whole numbers and lists of words need no library. All else
is given to it, and so is what is refused, for what it says of it.
"""

from __future__ import annotations

from typing import Any, get_args, get_origin


def with_plain_values(parameters: list[Any]) -> list[Any]:
    """The parameters, which read plain values by themselves where typer has readers of its own."""
    for parameter in parameters:
        if getattr(parameter, "_runtime_param", False) is None:
            parameter._runtime_param = PlainValue()
    return parameters


class PlainValue:
    """Reads the values of one parameter in the place of typer's reader."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value in its kind."""
        descriptor = param.type_descriptor
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        kind = descriptor.annotation
        if kind is bool and isinstance(value, bool):
            return value
        if not (
            descriptor.is_choice
            or descriptor.is_path
            or descriptor.is_file
            or descriptor.parameter_info.parser
        ):
            words = list(value) if several and get_origin(kind) is list else [value]
            each = get_args(kind)[0] if several and get_origin(kind) is list else kind
            if each is str and all(isinstance(word, str) for word in words):
                return words if several else value
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
