"""Functions of the language that take a function, with one of Python.

A function of Python may ask the session in which its result is wanted, so none of them runs inside a computation: Python goes through
the elements, and the language is asked about what the function has said of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from ._errors import EvalError
from ._upstar import Handle, Tally

#: So many elements are taken at once.
CHUNK = 1024

Function = Callable[[Any], Any]


def is_of_python(argument: Any) -> bool:
    """Whether an argument is a function of Python."""
    return callable(argument) and not isinstance(argument, Handle)


def of_language(argument: Any, engine: Any) -> Any:
    """A function of the module as the function of the language that it is; everything else as it is."""
    name = getattr(argument, "language", None) if is_of_python(argument) else None
    return argument if name is None else engine.read(name, True)


def answer(engine: Any, name: Any, args: tuple) -> Any:
    """The result of a function of the language with functions or iterators of Python among its arguments; ``NotImplemented`` when
    it can be called with them as they are."""
    places = [place for place, argument in enumerate(args) if is_of_python(argument)]
    lazy = bool(args) and isinstance(args[0], Iterator)
    if not places and not (name == "tally" and lazy):
        return NotImplemented
    run = RUNS.get(name) if isinstance(name, str) else None
    if run is None or places not in ([], [0 if name == "table" else 1]):
        takers = ", ".join(sorted(RUNS))
        raise TypeError(
            f"a function of Python can be given to {takers}; elsewhere write it in the language, as in "
            "up.eval('n -> n + 1')"
        )
    return run(engine, *args)


def _elements(engine: Any, xs: Any) -> Iterator[Any]:
    """The elements of a collection one after the other; those of Python as they are."""
    if isinstance(xs, (list, tuple, set, frozenset, range, Iterator)) or getattr(xs, "kind", None) == "enumeration":
        return iter(xs)
    return iter(engine.call("list", (xs,), False))


def _chunks(engine: Any, xs: Any) -> Iterator[list[Any]]:
    elements = _elements(engine, xs)
    while chunk := list(itertools.islice(elements, CHUNK)):
        yield chunk


def _map(engine: Any, xs: Any, function: Function) -> list[Any]:
    return [function(x) for x in _elements(engine, xs)]


def _filter(engine: Any, xs: Any, function: Function) -> list[Any]:
    return [x for x in _elements(engine, xs) if function(x)]


def _find(engine: Any, xs: Any, condition: Function) -> Any:
    seen = 0
    for x in _elements(engine, xs):
        if condition(x):
            return x
        seen += 1
    elements = "1 element" if seen == 1 else f"{seen} elements"
    raise EvalError("G0306", f"the condition is false for all of {elements}")


def _sort(engine: Any, xs: Any, key: Function) -> list[Any]:
    elements = list(_elements(engine, xs))
    keys = [key(x) for x in elements]
    order = engine.call(engine.read("K -> sort(1..length(K), i -> K[i])"), (keys,), False)
    return [elements[place - 1] for place in order]


def _extreme(name: str) -> Callable[..., Any]:
    def extreme(engine: Any, xs: Any, key: Function) -> Any:
        place = engine.read(f"K -> {name}(1..length(K), i -> K[i])")
        best: list[tuple[Any, Any]] = []
        for chunk in _chunks(engine, xs):
            # The first of those that are alike is the one.
            best += [(key(x), x) for x in chunk]
            best = [best[engine.call(place, ([key for key, _ in best],), False) - 1]]
        if not best:
            raise EvalError("G0306", "an empty collection has no least or greatest element")
        return best[0][1]

    return extreme


def _tally(engine: Any, xs: Any, key: Function | None = None) -> Any:
    tally = Tally(engine)
    for chunk in _chunks(engine, xs):
        tally.add(chunk if key is None else [key(x) for x in chunk])
    return tally.map()


def _groups(engine: Any, xs: Any, key: Function) -> Any:
    elements = list(_elements(engine, xs))
    keys = [key(x) for x in elements]
    places = engine.call(engine.read("K -> groups(1..length(K), i -> K[i])"), (keys,), True)
    return engine.call(engine.read("(m, X) -> {k: [X[i] for i in m[k]] for k in keys(m)}"), (places, elements), False)


def _table(engine: Any, function: Callable[..., Any], rows: Any, columns: Any = None) -> Any:
    names = list(_elements(engine, rows))
    if columns is None:
        cells = [list(cell) if isinstance(cell, tuple) else cell for cell in map(function, names)]
        cells = [cell if isinstance(cell, (list, set, frozenset, range)) else [cell] for cell in cells]
        return engine.call(engine.read("(R, C) -> table({R[i]: C[i] for i in 1..length(R)})"), (names, cells), True)
    header = list(_elements(engine, columns))
    cells = [[function(row, column) for column in header] for row in names]
    table = engine.read("(R, C, H) -> table({R[i]: C[i] for i in 1..length(R)}, H)")
    return engine.call(table, (names, cells, header), True)


#: The functions that take one of Python.
RUNS: dict[str, Callable[..., Any]] = {
    "argmax": _extreme("argmax"),
    "argmin": _extreme("argmin"),
    "filter": _filter,
    "find": _find,
    "groups": _groups,
    "map": _map,
    "sort": _sort,
    "table": _table,
    "tally": _tally,
}

__all__ = ["answer", "is_of_python", "of_language"]
