"""The names of the language as methods, attributes and functions. Their types are in ``_names.pyi``."""

from __future__ import annotations

from typing import Any

from . import _upstar


_KINDS = _upstar.names()

#: The names of the rulesets of the library.
RULESETS = frozenset(name for name, kind in _KINDS if kind == "ruleset")
#: The names of the functions of the language, with those families of rulesets that are written as functions.
FUNCTIONS = frozenset(name for name, kind in _KINDS if kind == "function" or name in RULESETS and name[0].islower())
#: The names of its constants.
CONSTANTS = frozenset(name for name, kind in _KINDS if kind == "constant")


class Methods:
    """The functions of the language as methods of a value."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        from ._values import call

        if name not in FUNCTIONS:
            raise AttributeError(f"{self.kind!r} has no attribute {name!r}", name=name, obj=self)

        def method(*args: Any, **limits: Any) -> Any:
            return call(self, name, *args, **limits)

        method.__name__ = name
        return method

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
