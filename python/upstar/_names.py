"""The names of the language as methods, attributes and functions. Their types are in ``_names.pyi``."""

from __future__ import annotations

import functools
import inspect
import keyword
from typing import Any

from . import _upstar


_KINDS = _upstar.names()

#: The names of the rulesets of the library.
RULESETS = frozenset(name for name, kind in _KINDS if kind == "ruleset")
#: The names of the functions of the language, with those families of rulesets that are written as functions.
FUNCTIONS = frozenset(name for name, kind in _KINDS if kind == "function" or name in RULESETS and name[0].islower())
#: The names of its constants.
CONSTANTS = frozenset(name for name, kind in _KINDS if kind == "constant")


class _LeftOut:
    """The default of a parameter that may be left out, as signatures show it."""

    def __repr__(self) -> str:
        return "..."


def safe(name: str) -> str:
    """A name of Python for a parameter of the language."""
    letters = "".join(letter if letter.isidentifier() or letter.isdigit() else "_" for letter in name)
    return letters.strip("_") + ("_" if keyword.iskeyword(letters) else "") or "values"


@functools.cache
def signature(name: str, *, of_value: bool = False) -> inspect.Signature | None:
    """The parameters of a function of the language; those of a method come after the first one. None for functions of the
    library, which are written in the language."""
    listed = next((params for own, params, _, _ in _upstar.builtins_with_types() if own == name), None)
    if listed is None:
        return None
    left = _LeftOut()
    params: dict[str, inspect.Parameter] = {}
    for number, (own, _, optional, every) in enumerate(listed):
        own = safe(own)
        own = f"{own}{number + 1}" if own in params else own
        kind = inspect.Parameter.VAR_POSITIONAL if every else inspect.Parameter.POSITIONAL_ONLY
        default = left if optional and not every else inspect.Parameter.empty
        params[own] = inspect.Parameter(own, kind, default=default)
    given = list(params.values())[1 if of_value else 0 :]
    for own, default in (("games", False), ("seconds", None), ("memory", None), ("steps", None)):
        given.append(inspect.Parameter(own, inspect.Parameter.KEYWORD_ONLY, default=default))
    return inspect.Signature(given)


# A function of the language with its first argument. Its docstring is the page of the function.
class Method:
    def __init__(self, value: Any, name: str) -> None:
        self._value = value
        self.__name__ = self.__qualname__ = name

    def __call__(self, *args: Any, **limits: Any) -> Any:
        from ._values import call

        return call(self._value, self.__name__, *args, **limits)

    def __repr__(self) -> str:
        return f"<method {self.__name__} of {self._value!r}>"

    @property
    def __signature__(self) -> inspect.Signature | None:
        return signature(self.__name__, of_value=True)

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        from ._values import page

        return page(self._value._engine, self.__name__)


class Methods:
    """The functions of the language as methods of a value."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name not in FUNCTIONS:
            raise AttributeError(f"{self.kind!r} has no attribute {name!r}", name=name, obj=self)
        return Method(self, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *FUNCTIONS})


class Functions:
    """The functions and constants of the language as those of a session."""

    def __getattr__(self, name: str) -> Any:
        from ._session import named

        if name.startswith("_"):
            raise AttributeError(name)
        return named(self, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *FUNCTIONS, *CONSTANTS})


class Library:
    """The rulesets of the library as attributes."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._ruleset(name)
