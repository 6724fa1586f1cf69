"""Tables of many computations: over the cores of this machine, or on a Dask cluster.

A sweep has no state but its files. The client hands out batches, and writes each as a Parquet file when it is done; threads
and Dask workers are the same to it. What is missing is found by the parameters of the rows that are there, so you can start a
sweep again after it was killed in any way.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import hashlib
import inspect
import io
import itertools
import json
import os
import pickle
import re
import socket
import sys
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from . import _session
from ._errors import Error
from ._upstar import __version__
from ._values import CLASSES, Game, Value, size

#: Kind, text, code, message, and the seconds that a computation took.
Row = tuple[str, str, str, str, float]
#: Items by their keys, with the clients that have begun them and the numbers of these; none while they choose.
Claims = dict[str, list[tuple[str, int | None]]]

#: So many computations share a session, whose caches grow with each.
MOST_SHARED = 20_000
#: How much larger a batch is than the one before, at most.
GROWTH = 16
#: How often threads are asked to stop.
PATIENCE = 50
#: Seconds after which a client says that it is alive, and seconds for which that holds.
BEAT, ALIVE = 10.0, 60.0
#: Seconds between two looks at what other clients have computed.
PAUSE = 0.5
#: How much of the memory of a worker sessions may hold, so that Dask neither pauses nor ends it.
SHARE = 0.6
#: The code of a computation that passed the limit on memory.
OUT_OF_MEMORY = "G0503"
#: The code of a computation that the end of its sweep has stopped.
INTERRUPTED = "G0501"


@dataclass(frozen=True)
class Job:
    """What is computed for each item; it goes to the workers."""

    what: str | Callable[..., Any]
    names: tuple[str, ...]
    definitions: tuple[str, ...]
    seconds: float | None
    memory: int | None
    steps: int | None


def sweep(
    template: str | Callable[..., Any],
    table: Any = None,
    *,
    session: _session.Session | None = None,
    client: Any = None,
    workers: int | None = None,
    to: str | os.PathLike[str] | None = None,
    seconds: float | None = None,
    memory: int | str | None = None,
    steps: int | None = None,
    progress: bool | None = None,
    timing: bool = False,
    batch_seconds: float = 1.0,
    patience: float | None = 60.0,
    **parameters: Iterable[Any],
) -> Any:
    """A table of computations: a row for each choice of parameters, as a pandas ``DataFrame``.

    ``template`` is a text of the language with ``{name}`` in place of parameters, or a function of Python.
    Each parameter goes through its values; ``table`` adds rows of parameters, as a ``DataFrame`` or a list of
    mappings.

    >>> import upstar as up
    >>> up.sweep("canonical(Domineering({r},{c}))", r=range(1, 3), c=[2, 3], progress=False)
       r  c     value    kind code message
    0  1  2        -1  number
    1  1  3        -1  number
    2  2  2        ±1    game
    3  2  3  <2|-1/2>    game

    Games compare as games in the column ``value``, and ``astype(str)`` gives their texts. Where all are numbers, they are
    those of Python.

    A computation that fails is a row with its code. ``seconds``, ``steps`` and ``memory`` are limits for each
    item; ``memory`` is what its process may hold.

    The work is done by threads of this process, one for each core or ``workers`` of them, or by the workers of
    a Dask ``client``, in batches that take about ``batch_seconds``. A worker that dies costs its batch, which
    another does again. When no worker is left the sweep waits for one; after ``patience`` seconds, unless that is
    ``None``, it ends with :class:`NoWorkers`. Computations use six tenths of the memory that a worker may have.

    With ``to`` each batch is written to a folder of Parquet files when it is done, or below an address such as
    ``s3://bucket/folder`` that fsspec knows. A sweep into the same folder goes on from there, and computes only what is
    missing. A folder belongs to what is asked, to the definitions that this mentions, and to a version of Upstar.
    """
    if not isinstance(template, str) and not callable(template):
        raise TypeError(f"expected a text or a function, found {type(template).__name__}")
    pandas = _pandas()
    items, names = _items(table, parameters)
    home = session or _session.default()
    job = Job(template, names, _definitions(home, template, names, items), seconds, size(memory), steps)
    folder = None if to is None else Folder(_place(to), job, items)
    rows: dict[int, Row] = {} if folder is None else folder.known(items)
    missing = [place for place in range(len(items)) if place not in rows]
    pool = Threads(workers or os.cpu_count() or 1) if client is None else Dask(client, patience)
    bar = _bar(len(items), len(rows), progress)
    try:
        shares = Alone() if folder is None else Shared(folder, items)
        for places, found in _done(pool, job, items, missing, batch_seconds, shares):
            rows.update(zip(places, found))
            bar.update(len(places))
    finally:
        pool.close()
        bar.close()
        if folder is not None:
            folder.claim({})
    columns: dict[str, Any] = {
        name: [item[n] for item in items] for n, name in enumerate(names)
    }
    ordered = [rows[place] for place in range(len(items))]
    columns["value"] = _values(ordered, job)
    for name, field in (("kind", 0), ("code", 2), ("message", 3)):
        columns[name] = pandas.Series([row[field] for row in ordered], dtype=object)
    if timing:
        columns["seconds"] = [row[4] for row in ordered]
    return pandas.DataFrame(columns)


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("a sweep gives a pandas DataFrame: pip install 'upstar[sweep]'") from None
    return pandas


def _value(row: Row) -> Any:
    """Numbers and truth values as themselves, all else as its text; nothing for a failure."""
    kind, text = row[0], row[1]
    if kind == "number":
        try:
            return Fraction(text) if "/" in text else int(text)
        except ValueError:
            # Python reads digits up to a length; the language reads all.
            return _session.default()._engine.read(text)
    if kind == "truth value":
        return text == "true"
    return text if kind else None


#: Kinds of values that compare as games.
GAMES = frozenset(kind for kind, made in CLASSES.items() if issubclass(made, Game))


def _values(rows: list[Row], job: Job) -> Any:
    """The column of values: of games a column that compares as games, unless all are numbers."""
    import pandas

    kinds = {row[0] for row in rows} - {""}
    if kinds <= GAMES and kinds - {"number"}:
        from ._frame import ValueArray

        return pandas.Series(ValueArray([row[1] if row[0] else None for row in rows], job.definitions))
    return pandas.Series([_value(row) for row in rows], dtype=object)


def _definitions(
    home: _session.Session,
    template: str | Callable[..., Any],
    names: tuple[str, ...],
    items: list[tuple],
) -> tuple[str, ...]:
    """The definitions that workers need: those that the texts mention, and for a function of Python all."""
    texts = None
    if isinstance(template, str) and items:
        # Each parameter that is no integer goes through its values, because they may be names.
        chosen = dict.fromkeys([items[0]])
        for n, _ in enumerate(names):
            values = (item[n] for item in items if not isinstance(item[n], int))
            chosen.update(dict.fromkeys((*items[0][:n], value, *items[0][n + 1 :]) for value in values))
        texts = [_text(template, names, item) for item in chosen]
    text, identity = home._engine.definitions_for(texts)
    needed = (text,) if text else ()
    try:
        if _session.defined(needed, threads=1)._engine.definitions_for(texts)[1] == identity:
            return needed
    except Error:
        pass
    # Some value has no text that reads back: its session says all once more.
    return tuple(home.definitions)


def _items(table: Any, parameters: Mapping[str, Iterable[Any]]) -> tuple[list[tuple], tuple[str, ...]]:
    """The parameters of each item, and their names."""
    rows: list[Mapping[str, Any]] = [{}]
    if table is not None:
        rows = table.to_dict("records") if hasattr(table, "to_dict") else list(table)
    first = tuple(rows[0]) if rows else ()
    names = (*first, *parameters)
    taken = {"value", "kind", "code", "message", "seconds"}.intersection(names)
    if taken or len(set(names)) < len(names):
        raise ValueError(f"a parameter cannot have the name {min(taken or names)!r}")
    values = [list(values) for values in parameters.values()]
    products = list(itertools.product(*values))
    return [(*(row[name] for name in first), *more) for row in rows for more in products], names


def _typed(value: Any) -> str:
    """A parameter as it is put into a template."""
    if isinstance(value, Value):
        return value.text
    return str(value).lower() if isinstance(value, bool) else str(value)


def _text(template: str, names: tuple[str, ...], item: tuple) -> str:
    values = dict(zip(names, item))
    if not names:
        return template
    pattern = "|".join(map(re.escape, names))
    return re.sub("{(" + pattern + ")}", lambda found: _typed(values[found[1]]), template)


# What the workers do.

_worker = threading.local()


def run_batch(job: Job, items: list[tuple], sessions: list | None = None) -> list[Row]:
    """The rows of some items, on a thread of a worker; new sessions are added to ``sessions``."""
    _worker.sessions = sessions
    if isinstance(job.what, str):
        return _run_texts(job, [_text(job.what, job.names, item) for item in items])
    return [_run_function(job, dict(zip(job.names, item))) for item in items]


def run_packed(packed: bytes) -> bytes:
    """The rows of some items, on a worker of Dask, within its limit on memory."""
    import distributed

    job, items = pickle.loads(packed)
    limit = distributed.get_worker().memory_manager.memory_limit
    if limit:
        most = int(SHARE * limit)
        job = dataclasses.replace(job, memory=min(job.memory or most, most))
    return pickle.dumps(run_batch(job, items))


def _session_of(job: Job, *, fresh: bool = False) -> _session.Session:
    """The session of this thread for a job."""
    known = getattr(_worker, "session", None)
    if fresh or known is None or _worker.definitions != job.definitions:
        _worker.definitions = job.definitions
        _worker.session = _session.defined(job.definitions, threads=1)
        _worker.shared = 0
        if _worker.sessions is not None:
            _worker.sessions.append(_worker.session)
    return _worker.session


def _run_texts(job: Job, texts: list[str]) -> list[Row]:
    rows: list[Row] = []
    fresh = False
    while len(rows) < len(texts):
        session = _session_of(job, fresh=fresh)
        fresh = _worker.shared >= MOST_SHARED
        if fresh:
            continue
        some = texts[len(rows) : len(rows) + MOST_SHARED - _worker.shared]
        found = session._engine.rows(some, job.seconds, job.memory, job.steps)
        # What others have left behind may be what an item has no room for: it tries again alone.
        full = next((n for n, row in enumerate(found) if row[2] == OUT_OF_MEMORY), None)
        if full is not None:
            found = found[: full + 1] if _worker.shared + full == 0 else found[:full]
            fresh = True
        _worker.shared += len(some)
        rows.extend(found)
    return rows


def _run_function(job: Job, arguments: dict[str, Any]) -> Row:
    session = _session_of(job, fresh=getattr(_worker, "shared", 0) >= MOST_SHARED)
    _worker.shared += 1
    begun = time.perf_counter()
    try:
        limits = _session.limits(seconds=job.seconds, memory=job.memory, steps=job.steps)
        with _session.as_default(session), limits:
            kind, text = session._engine.describe(job.what(**arguments))
        said = (kind, text, "", "")
    except Error as error:
        if error.code == INTERRUPTED:
            raise
        said = ("", "", error.code, error.message)
    except Exception as error:
        said = ("", "", type(error).__name__, str(error))
    return (*said, time.perf_counter() - begun)


# Who does it.


class Threads:
    """Threads of this process, each with a session of its own."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._executor = concurrent.futures.ThreadPoolExecutor(workers, "upstar-sweep")
        self._sessions: list[_session.Session] = []
        self._futures: set[Any] = set()

    def submit(self, job: Job, items: list[tuple]) -> Any:
        future = self._executor.submit(self._run, job, items)
        self._futures.add(future)
        return future

    def _run(self, job: Job, items: list[tuple]) -> list[Row]:
        return run_batch(job, items, self._sessions)

    def wait(self, futures: Iterable[Any]) -> set[Any]:
        """Those that are done: at least one, or none after some seconds."""
        first = concurrent.futures.FIRST_COMPLETED
        return concurrent.futures.wait(futures, BEAT, first).done

    def result(self, future: Any) -> list[Row] | None:
        self._futures.discard(future)
        return future.result()

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        # One that is just beginning does not hear the first call.
        for _ in range(PATIENCE):
            if all(future.done() for future in self._futures):
                break
            for session in self._sessions:
                session.interrupt()
            time.sleep(0.02)


class NoWorkers(RuntimeError):
    """A sweep was left by all workers of its cluster."""


class Dask:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any, patience: float | None) -> None:
        self._client = client
        self._pending: set[Any] = set()
        #: Seconds to wait for a worker when there is none, and since when there is none.
        self._patience = patience
        self._deserted: float | None = None

    @property
    def workers(self) -> int:
        return max(1, sum(self._client.nthreads().values()))

    def submit(self, job: Job, items: list[tuple]) -> Any:
        import cloudpickle

        # Dask looks into lists, item by item; of bytes it asks nothing.
        packed = cloudpickle.dumps((job, items))
        future = self._client.submit(run_packed, packed, pure=False)
        self._pending.add(future)
        return future

    def wait(self, futures: Iterable[Any]) -> set[Any]:
        """Those that are done: at least one, or none after some seconds."""
        import distributed

        beat = BEAT if self._patience is None else min(BEAT, max(self._patience, PAUSE))
        try:
            return distributed.wait(list(futures), beat, return_when="FIRST_COMPLETED").done
        except (TimeoutError, distributed.TimeoutError):
            self._look_for_workers()
            return set()

    def _look_for_workers(self) -> None:
        """Notes whether there are workers; ends the sweep when there were none for long."""
        if self._client.nthreads():
            self._deserted = None
            return
        now = time.monotonic()
        if self._deserted is None:
            self._deserted = now
            warnings.warn("no worker of the cluster is left: the sweep waits for one", stacklevel=5)
        if self._patience is not None and now - self._deserted >= self._patience:
            raise NoWorkers(
                "no worker of the cluster is left; what is done is kept where the sweep has a folder (`to=`), "
                "from which it goes on"
            )

    def result(self, future: Any) -> list[Row] | None:
        """The rows of a batch; nothing when its worker was lost."""
        import distributed

        self._pending.discard(future)
        try:
            return pickle.loads(future.result())
        except (distributed.KilledWorker, concurrent.futures.CancelledError):
            return None

    def close(self) -> None:
        self._client.cancel(list(self._pending))


class Alone:
    """A sweep that nobody else works on."""

    def take(self, places: list[int]) -> tuple[list[int], dict[int, Row]]:
        return places, {}

    def keep(self, places: list[int], rows: list[Row]) -> None:
        pass

    def beat(self) -> None:
        pass

    def settled(self) -> tuple[dict[int, Row], list[int]]:
        return {}, []

    @property
    def waits(self) -> bool:
        return False


class Shared:
    """A folder that several clients fill: what one of them has begun, the others leave to it.

    Clients take numbers as in a bakery (Lamport, A new solution of Dijkstra's concurrent programming problem, 1974). One that
    wants items says that it is choosing a number, looks at those of the others, and takes a greater one; of two that want
    an item the one with the smaller number has it, and no one decides while another one is choosing. A client that
    ends without a word loses its items when its time is over.
    """

    def __init__(self, folder: Folder, items: list[tuple]) -> None:
        self._folder = folder
        self._items = items
        #: What this client has begun, with its numbers; none while it chooses.
        self._begun: dict[str, int | None] = {}
        #: The places that others have begun.
        self._theirs: dict[int, str] = {}
        #: What others have computed.
        self._known: dict[str, Row] = {}
        self._last = time.time()

    @property
    def waits(self) -> bool:
        """Whether others have begun what this client needs."""
        return bool(self._theirs)

    def take(self, places: list[int]) -> tuple[list[int], dict[int, Row]]:
        """Those of the places that this client computes now, and the rows that others have computed."""
        keys = {place: self._folder.key(self._items[place]) for place in places}
        self._choose(dict.fromkeys(keys.values()))
        numbers = [number for claims in self._folder.others().values() for _, number in claims]
        number = 1 + max((number for number in numbers if number is not None), default=0)
        self._choose(dict.fromkeys(keys.values(), number))
        others, known = self._decided(set(keys.values()))
        rows = {place: known[key] for place, key in keys.items() if key in known}
        own = (number, self._folder.client)
        for place, key in keys.items():
            if place not in rows and any((other or 0, client) < own for client, other in others.get(key, ())):
                self._theirs[place] = key
        mine = [place for place in places if place not in rows and place not in self._theirs]
        given = [keys[place] for place in places if place in rows or place in self._theirs]
        if given:
            self._release(given)
        return mine, rows

    def keep(self, places: list[int], rows: list[Row]) -> None:
        """Writes the rows of places that this client has computed."""
        self._folder.write([self._items[place] for place in places], rows)
        self._release([self._folder.key(self._items[place]) for place in places])

    def beat(self) -> None:
        """Says to others that this client is alive, if they should hear it."""
        if time.time() - self._last > BEAT:
            self._claim()

    def settled(self) -> tuple[dict[int, Row], list[int]]:
        """Of what others have begun, the rows that are there, and the places that nobody computes any more."""
        others, known = self._looked()
        rows = {place: known[key] for place, key in self._theirs.items() if key in known}
        free = [place for place, key in self._theirs.items() if key not in known and key not in others]
        for place in (*rows, *free):
            del self._theirs[place]
        return rows, free

    def _looked(self) -> tuple[Claims, dict[str, Row]]:
        """What others have begun, and what they have computed; looked at in this order, so that nothing is in neither."""
        others = self._folder.others()
        self._known.update(self._folder.fresh())
        return others, self._known

    def _decided(self, keys: set[str]) -> tuple[Claims, dict[str, Row]]:
        """The same as soon as nobody chooses a number for one of these items; who chooses for long has stopped."""
        for _ in range(PATIENCE):
            others, known = self._looked()
            if all(number is not None for key in keys for _, number in others.get(key, ())):
                break
            time.sleep(0.02)
        return others, known

    def _choose(self, numbers: Mapping[str, int | None]) -> None:
        self._begun.update(numbers)
        self._claim()

    def _release(self, keys: list[str]) -> None:
        for key in keys:
            self._begun.pop(key, None)
        self._claim()

    def _claim(self) -> None:
        self._last = time.time()
        self._folder.claim(self._begun)


def _done(
    pool: Threads | Dask,
    job: Job,
    items: list[tuple],
    missing: list[int],
    batch_seconds: float,
    shares: Alone | Shared,
) -> Iterator[tuple[list[int], list[Row]]]:
    """The places of the items of each batch and their rows, as the batches are done."""
    waiting = missing[::-1]
    again: list[list[int]] = []
    suspects: list[int] = []
    running: dict[Any, list[int]] = {}
    batch = 1
    while waiting or again or suspects or running or shares.waits:
        # One batch more than workers, so that none has to wait.
        while (waiting or again) and len(running) <= pool.workers:
            fair = max(1, len(waiting) // (2 * pool.workers))
            if again:
                places = again.pop()
            else:
                places, known = shares.take([waiting.pop() for _ in range(min(batch, fair))])
                if known:
                    yield list(known), list(known.values())
            if places:
                running[pool.submit(job, [items[place] for place in places])] = places
        if not running and not suspects:
            rows, free = shares.settled()
            waiting += free
            if rows:
                yield list(rows), list(rows.values())
            elif shares.waits and not free:
                time.sleep(PAUSE)
            continue
        alone = not running
        if alone:
            place = suspects.pop()
            running[pool.submit(job, [items[place]])] = [place]
        for future in pool.wait(running):
            places = running.pop(future)
            rows_found = pool.result(future)
            if rows_found is not None:
                spent = sum(row[4] for row in rows_found) / len(rows_found)
                fits = int(batch_seconds / max(spent, 1e-6))
                batch = max(1, min(fits, GROWTH * max(batch, len(rows_found))))
            elif len(places) > 1:
                # Some item may be what workers die of: it will be found.
                half = len(places) // 2
                again += [places[:half], places[half:]]
                continue
            elif alone:
                rows_found = [("", "", "lost", "the workers that computed this died", 0.0)]
            else:
                # It may only have waited behind another: what it does alone will tell.
                suspects += places
                continue
            shares.keep(places, rows_found)
            yield places, rows_found
        shares.beat()


# Where results are kept.


class Local:
    """A folder of this machine."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)

    def __str__(self) -> str:
        return str(self.path)

    def names(self) -> list[str]:
        return sorted(entry.name for entry in self.path.iterdir())

    def read(self, name: str) -> bytes:
        return (self.path / name).read_bytes()

    def write(self, name: str, contents: bytes) -> None:
        """Writes a file: all of it or nothing."""
        draft = self.path / f".{name}.{os.getpid()}.draft"
        with open(draft, "wb") as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, self.path / name)

    def remove(self, name: str) -> None:
        (self.path / name).unlink(missing_ok=True)


class Remote:
    """A prefix of a store that fsspec knows, such as ``s3://bucket/folder``. It writes a file whole or not at all."""

    def __init__(self, url: str) -> None:
        import fsspec

        self.url = url
        self._files, self._path = fsspec.core.url_to_fs(url)
        self._files.makedirs(self._path, exist_ok=True)

    def __str__(self) -> str:
        return self.url

    def names(self) -> list[str]:
        self._files.invalidate_cache(self._path)
        found = self._files.ls(self._path, detail=False)
        return sorted(path.rstrip("/").rpartition("/")[2] for path in found)

    def read(self, name: str) -> bytes:
        return self._files.cat_file(f"{self._path}/{name}")

    def write(self, name: str, contents: bytes) -> None:
        self._files.pipe_file(f"{self._path}/{name}", contents)

    def remove(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._files.rm_file(f"{self._path}/{name}")


def _place(to: str | os.PathLike[str]) -> Local | Remote:
    text = os.fspath(to)
    if "://" not in text:
        return Local(Path(text))
    try:
        return Remote(text)
    except ImportError as missing:
        raise ImportError(f"{text} needs a package that is not installed: {missing}") from None
    except ValueError as unknown:
        raise ValueError(f"nothing can be written to {text}: {unknown}") from None


class Folder:
    """A folder of Parquet files, one for each batch that is done. All have columns of the same types."""

    def __init__(self, place: Local | Remote, job: Job, items: list[tuple]) -> None:
        self.place = place
        self.client = uuid.uuid4().hex
        #: The files that were read or written.
        self._read: set[str] = set()
        self._types = {name: _type([item[n] for item in items]) for n, name in enumerate(job.names)}
        about = {
            "version": 3,
            "engine": __version__,
            "what": job.what if isinstance(job.what, str) else _source(job.what),
            "parameters": self._types,
            "definitions": list(job.definitions),
        }
        if "_sweep.json" not in place.names():
            self.place.write("_sweep.json", json.dumps(about, indent=1, ensure_ascii=False).encode())
            return
        earlier = json.loads(place.read("_sweep.json"))
        types = earlier.get("parameters") or {}
        for field, what in OF_A_SWEEP.items():
            both = [list(one[field]) if field == "parameters" else one.get(field) for one in (about, earlier)]
            # Without items nothing says which definitions are asked for.
            if both[0] != both[1] and (items or field != "definitions"):
                raise ValueError(f"{place} contains another sweep, with {what}: choose another folder")
        for name, type in self._types.items():
            if types[name] not in (type, "text") and items:
                raise ValueError(
                    f"the parameter {name!r} of the sweep in {place} is of type {types[name]}, "
                    f"and now there are values of type {type}: choose another folder"
                )
        self._types = types

    @staticmethod
    def key(item: tuple) -> str:
        """What identifies an item in this folder and its claims."""
        text = json.dumps([_typed(value) for value in item], ensure_ascii=False)
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()

    def known(self, items: list[tuple]) -> dict[int, Row]:
        """The rows of the items that were computed before."""
        found = self.fresh()
        keys = map(self.key, items)
        return {place: found[key] for place, key in enumerate(keys) if key in found}

    def fresh(self) -> dict[str, Row]:
        """The rows of all files that were not read yet, by the keys of their items."""
        import pyarrow.parquet

        found: dict[str, Row] = {}
        for name in self.place.names():
            if name in self._read or not (name.startswith("part-") and name.endswith(".parquet")):
                continue
            self._read.add(name)
            table = pyarrow.parquet.read_table(io.BytesIO(self.place.read(name)))
            column = {name: table[name].to_pylist() for name in table.column_names}
            own = zip(*(column[name] for name in self._types)) if self._types else [()] * len(table)
            rows = zip(*(column[name] for name in ("kind", "text", "code", "message", "seconds")))
            found.update((self.key(item), row) for item, row in zip(own, rows))
        return found

    def claim(self, begun: Mapping[str, int | None]) -> None:
        """Says which items this client has begun, with its numbers, in place of what it said before."""
        name = f"_claim-{self.client}.json"
        if not begun:
            self.place.remove(name)
            return
        said = {"until": time.time() + ALIVE, "host": socket.gethostname(), "process": os.getpid(), "begun": begun}
        self.place.write(name, json.dumps(said).encode())

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
            for key, number in claim["begun"].items():
                found.setdefault(key, []).append((client, number))
        return found

    def write(self, items: list[tuple], rows: list[Row]) -> None:
        """Adds a file: all of it or nothing."""
        import pyarrow
        import pyarrow.parquet

        columns: dict[str, Any] = {}
        for n, (name, type) in enumerate(self._types.items()):
            values = [item[n] for item in items]
            columns[name] = pyarrow.array(list(map(_typed, values)) if type == "text" else values)
        for n, name in enumerate(("kind", "text", "code", "message", "seconds")):
            columns[name] = pyarrow.array([row[n] for row in rows])
        buffer = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(pyarrow.table(columns), buffer)
        name = f"part-{uuid.uuid4().hex}.parquet"
        self._read.add(name)
        self.place.write(name, buffer.getvalue().to_pybytes())


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


#: What makes a sweep another one, and how it is called.
OF_A_SWEEP = {
    "version": "another layout of its files",
    "engine": "another version of Upstar",
    "what": "another template or function",
    "parameters": "other parameters",
    "definitions": "other definitions of what it asks",
}


def _type(values: list[Any]) -> str:
    """As what a parameter is kept: the type of Parquet that has all its values."""
    if all(isinstance(value, bool) for value in values):
        return "truth value"
    if all(type(value) is int and -(2**63) <= value < 2**63 for value in values):
        return "integer"
    return "text"


def _source(function: Callable[..., Any]) -> str:
    """The source of a function, and of those of its module that it calls."""
    found: dict[str, str] = {}
    waiting = [function]
    while waiting:
        one = waiting.pop()
        name = getattr(one, "__qualname__", repr(type(one)))
        if name in found:
            continue
        try:
            found[name] = inspect.getsource(one)
        except (OSError, TypeError):
            found[name] = name
        code, module = getattr(one, "__code__", None), getattr(one, "__module__", None)
        known = getattr(one, "__globals__", {})
        named = (known.get(name) for name in (code.co_names if code else ()))
        waiting += [other for other in named if inspect.isfunction(other) and other.__module__ == module]
    return "\n".join(found.values())


class _NoBar:
    def update(self, _: int) -> None:
        pass

    def close(self) -> None:
        pass


def _bar(total: int, done: int, progress: bool | None) -> Any:
    """A progress bar, if it is wanted: by default on a terminal and in a notebook, where tqdm is there."""
    notebook = "ipykernel" in sys.modules
    if progress is False or (progress is None and not (notebook or sys.stderr.isatty())):
        return _NoBar()
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if progress:
            raise ImportError("a progress bar needs tqdm: pip install 'upstar[sweep]'") from None
        return _NoBar()
    return tqdm(total=total, initial=done, unit="item")
