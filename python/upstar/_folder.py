"""The folder of a sweep: Parquet files, and what its clients have begun.

A sweep has no state but its files. Parts are found by the least and greatest parameters that they contain, and only those
that can contain an item are read: neither the items nor the rows of a sweep are ever listed.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import sys
import time
import uuid
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import pyarrow
import pyarrow.compute
import pyarrow.parquet

from ._identity import identity
from ._items import Item, Items, kind_of, quoted, type_of, typed
from ._store import Place
from ._upstar import __version__
from ._workers import Job, columns_of

#: Items by their keys, with the clients that have begun them and the numbers of these; none while they choose.
Claims = dict[str, list[tuple[str, int | None]]]
#: The least and the greatest of each parameter, where they are known.
Ranges = list[tuple[Any, Any] | None]

#: Seconds for which a client counts as alive after it has said so.
ALIVE = 60.0
#: Texts that are shorter are their own keys.
SHORT = 64
#: So many parts are kept in memory.
KEPT = 4

#: As what values of a type are kept.
ARROW = {"truth value": pyarrow.bool_(), "integer": pyarrow.int64(), "text": pyarrow.string()}

#: The fields in which sweeps differ, and how each difference is called.
OF_A_SWEEP = {
    "version": "another layout of its files",
    "engine": "another version of Upstar",
    "python": "functions of another version of Python",
    "what": "another template or function",
    "parameters": "other parameters",
    "definitions": "other definitions of what it asks",
}


class Part(NamedTuple):
    """A file of rows, and what parameters they have."""

    name: str
    ranges: Ranges


class Folder:
    """A folder of Parquet files, each with the rows of batches that are done. All have columns of the same types."""

    def __init__(self, place: Place, job: Job, items: Items, *, keep: bool) -> None:
        self.place = place
        self.client = uuid.uuid4().hex
        self._job = job
        #: Whether rows are asked for, or only which items are there.
        self._keep = keep
        #: The files that were seen, and those that others have written.
        self._seen: set[str] = set()
        self.parts: list[Part] = []
        self._read: OrderedDict[str, tuple[Any, Any]] = OrderedDict()
        #: Whether a function is asked, for which a text differs from a number that is written alike.
        self._apart = not all(isinstance(ask, str) for _, ask in job.asks)
        #: The type of a parameter that has values of any kind, and how such a value is written.
        self._every, self._written = ("any", quoted) if self._apart else ("text", typed)
        #: Whether this client may have to find its own rows again.
        self._may_repeat = items.may_repeat
        sources = zip(items.names, items.sources())
        self._types = {name: type_of(source, apart=self._apart) for name, source in sources}
        empty = items.first() is None
        asks = [ask if isinstance(ask, str) else identity(ask) for _, ask in job.asks]
        about = {
            "version": 4,
            "engine": __version__,
            # The steps of a function depend on it.
            "python": f"{sys.version_info.major}.{sys.version_info.minor}" if self._apart else None,
            "what": asks[0] if len(asks) == 1 else dict(zip((name for name, _ in job.asks), asks)),
            "parameters": self._types,
            "definitions": list(job.definitions),
        }
        if not empty:
            place.create("_sweep.json", json.dumps(about, indent=1, ensure_ascii=False).encode())
        elif "_sweep.json" not in place.names():
            # Nothing is known about the values to come.
            return
        # Also what was just written is read: of two clients that begin together one has written it.
        earlier = json.loads(place.read("_sweep.json"))
        types = earlier.get("parameters") or {}
        for field, what in OF_A_SWEEP.items():
            both = [list(one[field]) if field == "parameters" else one.get(field) for one in (about, earlier)]
            # Without items nothing says which definitions are asked for.
            if both[0] != both[1] and (not empty or field != "definitions"):
                raise ValueError(f"{place} contains another sweep, with {what}: choose another folder")
        for name, type in self._types.items():
            if types[name] not in (type, self._every) and not empty:
                raise ValueError(
                    f"the parameter {name!r} of the sweep in {place} is of type {types[name]}, "
                    f"and now there are values of type {type}: choose another folder"
                )
        self._types = types

    def key(self, item: Item) -> str:
        """The name of an item in the claims of this folder."""
        texts = [self._written(value) for value in item]
        text = texts[0] if len(texts) == 1 else repr(texts)
        if len(text) < SHORT and BETWEEN not in text:
            return text
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest() + SHORT * "-"

    def _columns(self, items: list[Item]) -> list[pyarrow.Array]:
        """The parameters of items, as they are kept."""
        columns = []
        for n, (name, type) in enumerate(self._types.items()):
            values = [item[n] for item in items]
            if type == self._every:
                columns.append(pyarrow.array(map(self._written, values), pyarrow.string()))
                continue
            other = next((value for value in values if kind_of(value, apart=self._apart) != type), None)
            if other is not None:
                raise ValueError(
                    f"the parameter {name!r} began with values of type {type}, and then there is {other!r}: "
                    "give texts, or a list of all values"
                )
            columns.append(pyarrow.array(values, ARROW[type]))
        return columns

    def look(self) -> None:
        """Finds the parts that are new."""
        for name in self.place.names():
            if name in self._seen or not (name.startswith("part-") and name.endswith(".parquet")):
                continue
            self._seen.add(name)
            with self.place.open(name) as file:
                about = pyarrow.parquet.read_metadata(file)
            self.parts.append(Part(name, [_range(about, column) for column in self._types]))

    def known(self, items: list[Item], first: int = 0) -> Iterator[tuple[list[int], pyarrow.Table]]:
        """The rows of items in the parts from a number on: for each part that is read, places in the list, and a table of their
        rows."""
        parts = self.parts[first:]
        if not parts or not items:
            return
        columns = self._columns(items)
        ranges: Ranges = []
        for column in columns:
            ends = pyarrow.compute.min_max(column).as_py()
            ranges.append((ends["min"], ends["max"]))
        keys = _keys(columns, len(items))
        for part in parts:
            if all(map(_overlap, ranges, part.ranges)):
                theirs, table = self._part(part.name)
                places = pyarrow.compute.index_in(keys, value_set=theirs)
                known = pyarrow.compute.is_valid(places)
                yield pyarrow.compute.indices_nonzero(known).to_pylist(), table.take(places.filter(known))

    def _part(self, name: str) -> tuple[Any, pyarrow.Table]:
        """The keys of a part, and its rows."""
        if name not in self._read:
            wanted = [*self._types, *(columns_of(self._job) if self._keep else ())]
            with self.place.open(name) as file:
                # Without parameters it is a single row.
                table = pyarrow.parquet.ParquetFile(file).read(wanted or ["kind"])
            columns = [table[column].combine_chunks() for column in self._types]
            self._read[name] = _keys(columns, len(table)), table.select(wanted[len(self._types) :])
        self._read.move_to_end(name)
        while len(self._read) > KEPT:
            self._read.popitem(last=False)
        return self._read[name]

    def claim(self, begun: Mapping[str, int | None]) -> None:
        """Says which items this client has begun, with its numbers, in place of what it said before."""
        name = f"_claim-{self.client}.json"
        if not begun:
            self.place.remove(name)
            return
        keys: dict[int | None, list[str]] = {}
        for key, number in begun.items():
            keys.setdefault(number, []).append(key)
        # One long text is written many times faster than its keys.
        texts = [(number, BETWEEN.join(some)) for number, some in keys.items()]
        said = {"until": time.time() + ALIVE, "host": socket.gethostname(), "process": os.getpid(), "begun": texts}
        self.place.write(name, json.dumps(said).encode(), lasting=False)

    def others(self) -> Claims:
        """The items that other clients have begun, with the names of these clients and their numbers."""
        found: Claims = {}
        for name in self.place.names():
            if not name.startswith("_claim-") or self.client in name:
                continue
            try:
                claim = json.loads(self.place.read(name))
            except FileNotFoundError:
                # Its client has ended meanwhile.
                continue
            here = claim["host"] == socket.gethostname()
            if claim["until"] < time.time() or (here and _has_ended(claim["process"])):
                self.place.remove(name)
                continue
            client = name.removeprefix("_claim-").removesuffix(".json")
            for number, keys in claim["begun"]:
                for key in keys.split(BETWEEN):
                    found.setdefault(key, []).append((client, number))
        return found

    def write(self, items: list[Item], rows: pyarrow.Table) -> None:
        """Adds a file: all of it or nothing."""
        columns = [*self._columns(items), *rows.columns]
        buffer = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(pyarrow.table(columns, names=[*self._types, *rows.column_names]), buffer)
        name = f"part-{uuid.uuid4().hex}.parquet"
        if not self._may_repeat:
            self._seen.add(name)
        self.place.write(name, buffer.getvalue().to_pybytes())


def _range(about: Any, name: str) -> tuple[Any, Any] | None:
    """The least and the greatest value of a column, if the file says so."""
    place = about.schema.names.index(name)
    ends = []
    for group in range(about.num_row_groups):
        statistics = about.row_group(group).column(place).statistics
        if statistics is None or not statistics.has_min_max:
            return None
        ends += [statistics.min, statistics.max]
    return (min(ends), max(ends)) if ends else None


def _overlap(one: tuple[Any, Any] | None, other: tuple[Any, Any] | None) -> bool:
    return one is None or other is None or (one[0] <= other[1] and other[0] <= one[1])


#: The sign between the parameters of a key; where it is part of a text it is written out.
BETWEEN, ESCAPES = "\x1f", (("%", "%25"), ("\x1f", "%1f"))


def _keys(columns: Iterable[pyarrow.Array], count: int) -> pyarrow.Array:
    """Texts that tell rows of parameters apart."""
    texts = []
    for column in columns:
        text = column.cast(pyarrow.string())
        if pyarrow.types.is_string(column.type):
            for sign, written in ESCAPES:
                text = pyarrow.compute.replace_substring(text, sign, written)
        texts.append(text)
    if not texts:
        return pyarrow.array([""] * count)
    return pyarrow.compute.binary_join_element_wise(*texts, BETWEEN) if len(texts) > 1 else texts[0]


def _has_ended(process: int) -> bool:
    """Whether a process of this machine has ended, as far as this can be asked."""
    if os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    return False
