"""Tables of answers that many processes fill together: a folder, or a prefix of a store that fsspec knows.

A table is its Parquet files. Each process writes parts of its own, and reads those of the others as they come; a part is
there whole or not at all, and is never changed. So nothing is locked, and whoever dies leaves what was written. An answer is
found by the meaning of its ruleset and by its position, and an answer that was written twice says the same twice.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
import time
import uuid
import weakref
from collections.abc import Iterator
from typing import Any

from . import _upstar
from ._store import Place, place_of

#: The kinds of rows: answers of the engine in its order, rulesets, and what is known of a long question.
KINDS = ("value", "nimber", "winner", "game", "ruleset", "solve")
#: The first of the kinds that the engine does not read.
OTHERS = KINDS.index("ruleset")
#: The layout of the files.
LAYOUT = b"1"
#: Length of the number of a ruleset, with which keys of positions begin.
NUMBER = 8
#: Seconds between two looks at what others have found, at least; looking takes a tenth of the time at most.
OFTEN, SHARE = 0.5, 10
#: So many rows are in a part at most, and so many parts of one size become one.
ROWS, TOGETHER = 1 << 20, 16


class Tables:
    """A table of answers: see :func:`upstar.tables`."""

    def __init__(self, place: str | os.PathLike[str]) -> None:
        _need_arrow()
        #: Where it is.
        self.address = os.fspath(place)
        self._place: Place = place_of(place)
        self._answers = _upstar.Answers()
        self._lock = threading.RLock()
        self._seen: set[str] = set()
        #: The parts that this process has written, by size.
        self._own: list[list[str]] = []
        #: What is known of long questions, by question and key; and what is to be written of it.
        self._notes: dict[str, dict[str, str]] = {}
        self._fresh: list[tuple[str, str, str]] = []
        #: What was found and could not be written yet.
        self._unwritten: Any = None
        self.refresh()
        threading.Thread(target=_exchange, args=(weakref.ref(self),), name="upstar tables", daemon=True).start()

    def __repr__(self) -> str:
        return f"upstar.tables({str(self._place)!r})"

    def __len__(self) -> int:
        """How many answers are known."""
        return len(self._answers)

    @property
    def rulesets(self) -> dict[str, int]:
        """The rulesets with answers, and how many there are; rulesets of one name are numbered.

        >>> import upstar as up
        >>> tables = up.tables("memory://example")
        >>> up.Session(tables=tables).eval("canonical(Domineering(2, 3))")
        <2|-1/2>
        >>> list(tables.rulesets)
        ['Domineering']
        """
        import pyarrow.compute

        self.flush()
        names: dict[bytes, str] = {}
        counts: dict[bytes, int] = {}
        for _, part in self._parts():
            rules = part.filter(pyarrow.compute.equal(part["kind"], "ruleset"))
            names.update(zip(rules["meaning"].to_pylist(), (key[NUMBER:].decode() for key in rules["key"].to_pylist())))
            for row in part.group_by("meaning").aggregate([("meaning", "count")]).to_pylist():
                if row["meaning"]:
                    counts[row["meaning"]] = counts.get(row["meaning"], 0) + row["meaning_count"]
            for number in rules["meaning"].to_pylist():
                counts[number] -= 1
        found: dict[str, int] = {}
        for number, name in sorted(names.items(), key=lambda one: (one[1], one[0])):
            again = sum(other == name or other.startswith(f"{name} (") for other in found)
            found[f"{name} ({again + 1})" if again else name] = counts.get(number, 0)
        return found

    def refresh(self) -> None:
        """Reads what others have written."""
        with self._lock:
            for _, part in self._parts(self._seen):
                self._take(part)

    def flush(self) -> None:
        """Writes what this process has found, so that others can read it."""
        with self._lock:
            while self._unwritten is not None or (rows := self._found()) is not None:
                self._unwritten = self._unwritten or rows
                self._write(self._unwritten)
                self._unwritten = None

    def merge(self) -> None:
        """Joins all parts to few. Others may use the table meanwhile."""
        with self._lock:
            self.flush()
            names = self._names()
            self._own = []
            if len(names) > 1:
                self._join(names, once=True)

    def note(self, question: str, key: str, text: str) -> None:
        """Keeps what is known of a long question."""
        with self._lock:
            self._notes.setdefault(question, {})[key] = text
            self._fresh.append((question, key, text))

    def notes(self, question: str) -> dict[str, str]:
        """What is known of a long question."""
        self.refresh()
        return dict(self._notes.get(question, {}))

    def _names(self) -> list[str]:
        return [name for name in self._place.names() if name.startswith("answers-") and name.endswith(".parquet")]

    def _parts(self, seen: set[str] | None = None) -> Iterator[tuple[str, Any]]:
        """The parts that were not seen; each once, though a larger one may have what it has."""
        import pyarrow.parquet

        names = [name for name in self._names() if seen is None or name not in seen]
        known = set() if seen is None else seen
        joined: dict[str, list[str]] = {}
        # A part that others have joined meanwhile is in a part that the next look finds.
        for name in names:
            with contextlib.suppress(FileNotFoundError), self._place.open(name) as file:
                about = pyarrow.parquet.read_metadata(file).metadata or {}
                if about.get(b"upstar tables") != LAYOUT:
                    raise ValueError(f"{self._place} has tables of another version of Upstar: choose another folder")
                joined[name] = json.loads(about.get(b"joins", b"[]"))
        for name in sorted(joined, key=lambda one: -len(joined[one])):
            if name in known:
                continue
            if joined[name] and known.issuperset(joined[name]):
                known.add(name)
                continue
            with contextlib.suppress(FileNotFoundError), self._place.open(name) as file:
                table = pyarrow.parquet.ParquetFile(file).read()
                known.update((name, *joined[name]))
                yield name, table

    def _take(self, part: Any) -> None:
        """Learns what a part says."""
        import pyarrow
        import pyarrow.compute

        part = part.combine_chunks()
        if not len(part):
            return
        kinds = pyarrow.compute.index_in(part["kind"], value_set=pyarrow.array(KINDS)).combine_chunks()
        kinds = kinds.cast(pyarrow.uint8()).to_numpy().tobytes()
        self._answers.add(kinds, _column(part["key"]), _column(part["answer"]))
        notes = part.filter(pyarrow.compute.equal(part["kind"], "solve"))
        for meaning, key, text in zip(*(notes[name].to_pylist() for name in ("meaning", "key", "answer"))):
            self._notes.setdefault(meaning.hex(), {})[key.decode()] = text.decode()

    def _found(self) -> Any:
        """A part of what was found here, if there is anything."""
        import pyarrow
        import pyarrow.compute

        kinds, keys, answers = self._answers.take(ROWS)
        fresh, self._fresh = self._fresh, []
        if not kinds and not fresh:
            return None
        codes = pyarrow.array(memoryview(kinds).tolist(), pyarrow.int8())
        names = pyarrow.array(KINDS).take(codes)
        whole, texts = _binary(keys, len(kinds)), _binary(answers, len(kinds))
        of_game = pyarrow.compute.equal(names, "game")
        # Games have no ruleset: their options are all that they mean.
        meaning = pyarrow.compute.binary_slice(whole, 0, NUMBER)
        meaning = pyarrow.compute.if_else(of_game, pyarrow.scalar(b"", pyarrow.binary()), meaning)
        found = pyarrow.table([names, meaning, whole, texts], names=["kind", "meaning", "key", "answer"])
        if fresh:
            about, where, said = zip(*((bytes.fromhex(one[0]), one[1].encode(), one[2].encode()) for one in fresh))
            columns = [["solve"] * len(fresh), list(about), list(where), list(said)]
            found = pyarrow.concat_tables([found, pyarrow.table(columns, schema=found.schema)])
        return found

    def _write(self, rows: Any, joins: list[str] | None = None, level: int = 0) -> None:
        """Adds a part, and joins those of its size when there are many."""
        import pyarrow
        import pyarrow.parquet

        name = f"answers-{uuid.uuid4().hex}.parquet"
        about = {b"upstar tables": LAYOUT, b"joins": json.dumps(joins or []).encode()}
        buffer = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(rows.replace_schema_metadata(about), buffer, compression="zstd")
        self._seen.add(name)
        self._place.write(name, buffer.getvalue().to_pybytes())
        while len(self._own) <= level:
            self._own.append([])
        self._own[level].append(name)
        if len(self._own[level]) >= TOGETHER:
            some, self._own[level] = self._own[level], []
            self._join(some, level + 1)

    def _join(self, names: list[str], level: int = 0, *, once: bool = False) -> None:
        """Makes one part of several, and then removes them; each row ``once`` and in order, which takes longer."""
        import pyarrow
        import pyarrow.parquet

        parts, joins = [], []
        for name in names:
            with contextlib.suppress(FileNotFoundError), self._place.open(name) as file:
                table = pyarrow.parquet.ParquetFile(file).read()
                parts.append(table.replace_schema_metadata(None))
                joins += [name, *json.loads((table.schema.metadata or {}).get(b"joins", b"[]"))]
        if len(parts) > 1:
            rows = pyarrow.concat_tables(parts)
            if once:
                columns = ["kind", "meaning", "key", "answer"]
                rows = rows.group_by(columns).aggregate([])
                rows = rows.sort_by([(column, "ascending") for column in columns[:3]])
            self._write(rows, joins, level)
            for name in names:
                self._place.remove(name)


def _exchange(of: weakref.ref[Tables]) -> None:
    """Carries answers to and from others while a table is in use."""
    pause = OFTEN
    while True:
        time.sleep(pause)
        tables = of()
        if tables is None:
            return
        begun = time.monotonic()
        # What cannot be written or read now can be later; who needs it at once is told then.
        with contextlib.suppress(OSError):
            tables.flush()
            tables.refresh()
        pause = max(OFTEN, SHARE * (time.monotonic() - begun))
        del tables


def _column(values: Any) -> tuple[bytes, bytes]:
    """A column of Arrow as offsets and data."""
    import pyarrow

    array = values.combine_chunks() if isinstance(values, pyarrow.ChunkedArray) else values
    if isinstance(array, pyarrow.ChunkedArray):
        array = pyarrow.concat_arrays(array.chunks)
    if array.offset:
        array = pyarrow.concat_arrays([array, array.slice(0, 0)])
    _, offsets, data = array.buffers()
    return offsets.to_pybytes(), b"" if data is None else data.to_pybytes()


def _binary(column: tuple[bytes, bytes], count: int) -> Any:
    """Offsets and data as a column of Arrow."""
    import pyarrow

    offsets, data = map(pyarrow.py_buffer, column)
    return pyarrow.Array.from_buffers(pyarrow.binary(), count, [None, offsets, data])


def question_of(*parts: str) -> str:
    """The name of a long question among the notes of tables."""
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=NUMBER).hexdigest()


def _need_arrow() -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise ImportError("tables are Parquet files: pip install 'upstar[sweep]'") from None


_open: weakref.WeakValueDictionary[tuple[int, str], Tables] = weakref.WeakValueDictionary()
_opening = threading.Lock()


def tables(place: str | os.PathLike[str] | Tables) -> Tables:
    """The table of answers in a folder, or below an address such as ``s3://bucket/answers`` that fsspec knows.

    Sessions, sweeps and :func:`solve` that are given it with ``tables=`` find there what others have found, in any
    process and at any time, and add what they find. Kept are canonical values, nimbers and winners of positions, by the
    meaning of their ruleset and by the version of Upstar.

    >>> import upstar as up
    >>> tables = up.tables("memory://answers")
    >>> session = up.Session(tables=tables)
    >>> session.eval("canonical(Domineering(3, 3))")
    ±1
    >>> len(tables) > 10
    True

    ``tables.rulesets`` says what is there, ``flush`` writes and ``refresh`` reads at once what otherwise takes up to a
    second, and ``merge`` joins the files of a table to one.
    """
    if isinstance(place, Tables):
        return place
    where = os.fspath(place)
    where = where if "://" in where else os.path.realpath(where)
    # A process that was forked has threads of its own.
    key = os.getpid(), where
    with _opening:
        found = _open.get(key)
        if found is None:
            found = _open[key] = Tables(where)
    return found
