"""Which function a sweep asks: the same text in each process for the same function, and another one for any other.

Pickles do not serve. They name the functions of modules, whatever these compute, and they contain lines, paths and the order of
sets, which change from one process to the next. So this reads what a function computes with: its code, its defaults, the values
that it has closed over, and the functions and values of its module that it names.
"""

from __future__ import annotations

import copyreg
import dis
import functools
import hashlib
import os
import re
import sys
import sysconfig
import types
from collections.abc import Callable, Iterable
from typing import Any

from . import _functions, _session

#: Where packages are installed. Their functions are known by their names.
INSTALLED = tuple(
    os.path.join(os.path.realpath(path), "") for name in ("stdlib", "platstdlib") if (path := sysconfig.get_path(name))
)
PACKAGES = re.compile(r"[/\\](?:site|dist)-packages[/\\]")
#: Where this package is, which may be elsewhere.
HERE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "")
#: The steps of a function that read names of its module, those that read attributes, and those that change variables.
GLOBALS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
STORES = ("STORE_GLOBAL", "STORE_DEREF", "DELETE_GLOBAL", "DELETE_DEREF")
#: Names of a class that say nothing about what it does, or only where it was written.
SILENT = frozenset(
    "__module__ __qualname__ __doc__ __dict__ __weakref__ __annotations__ __firstlineno__ __static_attributes__ "
    "__annotate__ __annotate_func__ __annotations_cache__ __abstractmethods__ _abc_impl".split()
)


def identity(function: Callable[..., Any]) -> str:
    """The name of a function, and a digest of what it computes with."""
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{name} {_Reader().digest(function)}"


class _Reader:
    """Digests of values."""

    def __init__(self) -> None:
        #: The values that were read, with their digests. They are kept, so that none gets the address of another one.
        self._read: dict[int, tuple[Any, str]] = {}
        #: The values that are being read, with their depths: they may contain themselves.
        self._within: dict[int, int] = {}

    def digest(self, value: Any) -> str:
        if value is None or value is ... or isinstance(value, (bool, int, float, complex, str, bytes)) and (
            type(value).__module__ == "builtins"
        ):
            return _hashed(type(value).__name__, repr(value))
        known = self._read.get(id(value))
        if known is not None:
            return known[1]
        if id(value) in self._within:
            return _hashed("within", str(self._within[id(value)]))
        self._within[id(value)] = len(self._within)
        try:
            found = _hashed(*self._parts(value))
        finally:
            del self._within[id(value)]
        self._read[id(value)] = (value, found)
        return found

    def _all(self, values: Iterable[Any]) -> list[str]:
        return [self.digest(value) for value in values]

    def _parts(self, value: Any) -> Iterable[str]:
        """The parts that tell a value from others."""
        kind = type(value)
        if kind in (list, tuple):
            return (kind.__name__, *self._all(value))
        if kind in (set, frozenset):
            # The order of a set is another one in each process.
            return (kind.__name__, *sorted(self._all(value)))
        if kind in (dict, types.MappingProxyType):
            return ("dict", *self._all(pair for item in value.items() for pair in item))
        if isinstance(value, types.CodeType):
            return self._code(value)
        if isinstance(value, types.FunctionType):
            return self._function(value)
        if isinstance(value, types.MethodType):
            return ("method", *self._all((value.__func__, value.__self__)))
        if isinstance(value, types.ModuleType):
            return ("module", value.__name__)
        if isinstance(value, functools.partial):
            return ("partial", *self._all((value.func, value.args, value.keywords)))
        if isinstance(value, functools.cached_property):
            return ("cached", self.digest(value.func))
        if isinstance(value, (staticmethod, classmethod)):
            return (kind.__name__, self.digest(value.__func__))
        if isinstance(value, property):
            return ("property", *self._all((value.fget, value.fset, value.fdel)))
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, _session.Session):
            return ("session", *self._all(value.definitions))
        if isinstance(value, _functions.FunctionRuleset):
            return ("rules", str(value.name), *self._all((*value._functions, value._draw)))
        if hasattr(value, "__wrapped__"):
            # A function with a cache is the function.
            return ("wrapped", *self._all((kind, value.__wrapped__)))
        return self._object(value)

    def _code(self, code: types.CodeType) -> Iterable[str]:
        numbers = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        named = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        table = getattr(code, "co_exceptiontable", b"")
        return ("code", *self._all((code.co_code, table, numbers, named, code.co_consts)))

    def _function(self, function: types.FunctionType) -> Iterable[str]:
        if _is_installed(function.__code__.co_filename):
            # A decorator of a package may be around a function of one's own.
            inner = getattr(function, "__wrapped__", None)
            return ("function", function.__module__ or "", function.__qualname__, self.digest(inner))
        steps = [step for code in _codes(function.__code__) for step in dis.get_instructions(code)]
        # The variables that a function sets itself are its memory, and not the function.
        state = {step.argval for step in steps if step.opname in STORES}
        names = sorted({step.argval for step in steps if step.opname in GLOBALS})
        attributes = sorted({step.argval for step in steps if step.opname in ATTRIBUTES})
        found = []
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            if name not in state:
                found += [name, self._cell(cell)]
        for name in names:
            if name in function.__globals__ and name not in state:
                value = function.__globals__[name]
                found += [name, self.digest(value)]
                if isinstance(value, types.ModuleType) and not _is_installed(getattr(value, "__file__", None)):
                    # Of a module of one's own, what may be read from it.
                    found += [self.digest(vars(value)[other]) for other in attributes if other in vars(value)]
        given = (function.__code__, function.__defaults__, function.__kwdefaults__)
        return ("function", *self._all(given), *found)

    def _cell(self, cell: Any) -> str:
        try:
            return self.digest(cell.cell_contents)
        except ValueError:
            # Nothing was put there yet.
            return "empty"

    def _class(self, one: type) -> Iterable[str]:
        if _is_installed(_file(one)):
            return ("class", one.__module__, one.__qualname__)
        members = [(key, value) for key, value in sorted(vars(one).items()) if key not in SILENT]
        slots = (types.MemberDescriptorType, types.GetSetDescriptorType)
        found = [(key, self.digest(value)) for key, value in members if not isinstance(value, slots)]
        return ("class", one.__qualname__, *self._all(one.__bases__), *(text for pair in found for text in pair))

    def _object(self, value: Any) -> Iterable[str]:
        """An object by what a pickle would have of it."""
        try:
            reduce = copyreg.dispatch_table.get(type(value))
            made = reduce(value) if reduce else value.__reduce_ex__(4)
        except Exception as error:
            raise TypeError(
                f"a folder belongs to what a function computes, and this one uses {value!r}, which cannot be told from others "
                f"({error}): leave out to=, or make it within the function"
            ) from None
        if isinstance(made, str):
            return ("name", getattr(value, "__module__", None) or "", made)
        call, arguments, *more = made
        state, elements, pairs = (*more, None, None, None)[:3]
        parts = (call, arguments, state, list(elements or ()), [list(pair) for pair in pairs or ()])
        return ("object", *self._all(parts))


def _codes(code: types.CodeType) -> list[types.CodeType]:
    """A code with those within it."""
    inner = [one for const in code.co_consts if isinstance(const, types.CodeType) for one in _codes(const)]
    return [code, *inner]


def _file(one: type) -> str | None:
    """The file of a class; nothing for those of Python itself."""
    module = sys.modules.get(one.__module__)
    if one.__module__ == "__main__" or module is None:
        return "<unknown>"
    return getattr(module, "__file__", None)


def _is_installed(file: str | None) -> bool:
    # Code without a file is part of Python itself.
    if file is None or file.startswith("<frozen "):
        return True
    path = os.path.realpath(file)
    return path.startswith((HERE, *INSTALLED)) or PACKAGES.search(path) is not None


def _hashed(*parts: str) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        # With its length, so that parts do not run into each other.
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little") + encoded)
    return digest.hexdigest()


__all__ = ["identity"]
