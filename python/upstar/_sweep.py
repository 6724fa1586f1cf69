"""Tables of many computations: over the cores of this machine, or on a Dask cluster.

A sweep has no state but its files. The client makes the items one after the other, hands out batches, and writes them as Parquet
files when they are done; threads and Dask workers are the same to it. What is missing is found by the parameters of the rows
that are there, so you can start a sweep again after it was killed in any way.
"""

from __future__ import annotations

import os
import sys
import time
from array import array
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from . import _session, _upstar
from ._errors import Error
from ._items import Items, examples, meaning_check, template as filled
from ._store import Place, place_of
from ._tables import Tables, tables as opened
from ._values import CLASSES, Enumeration, Game, size
from ._workers import PAUSE, Dask, Job, NoWorkers, Threads, lost, table_of

__all__ = ["NoWorkers", "sweep"]

#: How much larger a batch is than the one before, at most.
GROWTH = 16
#: Number of tables that are joined to one.
TABLES = 256
#: A question of a sweep: a template or a function.
Ask = str | Callable[..., Any]


def sweep(
    template: Ask | Mapping[str, Ask],
    table: Any = None,
    *,
    session: _session.Session | None = None,
    client: Any = None,
    workers: int | None = None,
    to: str | os.PathLike[str] | None = None,
    returns: str = "frame",
    seconds: float | None = None,
    memory: int | str | None = None,
    steps: int | None = None,
    progress: bool | None = None,
    timing: bool = False,
    batch_seconds: float = 1.0,
    patience: float | None = 60.0,
    tables: str | os.PathLike[str] | Tables | None = None,
    certify: bool = False,
    **parameters: Iterable[Any],
) -> Any:
    """A table of computations: a row for each choice of parameters, as a pandas ``DataFrame``.

    ``template`` is a text of the language with ``{name}`` in place of parameters, or a function of Python.
    Each parameter goes through its values; ``table`` adds rows of parameters, as a ``DataFrame`` or an iterable of
    mappings.

    >>> import upstar as up
    >>> up.sweep("canonical(Domineering({r},{c}))", r=range(1, 3), c=[2, 3], progress=False)
       r  c     value    kind code message
    0  1  2        -1  number
    1  1  3        -1  number
    2  2  2        ±1    game
    3  2  3  <2|-1/2>    game

    Games compare as games in the column ``value``, and ``astype(str)`` gives their texts. Where all are integers, they are
    those of Python.

    A mapping of templates or functions by names gives a column for each.

    >>> boards = up.eval("boards(Clobber, 1, 2)")
    >>> up.sweep({"value": "canonical({P})", "left": "moves({P}, Left)"}, P=boards, progress=False).tail(2)
                  P value             left code message
    7  Clobber("ox")     *  [Clobber("x.")]
    8  Clobber("oo")     0               []

    Parameters are made one after the other, so ranges, enumerations and iterators may be larger than memory. With ``to`` and
    ``returns="path"`` the rows are in the folder alone, whose path is returned; ``returns="dataset"`` gives them as a
    dataset of Arrow, which reads what it is asked for.

    A computation that fails is a row with its code. ``seconds``, ``steps`` and ``memory`` are limits for each
    item; ``memory`` is what its process may hold.

    The work is done by threads of this process, one for each core or ``workers`` of them, or by the workers of
    a Dask ``client``, in batches that take about ``batch_seconds``. A worker that dies costs its batch, which
    another does again. When no worker is left the sweep waits for one; after ``patience`` seconds, unless that is
    ``None``, it ends with :class:`NoWorkers`. Computations use six tenths of the memory that a worker may have.

    With ``to`` rows are written to a folder of Parquet files as they come, or below an address such as
    ``s3://bucket/folder`` that fsspec knows. A sweep into the same folder goes on from there, and computes only what is
    missing. A folder belongs to what is asked, to the definitions that this mentions, and to a version of Upstar.

    ``tables`` is where workers share what they find about positions: see :func:`upstar.tables`.

    With ``certify`` the column ``certificate`` has the certificate of each answer, which ``python -m upstar.verify``
    checks: in a sweep with names, ``name_certificate``. ``code`` and ``message`` say why an answer has none.

    >>> rows = up.sweep("nimber(Nim({n}))", n=[0, 1], certify=True, progress=False)
    >>> rows["certificate"][1].splitlines()[-1].split()
    ['end', '2']
    """
    asks = tuple(template.items()) if isinstance(template, Mapping) else (("value", template),)
    for _, ask in asks:
        if not isinstance(ask, str) and not callable(ask):
            raise TypeError(f"expected a text or a function, found {type(ask).__name__}")
    if certify:
        asks = _with_certificates(asks)
    if returns not in ("frame", "path", "dataset"):
        raise ValueError(f"returns is 'frame', 'path' or 'dataset', found {returns!r}")
    if returns != "frame" and to is None:
        raise ValueError(f"returns={returns!r} needs a folder: give to=")
    _need_pandas()
    from ._feed import Alone, Shared
    from ._folder import Folder

    items = Items(table, parameters)
    _check_names(asks, items.names, kept=to is not None)
    home = session or _session.default()
    if any(isinstance(ask, str) for _, ask in asks):
        items.check(meaning_check(home._engine))
    kept = None if tables is None else opened(tables)
    address = None if kept is None else kept.address
    job = Job(asks, items.names, _definitions(home, asks, items), seconds, size(memory), steps, address)
    rows = Rows(job, items, listed=returns == "frame")
    place = None if to is None else place_of(to)
    folder = None if place is None else Folder(place, job, items, keep=rows.listed)
    pool = Threads(workers or os.cpu_count() or 1) if client is None else Dask(client, patience)
    bar = _bar(items.total, progress)
    try:

        def take(placed: list, found: Any) -> None:
            rows.add(placed, found)
            bar.update(len(placed))

        feed = Alone(items, take) if folder is None else Shared(items, take, folder)
        try:
            _compute(pool, job, feed, batch_seconds)
        finally:
            feed.close()
    finally:
        pool.close()
        bar.close()
    if returns == "frame":
        return rows.frame(timing)
    return to if returns == "path" else _dataset(place)


def _with_certificates(asks: tuple[tuple[str, Ask], ...]) -> tuple[tuple[str, Ask], ...]:
    """What is asked, each followed by its certificate."""
    both: list[tuple[str, Ask]] = []
    for name, ask in asks:
        if not isinstance(ask, str):
            raise TypeError("answers of Python functions cannot be certified")
        alone = len(asks) == 1 and name == "value"
        both += [(name, ask), ("certificate" if alone else f"{name}_certificate", f"certify({ask})")]
    return tuple(both)


def _need_pandas() -> None:
    try:
        import pandas, pyarrow  # noqa: E401, F401
    except ImportError:
        raise ImportError("a sweep gives a pandas DataFrame: pip install 'upstar[sweep]'") from None


def _check_names(asks: tuple[tuple[str, Ask], ...], names: tuple[str, ...], *, kept: bool) -> None:
    fixed = {"code", "message", "seconds"}
    if len(asks) == 1:
        fixed.add("kind")
    cells = ["value"]
    if len(asks) > 1 or asks[0][0] != "value":
        cells = [column for name, _ in asks for column in (name, f"{name}_kind")]
        if len({*cells, *fixed}) < len(cells) + len(fixed):
            raise ValueError(f"columns need names that are different, and not {', '.join(sorted(fixed))}")
    if kept and len(asks) == 1:
        # The name of the answer in a folder.
        fixed.add("text")
    taken = {*cells, *fixed}.intersection(names)
    if taken:
        raise ValueError(f"a parameter cannot have the name {min(taken)!r}")


def _dataset(place: Place | None) -> Any:
    import pyarrow.dataset

    files, path = place.files
    names = [f"{path}/{name}" for name in place.names() if name.startswith("part-")]
    return pyarrow.dataset.dataset(names, filesystem=files, format="parquet")


def _definitions(home: _session.Session, asks: tuple[tuple[str, Ask], ...], items: Items) -> tuple[str, ...]:
    """The definitions that workers need: those that the texts mention, and for a function of Python all."""
    given = tuple(home.definitions)
    texts = None
    if all(isinstance(ask, str) for _, ask in asks) and not (items.once and given):
        # Parameters may be names, and enumerations mention some.
        known = {name for name, kind, _, _ in home._engine.entries() if kind != "builtin"} if given else set()
        bound = known.union(*map(_upstar.declared, given))
        chosen = examples(items, bound)
        texts = [filled(ask, items.names)(item) for _, ask in asks for item in chosen]
    text, identity = home._engine.definitions_for(texts or None)
    needed = (text,) if text else ()
    try:
        if _session.defined(needed, threads=1)._engine.definitions_for(texts or None)[1] == identity:
            return needed
    except Error:
        pass
    # Some value has no text that reads back: its session says all once more.
    return given


def _compute(pool: Threads | Dask, job: Job, feed: Any, batch_seconds: float) -> None:
    """Computes all items of a feed in batches."""
    import pyarrow.compute

    again: list[list] = []
    suspects: list = []
    running: dict[Any, list] = {}
    # The batch of one suspect. Nothing else runs until it is done, however long that takes.
    single: Any = None
    batch = 1
    while True:
        # One batch more than workers, so that none has to wait.
        while single is None and len(running) <= pool.workers:
            some = again.pop() if again else feed.give(_fair(batch, feed.left, pool.workers))
            if not some:
                break
            running[pool.submit(job, [item for _, item in some])] = some
        if not running and suspects:
            some = suspects.pop()
            single = pool.submit(job, [some[1]])
            running[single] = [some]
        elif not running:
            if not feed.waits:
                return
            feed.beat()
            if not feed.settle():
                time.sleep(PAUSE)
            continue
        for future in pool.wait(running):
            some = running.pop(future)
            rows = pool.result(future)
            alone = future is single
            if alone:
                single = None
            if rows is not None:
                spent = pyarrow.compute.sum(rows["seconds"]).as_py() or 0.0
                fits = int(batch_seconds * len(rows) / max(spent, 1e-6 * len(rows)))
                batch = max(1, min(fits, GROWTH * max(batch, len(rows)), pool.most))
            elif len(some) > 1:
                # Some item may be what workers die of: it will be found.
                half = len(some) // 2
                again += [some[:half], some[half:]]
                continue
            elif alone:
                rows = lost(job)
            else:
                # It may only have waited behind another: what it does alone will tell.
                suspects += some
                continue
            feed.keep(some, rows)
        feed.beat()


def _fair(batch: int, left: int | None, workers: int) -> int:
    """The size of a batch that leaves something to each worker."""
    return batch if left is None else min(batch, max(1, left // (2 * workers)))


class Rows:
    """The rows of a sweep as they come, if they are wanted at all."""

    def __init__(self, job: Job, items: Items, *, listed: bool) -> None:
        self.listed = listed
        self._job = job
        self._items = items
        #: Tables of rows in order: the last list has those that came, each list before it joins of the next one.
        self._levels: list[list[Any]] = [[]]
        #: The numbers of the items of all rows, and the items that cannot be made again.
        self._places = array("q")
        self._once: dict[int, tuple] = {}

    def add(self, placed: list, found: Any) -> None:
        """Adds the rows of some items."""
        if not self.listed:
            return
        self._places.extend(place for place, _ in placed)
        if self._items.once:
            self._once.update(placed)
        # Joins of equal size are joined again, so that a row is copied once for each level and not for each join.
        level = len(self._levels) - 1
        self._levels[level].append(found)
        while len(self._levels[level]) == TABLES:
            joined = _joined(self._levels[level])
            self._levels[level] = []
            if level == 0:
                self._levels.insert(0, [])
                level = 1
            level -= 1
            self._levels[level].append(joined)

    def _table(self) -> Any:
        tables = [table for level in self._levels for table in level]
        return _joined(tables or [table_of(self._job, [])])

    def frame(self, timing: bool) -> Any:
        """The rows in the order of their items, with the parameters."""
        import numpy
        import pandas

        order = numpy.argsort(numpy.frombuffer(self._places, dtype=numpy.int64), kind="stable")
        table = self._table().take(order)
        self._levels = [[]]
        columns = self._parameters()
        asks, definitions = self._job.asks, self._job.definitions
        if len(asks) == 1:
            columns[asks[0][0]] = _values(table["kind"], table["text"], definitions)
            columns["kind"] = _objects(table["kind"])
        else:
            for name, _ in asks:
                columns[name] = _values(table[f"{name}_kind"], table[name], definitions)
        for name in ("code", "message"):
            columns[name] = _objects(table[name])
        if timing:
            columns["seconds"] = table["seconds"].to_pandas()
        return pandas.DataFrame(columns)

    def _parameters(self) -> dict[str, Any]:
        """The parameters of all items."""
        columns = [Parameter(source) for source in self._items.sources()]
        items = (self._once[place] for place in sorted(self._once)) if self._items.once else iter(self._items)
        for item in items:
            for column, value in zip(columns, item):
                column.add(value)
        return {name: column.column() for name, column in zip(self._items.names, columns)}


def _joined(tables: list[Any]) -> Any:
    """One table of several, in one piece."""
    import pyarrow

    return pyarrow.concat_tables(tables).combine_chunks()


class Parameter:
    """A column of parameters. Games are kept as their texts, which take less room."""

    def __init__(self, source: Any) -> None:
        #: Whether all values need the same definitions.
        self._alike = isinstance(source, Enumeration)
        self._values: list[Any] = []
        self._texts: list[str] | None = []
        self._definitions: dict[str, None] = {}

    def add(self, value: Any) -> None:
        if self._texts is None:
            self._values.append(value)
        elif isinstance(value, Game):
            if not (self._alike and self._texts):
                needed = value._needs()
                self._definitions.update({needed[0]: None} if needed and needed[0] else {})
            self._texts.append(value._source())
        else:
            self._values = [*(list(self.column()) if self._texts else ()), value]
            self._texts = None

    def column(self) -> Any:
        """The values: a column that compares as games where all are games."""
        import pandas

        from ._frame import ValueArray

        if not self._texts:
            return self._values
        return pandas.Series(ValueArray(self._texts, tuple(self._definitions)))


def _objects(column: Any) -> Any:
    """A column of texts, in which equal ones are one object."""
    import numpy
    import pandas
    import pyarrow

    if isinstance(column, pyarrow.ChunkedArray):
        column = column.combine_chunks()
    coded = column.dictionary_encode()
    texts = numpy.empty(len(coded.dictionary) + 1, dtype=object)
    texts[:-1] = coded.dictionary.to_pylist()
    return pandas.Series(texts[coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)], dtype=object)


#: Kinds of values that compare as games.
GAMES = frozenset(kind for kind, made in CLASSES.items() if issubclass(made, Game))


def _values(kinds: Any, texts: Any, definitions: tuple[str, ...]) -> Any:
    """A column of values: integers and truth values as themselves, games so that they compare as games, all else as texts."""
    import pandas
    import pyarrow
    import pyarrow.compute

    from ._frame import ValueArray

    failed = pyarrow.compute.equal(kinds, "")
    known = set(kinds.unique().to_pylist()) - {""}
    texts = pyarrow.compute.if_else(failed, None, texts)
    whole = known == {"number"} and not pyarrow.compute.any(pyarrow.compute.match_substring(texts, "/")).as_py()
    if known and known <= GAMES and not whole:
        return pandas.Series(ValueArray(_objects(texts), definitions))
    pairs = pyarrow.table([kinds, texts], names=["kind", "text"])
    coded = pairs.group_by(["kind", "text"]).aggregate([])
    made = {(kind, text): _value(kind, text) for kind, text in zip(*(coded[n].to_pylist() for n in range(2)))}
    cells = [made[pair] for pair in zip(kinds.to_pylist(), texts.to_pylist())]
    return pandas.Series(cells, dtype=object)


def _value(kind: str, text: str) -> Any:
    """Numbers and truth values as themselves, all else as its text; nothing for a failure."""
    if kind == "number":
        try:
            return Fraction(text) if "/" in text else int(text)
        except ValueError:
            # Python reads digits up to a length; the language reads all.
            return _session.default()._engine.read(text)
    if kind == "truth value":
        return text == "true"
    return text if kind else None


class _NoBar:
    def update(self, _: int) -> None:
        pass

    def close(self) -> None:
        pass


def _bar(total: int | None, progress: bool | None) -> Any:
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
    return tqdm(total=total, unit="item")
