"""The workers of a sweep and their work: threads of this process, or those of a Dask cluster."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import functools
import pickle
import queue
import threading
import time
import warnings
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from . import _session, _upstar
from ._errors import Error
from ._items import Item, template
from ._values import Value

#: Kind and text of each answer, then code, message, and the seconds that the computation took.
Row = tuple[Any, ...]

#: So many computations share a session, whose caches grow with each, and more while all sessions together hold few bytes.
MOST_SHARED = 20_000
FEW = 96 << 20
#: Bytes of a message to a worker, about.
MESSAGE = 1 << 15
#: How often threads are asked to stop.
PATIENCE = 50
#: Seconds after which a client that waits looks around.
BEAT = 10.0
#: Shortest time to wait for a worker.
PAUSE = 0.5
#: How much of the memory of a worker may be in use, so that Dask neither pauses nor ends it; what sessions have at least; and
#: how much more than they hold the system has lent for it.
SHARE, LEAST, LENT = 0.7, 0.15, 1.6
#: The code of a computation that passed the limit on memory.
OUT_OF_MEMORY = "G0503"
#: The code of a computation that the end of its sweep has stopped.
INTERRUPTED = "G0501"


@dataclass(frozen=True)
class Job:
    """The computation for each item; it goes to the workers."""

    #: The columns of answers with what each asks: a template or a function.
    asks: tuple[tuple[str, str | Callable[..., Any]], ...]
    names: tuple[str, ...]
    definitions: tuple[str, ...]
    seconds: float | None
    memory: int | None
    steps: int | None
    #: Where sessions find and keep answers.
    tables: str | None = None


def lost(job: Job) -> Any:
    """The row of an item that its workers died of."""
    return table_of(job, [(*("", "") * len(job.asks), "lost", "the workers that computed this died", 0.0)])


def columns_of(job: Job) -> list[str]:
    """The columns of a row."""
    if len(job.asks) == 1:
        return ["kind", "text", "code", "message", "seconds"]
    cells = [column for name, _ in job.asks for column in (f"{name}_kind", name)]
    return [*cells, "code", "message", "seconds"]


def table_of(job: Job, rows: list[Row]) -> Any:
    """Rows as a table of Arrow."""
    import pyarrow

    names = columns_of(job)
    columns = list(zip(*rows)) if rows else [()] * len(names)
    types = [pyarrow.string()] * (len(names) - 1) + [pyarrow.float64()]
    arrays = [pyarrow.array(column, type) for column, type in zip(columns, types)]
    return pyarrow.table(arrays, names=names)


class _Worker(threading.local):
    """A thread with its session."""

    session: _session.Session | None = None
    definitions: tuple[str, ...] = ()
    tables: str | None = None
    #: How many computations the session has had.
    shared = 0
    #: The sessions of all threads of a pool, by thread.
    sessions: dict[int, _session.Session] | None = None


_worker = _Worker()


def run_batch(job: Job, items: list[Item], sessions: dict | None = None) -> Any:
    """The rows of some items as a table, on a thread of a worker; ``sessions`` has that of each thread."""
    _worker.sessions = sessions
    if job.tables is not None:
        _session_of(job)._tables.refresh()
    answers = [_answers(job, ask, items) for _, ask in job.asks]
    if job.tables is not None:
        # Whoever hears of the answer finds what it needed.
        _session_of(job)._tables.flush()
    return table_of(job, answers[0] if len(answers) == 1 else [_joined(job, row) for row in zip(*answers)])


def _answers(job: Job, ask: str | Callable[..., Any], items: list[Item]) -> list[Row]:
    if isinstance(ask, str):
        return _run_texts(job, list(map(template(ask, job.names), items)))
    return [_run_function(job, ask, dict(zip(job.names, item))) for item in items]


def _joined(job: Job, answers: tuple[Row, ...]) -> Row:
    """One row of several answers; what went wrong first is what it says."""
    cells = [cell for row in answers for cell in row[:2]]
    failures = [(row[2], f"{name}: {row[3]}") for (name, _), row in zip(job.asks, answers) if row[2]]
    return (*cells, *(failures[0] if failures else ("", "")), sum(row[4] for row in answers))


@functools.lru_cache(maxsize=8)
def _unpacked(job: bytes) -> Job:
    return pickle.loads(job)


@functools.cache
def _held_by_others() -> int:
    """Bytes of this process that libraries and other tasks hold. Later, memory that sessions have given back counts as theirs."""
    import psutil
    import pyarrow  # noqa: F401, what it takes is counted

    return psutil.Process().memory_info().rss - _upstar.allocated()


def run_packed(packed: bytes, items: bytes) -> bytes:
    """The rows of some items, on a worker of Dask, within its limit on memory."""
    import distributed

    job = _unpacked(packed)
    limit = distributed.get_worker().memory_manager.memory_limit
    if limit:
        most = int(max((SHARE * limit - _held_by_others()) / LENT, LEAST * limit))
        job = dataclasses.replace(job, memory=min(job.memory or most, most))
    return pickle.dumps(run_batch(job, unpacked(items)))


def packed_items(job: Job, items: list[Item]) -> bytes:
    """Items as bytes. Dask keeps the last thousand messages of a client, so they must be few."""
    import cloudpickle

    texts = all(isinstance(ask, str) for _, ask in job.asks)
    columns: list[Any] = []
    for column in zip(*items):
        if texts:
            # A template sees the texts of values.
            column = [value.text if isinstance(value, Value) else value for value in column]
        columns.append(_progression(column) or list(column))
    return zlib.compress(cloudpickle.dumps((len(items), columns)), 1)


def _progression(column: Iterable[Any]) -> range | None:
    """The range that has these values, if they are one."""
    values = list(column)
    if len(values) < 3 or set(map(type, values)) != {int} or values[0] == values[1]:
        return None
    step = values[1] - values[0]
    found = range(values[0], values[0] + step * len(values), step)
    return found if list(found) == values else None


def unpacked(items: bytes) -> list[Item]:
    """The items that were packed."""
    count, columns = pickle.loads(zlib.decompress(items))
    return list(zip(*columns)) if columns else [()] * count


def _session_of(job: Job, *, fresh: bool = False) -> _session.Session:
    """The session of this thread for a job, with room for another computation."""
    full = _worker.shared >= MOST_SHARED and _upstar.allocated() > min(FEW, (job.memory or FEW) // 2)
    other = (_worker.definitions, _worker.tables) != (job.definitions, job.tables)
    if fresh or full or _worker.session is None or other:
        _worker.definitions, _worker.tables = job.definitions, job.tables
        _worker.session = _session.defined(job.definitions, threads=1, tables=job.tables)
        _worker.shared = 0
        if _worker.sessions is not None:
            _worker.sessions[threading.get_ident()] = _worker.session
    return _worker.session


def _run_texts(job: Job, texts: list[str]) -> list[Row]:
    rows: list[Row] = []
    fresh = False
    while len(rows) < len(texts):
        session = _session_of(job, fresh=fresh)
        some = texts[len(rows) : len(rows) + MOST_SHARED]
        found = session._engine.rows(some, job.seconds, job.memory, job.steps)
        # An item may have no room because of what others have left behind: it tries again alone.
        full = next((n for n, row in enumerate(found) if row[2] == OUT_OF_MEMORY), None)
        fresh = full is not None
        if full is not None:
            found = found[: full + 1] if _worker.shared + full == 0 else found[:full]
        _worker.shared += len(some)
        rows.extend(found)
    return rows


def _run_function(job: Job, function: Callable[..., Any], arguments: dict[str, Any]) -> Row:
    session = _session_of(job)
    _worker.shared += 1
    begun = time.perf_counter()
    try:
        limits = _session.limits(seconds=job.seconds, memory=job.memory, steps=job.steps)
        with _session.as_default(session), limits:
            kind, text = session._engine.describe(function(**arguments))
        said = (kind, text, "", "")
    except Error as error:
        if error.code == INTERRUPTED:
            raise
        said = ("", "", error.code, error.message)
    except Exception as error:
        said = ("", "", type(error).__name__, str(error))
    return (*said, time.perf_counter() - begun)


class Threads:
    """Threads of this process, each with a session of its own."""

    #: Largest batch.
    most = MOST_SHARED

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._executor = concurrent.futures.ThreadPoolExecutor(workers, "upstar-sweep")
        self._sessions: dict[int, _session.Session] = {}
        self._futures: set[Any] = set()

    def submit(self, job: Job, items: list[Item]) -> Any:
        future = self._executor.submit(self._run, job, items)
        self._futures.add(future)
        return future

    def _run(self, job: Job, items: list[Item]) -> Any:
        return run_batch(job, items, self._sessions)

    def wait(self, futures: Iterable[Any]) -> set[Any]:
        """Those that are done: at least one, or none after some seconds."""
        first = concurrent.futures.FIRST_COMPLETED
        return concurrent.futures.wait(futures, BEAT, first).done

    def result(self, future: Any) -> Any:
        self._futures.discard(future)
        return future.result()

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        # One that is just beginning does not hear the first call.
        for _ in range(PATIENCE):
            if all(future.done() for future in self._futures):
                break
            for session in list(self._sessions.values()):
                session.interrupt()
            time.sleep(0.02)


class NoWorkers(RuntimeError):
    """A sweep was left by all workers of its cluster."""


class Dask:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any, patience: float | None) -> None:
        if not hasattr(client, "nthreads"):
            raise TypeError(f"expected a client of Dask, found {type(client).__name__}")
        self._client = client
        self._workers = 1
        #: When the scheduler is asked again how many workers there are.
        self._asked = 0.0
        #: Largest batch whose message is small.
        self.most = MOST_SHARED
        self._pending: set[Any] = set()
        #: Futures that are done, as they are.
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._packed: tuple[Job, bytes] | None = None
        #: Seconds to wait for a worker when there is none, and since when there is none.
        self._patience = patience
        self._deserted: float | None = None

    @property
    def workers(self) -> int:
        """How many threads there are, as of the last second: the scheduler is asked, which takes as long as a task."""
        now = time.monotonic()
        if now >= self._asked:
            self._asked = now + 1
            self._workers = max(1, sum(self._client.nthreads().values()))
        return self._workers

    def submit(self, job: Job, items: list[Item]) -> Any:
        import cloudpickle

        if self._packed is None or self._packed[0] is not job:
            self._packed = job, cloudpickle.dumps(job)
        # Dask looks into lists, item by item; of bytes it asks nothing.
        packed = packed_items(job, items)
        if len(packed) > MESSAGE:
            self.most = max(1, min(self.most, len(items) * MESSAGE // len(packed)))
        future = self._client.submit(run_packed, self._packed[1], packed, pure=False)
        self._pending.add(future)
        future.add_done_callback(self._done.put)
        return future

    def wait(self, futures: Iterable[Any]) -> set[Any]:
        """Those that are done: at least one, or none after some seconds."""
        beat = BEAT if self._patience is None else min(BEAT, max(self._patience, PAUSE))
        done: set[Any] = set()
        try:
            done.add(self._done.get(timeout=beat))
            while True:
                done.add(self._done.get_nowait())
        except queue.Empty:
            pass
        if done:
            # Somebody has worked, even if nobody is there now: patience begins again.
            self._deserted = None
        else:
            self._look_for_workers()
        return done

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

    def result(self, future: Any) -> Any:
        """The table of a batch; nothing when its worker was lost."""
        import distributed

        self._pending.discard(future)
        try:
            return pickle.loads(future.result())
        except (distributed.KilledWorker, concurrent.futures.CancelledError):
            return None

    def close(self) -> None:
        self._client.cancel(list(self._pending))
