"""The items of a sweep: choices of parameters, which are made one after the other and never listed."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any

from . import _upstar
from ._functions import FunctionPosition
from ._names import RULESETS
from ._values import Enumeration, Value, call

#: A choice of parameters, in the order of their names.
Item = tuple[Any, ...]

#: So many rows of a ``DataFrame`` become objects of Python at once.
ROWS = 4096
#: A name of the language.
WORD = re.compile(r"[^\W\d]\w*")


def typed(value: Any) -> str:
    """A parameter as it is put into a template."""
    if isinstance(value, Value):
        return value.text
    return str(value).lower() if isinstance(value, bool) else str(value)


class Items:
    """All choices of a row of a table and of a value for each parameter; the last parameter varies fastest.

    Whatever can be gone through again, such as a range or an enumeration, is gone through and not copied. Of iterators,
    the first one is used up as the items are made; others are listed.
    """

    def __init__(self, table: Any, parameters: Mapping[str, Iterable[Any]]) -> None:
        #: The columns of each factor of the product, and the factor: rows of values.
        self._factors: list[tuple[tuple[str, ...], Iterable[Item]]] = []
        #: Whether the items can be made once only.
        self.once = False
        self._first: Item | None = None
        self._check: Callable[[Any], None] | None = None
        if table is not None:
            self._factors.append(self._table(table))
        for name, values in parameters.items():
            self._factors.append(((name,), Singles(self._values(values))))
        self.names = tuple(name for names, _ in self._factors for name in names)
        if len(set(self.names)) < len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise ValueError(f"a parameter cannot have the name {twice!r}")

    def _values(self, values: Iterable[Any]) -> Iterable[Any]:
        if not isinstance(values, Iterator):
            return values
        if self._factors:
            return list(values)
        self.once = True
        return values

    def _table(self, table: Any) -> tuple[tuple[str, ...], Iterable[Item]]:
        if hasattr(table, "iloc"):
            return tuple(table.columns), FrameRows(table)
        rows = table
        if isinstance(table, Iterator):
            self.once = True
            begin = list(itertools.islice(table, 1))
            rows = itertools.chain(begin, table)
        else:
            begin = list(itertools.islice(iter(table), 1))
        names = tuple(begin[0]) if begin else ()
        return names, MappingRows(rows, names)

    @property
    def total(self) -> int | None:
        """How many there are, if that is known before they are made."""
        total = 1
        for _, factor in self._factors:
            size = length(factor)
            if size is None:
                return None
            total *= size
        return total

    @property
    def may_repeat(self) -> bool:
        """Whether an item may come twice. Of what is not in memory, only ranges and enumerations are known not to repeat."""
        return self.once or any(_may_repeat(factor) for _, factor in self._factors)

    def __iter__(self) -> Iterator[Item]:
        made = self._product([factor for _, factor in self._factors])
        if not self.once:
            return made
        # The item that was looked at is not lost.
        self._factors, begin = [((), iter(()))], [] if self._first is None else [self._first]
        every = itertools.chain(begin, made)
        return every if self._check is None else map(self._checked, every)

    def check(self, check: Callable[[Any], None]) -> None:
        """Checks each value, where the items can be made once when its item is made."""
        if self.once:
            self._check = check
            first = self.first()
            if first is not None:
                self._checked(first)
            return
        for source in self.sources():
            if not isinstance(source, range):
                # The elements of an enumeration have the same rules.
                for value in itertools.islice(source, 1 if isinstance(source, Enumeration) else None):
                    check(value)

    def _checked(self, item: Item) -> Item:
        if self._check is not None:
            for value in item:
                self._check(value)
        return item

    def _product(self, factors: list[Iterable[Item]]) -> Iterator[Item]:
        if not factors:
            return iter([()])
        if len(factors) == 1:
            return iter(factors[0])
        first, *rest = factors
        return ((*one, *more) for one in first for more in self._product(rest))

    def first(self) -> Item | None:
        """The first item, if there is one."""
        if not self.once:
            return next(iter(self), None)
        if self._first is None:
            made = self._product([factor for _, factor in self._factors])
            self._first = next(made, None)
            self._factors = [(self.names, made)]
        return self._first

    def sources(self) -> list[Iterable[Any]]:
        """The values of each parameter, as they were given where that is possible; only the first where they can be made once."""
        if self.once:
            first = self.first()
            return [[value] for value in first] if first is not None else [[] for _ in self.names]
        found: list[Iterable[Any]] = []
        for names, factor in self._factors:
            found += [factor.values] if isinstance(factor, Singles) else [Column(factor, n) for n in range(len(names))]
        return found


class Singles:
    """Values as rows of one."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.values = values

    def __iter__(self) -> Iterator[Item]:
        return ((value,) for value in self.values)


class MappingRows:
    """Mappings as rows of the values of some names."""

    def __init__(self, values: Iterable[Mapping[str, Any]], names: tuple[str, ...]) -> None:
        self.values = values
        self._names = names

    def __iter__(self) -> Iterator[Item]:
        return (tuple(row[name] for name in self._names) for row in self.values)


class FrameRows:
    """The rows of a ``DataFrame``, with values of Python."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __iter__(self) -> Iterator[Item]:
        for start in range(0, len(self.values), ROWS):
            some = self.values.iloc[start : start + ROWS]
            yield from zip(*(some.iloc[:, n].tolist() for n in range(some.shape[1])))


class Column:
    """One value of each row."""

    def __init__(self, rows: Iterable[Item], place: int) -> None:
        self._rows = rows
        self._place = place

    def __iter__(self) -> Iterator[Any]:
        return (row[self._place] for row in self._rows)


def length(rows: Any) -> int | None:
    """How many rows there are, if that can be told."""
    values = getattr(rows, "values", rows)
    if isinstance(values, Enumeration):
        return call(values, "length")
    try:
        return len(values)
    except TypeError:
        return None
    except OverflowError:
        # A range that is longer than memory.
        return (values[-1] - values[0]) // values.step + 1


def _may_repeat(rows: Any) -> bool:
    """Whether some row may come twice."""
    values = getattr(rows, "values", rows)
    if isinstance(values, (range, Enumeration)):
        return False
    if not (isinstance(values, (list, tuple, str, Set, Mapping)) or hasattr(values, "dtype") or hasattr(values, "iloc")):
        return True
    if isinstance(rows, Singles) and len(kinds := set(map(type, values))) < 2 and kinds <= {int, str}:
        return len(set(values)) < len(values)
    seen: set[tuple[str, ...]] = set()
    for row in rows:
        key = tuple(map(typed, row))
        if key in seen:
            return True
        seen.add(key)
    return False


def type_of(values: Any, *, apart: bool = False) -> str:
    """As what a parameter is kept: the type of Parquet that has all its values.

    A template sees values as texts, and so a text column has any of them. A function tells ``1`` from ``"1"``: kept ``apart``,
    a text column has texts alone, and one of type ``any`` has texts in quotes.
    """
    every = "any" if apart else "text"
    if isinstance(values, Enumeration):
        return every
    if isinstance(values, range):
        values = (values[0], values[-1]) if values else ()
    kinds = {kind_of(value, apart=apart) for value in values}
    return kinds.pop() if len(kinds) == 1 else every if kinds else "truth value"


def kind_of(value: Any, *, apart: bool = False) -> str:
    """As what one value can be kept."""
    if isinstance(value, bool):
        return "truth value"
    if type(value) is int and -(2**63) <= value < 2**63:
        return "integer"
    return "text" if isinstance(value, str) or not apart else "any"


def quoted(value: Any) -> str:
    """A parameter as a text that no other one has."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else typed(value)


def examples(items: Items, bound: set[str]) -> list[Item]:
    """Items in whose parameters all these names occur that occur in any, and the first one."""
    first = items.first()
    if first is None:
        return []
    found = [first]
    if not bound:
        return found
    for n, source in enumerate(items.sources()):
        seen: set[frozenset[str]] = set()
        for value in [] if isinstance(source, (range, Enumeration)) else source:
            if isinstance(value, int):
                continue
            names = frozenset(bound.intersection(WORD.findall(typed(value))))
            if names and names not in seen:
                seen.add(names)
                found.append((*first[:n], value, *first[n + 1 :]))
    return found


def meaning_check(engine: Any) -> Callable[[Any], None]:
    """Returns what refuses a value whose text means something else in the session of a template."""
    several = {engine: _several_meanings(engine)}
    known: set[tuple[Any, frozenset[str]]] = set()

    def check(value: Any) -> None:
        if isinstance(value, (list, tuple, Set)):
            for part in value:
                check(part)
        elif isinstance(value, Mapping):
            check([*value.keys(), *value.values()])
        elif isinstance(value, FunctionPosition):
            raise TypeError(f"{value} has rules of Python: sweep a function such as lambda P: P.value()")
        elif isinstance(value, Value):
            check_value(value)

    def check_value(value: Value) -> None:
        home = value._engine
        if home not in several:
            several[home] = _several_meanings(home)
        if home is engine and not several[home]:
            return
        text = value.text
        words = frozenset(WORD.findall(text))
        is_stable = several[home].isdisjoint(words)
        if (home, words) in known or (home is engine and is_stable):
            return
        needs = value._needs()
        if needs is not None and engine.restored(text, needs[1]) is None:
            raise ValueError(
                f"{text} means something else in this session, whose rules are not the same: sweep a function such as "
                "lambda P: P.canonical()"
            )
        if is_stable:
            known.add((home, words))

    return check


def _several_meanings(engine: Any) -> set[str]:
    """The names that a session has declared again."""
    declared = [name for text in engine.definitions for name in _upstar.declared(text)]
    return {name for name in declared if name in RULESETS or declared.count(name) > 1}


def template(text: str, names: tuple[str, ...]) -> Callable[[Item], str]:
    """Returns a function that puts an item into the places of its parameters in a text; other braces stay."""
    if not names:
        return lambda item: text
    pattern = "{(" + "|".join(map(re.escape, names)) + ")}"
    pieces = re.split(pattern, text)
    places = [names.index(name) for name in pieces[1::2]]
    fixed = pieces[0::2]

    def filled(item: Item) -> str:
        parts = [fixed[0]]
        for place, piece in zip(places, fixed[1:]):
            parts += (typed(item[place]), piece)
        return "".join(parts)

    return filled
