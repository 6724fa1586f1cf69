"""What a sweep does beside its computations: batches, claims, rows, and the folder to which they belong."""

import functools
import json
import subprocess
import sys
import threading

import pytest

import upstar as up

pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")

from upstar import _feed, _folder, _sweep, _workers  # noqa: E402
from upstar._identity import identity  # noqa: E402
from upstar._items import Items  # noqa: E402
from upstar._store import Local  # noqa: E402


def job_of(ask, *names):
    return _workers.Job((("value", ask),), names, (), None, None, None)


def rows_of(items, seconds=0.0):
    """A row for each item, as of a template that says it again."""
    rows = [("number", str(item[0]), "", "", seconds) for _, item in items]
    return _workers.table_of(job_of("{n}", "n"), rows)


class Client:
    """A client of a folder, with the rows that it takes."""

    def __init__(self, path, values):
        items = Items(None, {"n": values})
        job = job_of("{n}", "n")
        self.rows = {}
        self.folder = _folder.Folder(Local(path), job, items, keep=True)
        self.feed = _feed.Shared(items, self.take, self.folder)

    def take(self, placed, table):
        assert len(placed) == len(table)
        for (place, _), text in zip(placed, table["text"].to_pylist()):
            assert place not in self.rows
            self.rows[place] = text

    def compute(self, count):
        """Computes some items; those that were computed."""
        items = self.feed.give(count)
        if items:
            self.feed.keep(items, rows_of(items))
        return [item[0] for _, item in items]


class Pool:
    """One worker, which some item kills; nothing is done when it is waited for the first time."""

    workers = 1
    most = 20_000

    def __init__(self, fatal):
        self.fatal = fatal
        self.waits = 0
        self.slow = True

    def submit(self, job, items):
        return tuple(items), object()

    def wait(self, futures):
        self.waits += 1
        assert self.waits < 100
        self.slow = not self.slow
        return set() if self.slow else {next(iter(futures))}

    def result(self, future):
        items, _ = future
        return None if self.fatal in items else rows_of(list(enumerate(items)), seconds=1.0)


def test_a_suspect_that_takes_long_is_tried_once():
    items = Items(None, {"n": range(6)})
    job = job_of("{n}", "n")
    found = {}
    feed = _feed.Alone(items, lambda placed, table: found.update(zip((n for n, _ in placed), table["code"].to_pylist())))
    _sweep._compute(Pool((3,)), job, feed, 1.0)
    assert found == {n: "lost" if n == 3 else "" for n in range(6)}


def test_patience_begins_again_when_something_is_done():
    class Cluster:
        def nthreads(self):
            return {}

    pool = _workers.Dask(Cluster(), 0.5)
    with pytest.warns(UserWarning, match="no worker"):
        assert pool.wait([]) == set()
    since = pool._deserted
    pool._done.put("future")
    assert pool.wait([]) == {"future"}
    assert since is not None and pool._deserted is None


def test_rows_stay_in_order_when_they_are_joined(monkeypatch):
    monkeypatch.setattr(_sweep, "TABLES", 2)
    joins = []
    joined = _sweep._joined
    monkeypatch.setattr(_sweep, "_joined", lambda tables: joins.append(sum(map(len, tables))) or joined(tables))
    items = Items(None, {"n": range(64)})
    job = job_of("{n}", "n")
    rows = _sweep.Rows(job, items, listed=True)
    for placed in enumerate(items):
        rows.add([placed], rows_of([placed]))
    # Each row is copied once for each level.
    assert sum(joins) == 64 * 6
    assert list(rows.frame(False).value) == list(range(64))


def test_equal_items_are_computed_once(tmp_path):
    log, out = tmp_path / "log", tmp_path / "out"

    def noted(n):
        with open(log, "a") as file:
            file.write(f"{n}\n")
        return n

    for given in ([1, 1, 2], [2, 3, 1, 3], [3, 4, 4, 3]):
        table = up.sweep(noted, n=given if 4 not in given else iter(given), to=out, progress=False, workers=2)
        assert list(table.value) == given == list(table.n)
    assert sorted(map(int, log.read_text().split())) == [1, 2, 3, 4]
    assert sorted(pandas.read_parquet(out).n) == [1, 2, 3, 4]


@pytest.mark.parametrize("written", [False, True])
def test_an_equal_item_that_comes_later_gets_the_row(tmp_path, monkeypatch, written):
    # Windows and claims of few items, and files as often as there are rows, or at the end.
    monkeypatch.setattr(_feed, "WINDOW", 2)
    monkeypatch.setattr(_feed, "OFTEN", 0.0 if written else 1e9)
    client = Client(tmp_path, [1, 2, 3, 1, 2, 1, 4, 3])
    computed = []
    while some := client.compute(1):
        computed += some
    client.feed.close()
    assert computed == [1, 2, 3, 4]
    assert [client.rows[n] for n in range(8)] == ["1", "2", "3", "1", "2", "1", "4", "3"]
    assert not list(tmp_path.glob("_claim-*"))


def test_equal_items_leave_the_claims_of_others(tmp_path):
    first, second = Client(tmp_path, [1, 1, 2]), Client(tmp_path, [2, 1, 2, 1, 3])
    mine = first.feed.give(1)
    theirs = second.feed.give(9)
    assert {item for _, item in mine}.isdisjoint(item for _, item in theirs)
    first.feed.keep(mine, rows_of(mine))
    while first.compute(9):
        pass
    first.feed.close()
    second.feed.keep(theirs, rows_of(theirs))
    while second.feed.waits or second.feed._unclaimed:
        second.feed.settle()
        second.compute(9)
    second.feed.close()
    assert [second.rows[n] for n in range(5)] == ["2", "1", "2", "1", "3"]
    assert sorted(pandas.read_parquet(tmp_path).n) == [1, 2, 3]


def test_a_write_that_fails_loses_no_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(_feed, "OFTEN", 0.0)
    client = Client(tmp_path, range(4))
    items = client.feed.give(4)

    def full(name, contents, *, lasting=True):
        raise OSError("no space left")

    with monkeypatch.context() as patch, pytest.raises(OSError):
        patch.setattr(client.folder.place, "write", full)
        client.feed.keep(items, rows_of(items))
    client.feed.close()
    assert sorted(pandas.read_parquet(tmp_path).n) == [0, 1, 2, 3]


def test_a_client_that_lost_its_claims_writes_nothing_twice(tmp_path, monkeypatch):
    first = Client(tmp_path, range(4))
    items = first.feed.give(3)
    # It was stopped for longer than its claims last.
    first.folder.claim({})
    second = Client(tmp_path, range(4))
    while second.compute(2):
        pass
    second.feed.close()
    first.feed.keep(items, rows_of(items))
    first.feed.close()
    assert sorted(pandas.read_parquet(tmp_path).n) == [0, 1, 2, 3]


def test_a_client_says_that_it_lives_while_it_looks_for_items(tmp_path, monkeypatch):
    monkeypatch.setattr(_feed, "WINDOW", 4)
    first = Client(tmp_path, range(40))
    while first.compute(40):
        pass
    first.feed.close()
    monkeypatch.setattr(_feed, "BEAT", 0.0)
    second = Client(tmp_path, range(40))
    said = []
    monkeypatch.setattr(second.folder, "claim", said.append)
    assert second.feed.give(1) == [] and len(said) > 10


def test_of_two_clients_that_begin_together_one_has_the_folder(tmp_path):
    together = threading.Barrier(8)
    found = []

    class Late(Local):
        def create(self, name, contents):
            together.wait(60)
            super().create(name, contents)

    def begin(text):
        try:
            _folder.Folder(Late(tmp_path), job_of(text, "n"), Items(None, {"n": [1]}), keep=True)
            found.append(text)
        except ValueError as error:
            assert "another template" in str(error)

    clients = [threading.Thread(target=begin, args=(f"{{n}} + {number % 2}",)) for number in range(8)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    asked = json.loads((tmp_path / "_sweep.json").read_text(encoding="utf-8"))["what"]
    assert found == [asked] * 4
    assert [path.name for path in tmp_path.iterdir()] == ["_sweep.json"]


def test_an_empty_sweep_leaves_the_folder_to_others(tmp_path):
    assert len(up.sweep("{n}", n=[], to=tmp_path, progress=False)) == 0
    assert not list(tmp_path.iterdir())
    assert list(up.sweep("{n} + 1", n=["1/2"], to=tmp_path, progress=False).value.astype(str)) == ["3/2"]


def power(n, k):
    return n**k


class Shift:
    """A function with a state."""

    def __init__(self, by):
        self.by = by

    def __call__(self, n):
        return n + self.by


def closed(by):
    return lambda n: n + by


def defaults(by):
    def plus(n, by=by):
        return n + by

    return plus


def calling(inner):
    return lambda n: inner(n) + 1


def of_text(text):
    """A function of a module of its own."""
    names = {"__name__": "__main__"}
    exec(text, names)
    return names["f"]


MADE = {
    "partial": lambda by: functools.partial(power, k=by),
    "object": Shift,
    "method": lambda by: Shift(by).__call__,
    "closure": closed,
    "default": defaults,
    "lambda that calls another": lambda by: calling(closed(by)),
    "constant": lambda by: of_text(f"f = lambda n: n + {by}"),
    "global value": lambda by: of_text(f"by = [{by}]\ndef f(n): return n + by[0]"),
    "helper": lambda by: of_text(f"def g(n): return n + {by}\ndef f(n): return g(n)"),
    "class": lambda by: of_text(f"class G:\n  def at(self, n): return n + {by}\ndef f(n): return G().at(n)"),
    "cached": lambda by: functools.lru_cache(closed(by)),
}


@pytest.mark.parametrize("name", MADE)
def test_a_folder_belongs_to_one_function(tmp_path, name):
    make = MADE[name]
    sweep = functools.partial(up.sweep, n=[5], to=tmp_path, progress=False)
    first = list(sweep(make(3)).value)
    assert list(sweep(make(3)).value) == first
    with pytest.raises(ValueError, match="another template or function"):
        sweep(make(4))


def test_a_function_is_the_same_in_each_process(tmp_path):
    text = """
        import dataclasses, enum, fractions, functools, pathlib
        import upstar as up
        from upstar._identity import identity
        class Color(enum.Enum):
            RED = 1
        @dataclasses.dataclass(frozen=True)
        class Pair:
            a: int
        Steps = up.ruleset(left=lambda n: range(n), right=lambda n: [n - 1] if n else [], name="Steps")
        session = up.Session(threads=1)
        session.eval("a := 1")
        star = up.star()
        def even(n): return n == 0 or odd(n - 1)
        def odd(n): return n != 0 and even(n - 1)
        def f(n, words={"a", "b", "c"}):
            if n in {"x", "y", "z"} or even(n):
                return Steps(n).value() + star + session.eval("a")
            return Color.RED, Pair(3), pathlib.Path("x"), fractions.Fraction(1, 2)
        print(identity(functools.partial(f, 1)))
    """
    lines = [line.removeprefix("        ") for line in text.splitlines()]
    found = set()
    # Sets have another order, and lines other numbers.
    for seed in range(3):
        path = tmp_path / f"{seed}.py"
        path.write_text("\n" * seed + "\n".join(lines), encoding="utf-8")
        command = [sys.executable, str(path)]
        done = subprocess.run(command, env={"PYTHONHASHSEED": str(seed)}, capture_output=True, encoding="utf-8", check=True)
        found.add(done.stdout)
    assert len(found) == 1


def test_what_a_function_remembers_is_not_what_it_is():
    def counter(count):
        def f(n):
            nonlocal count
            count += 1
            return n

        return f

    assert identity(counter(0)) == identity(counter(7))


def test_a_function_that_cannot_be_told_from_others_has_no_folder(tmp_path):
    lock = threading.Lock()

    def locked(n):
        with lock:
            return n

    with pytest.raises(TypeError, match="cannot be told from others .* leave out to="):
        up.sweep(locked, n=[1], to=tmp_path, progress=False)
    assert list(up.sweep(locked, n=[1], progress=False).value) == [1]


@pytest.mark.parametrize("batch_seconds", [1e-9, 1.0])
def test_a_function_tells_numbers_from_texts(tmp_path, batch_seconds):
    values = [1, "1", True, "true", '"1"', 2**80, str(2**80), up.star(), "*"]
    for _ in range(2):
        table = up.sweep(lambda x: type(x).__name__, x=values, to=tmp_path, progress=False, batch_seconds=batch_seconds)
        assert list(table.value) == ["int", "str", "bool", "str", "str", "int", "str", "Game", "str"]
    assert len(pandas.read_parquet(tmp_path)) == len(values)


def test_texts_of_a_function_are_kept_as_they_are(tmp_path):
    sweep = functools.partial(up.sweep, lambda x: 1, to=tmp_path, progress=False)
    sweep(x=["1", "a"])
    assert sorted(pandas.read_parquet(tmp_path).x) == ["1", "a"]
    with pytest.raises(ValueError, match="of type text, and now there are values of type integer"):
        sweep(x=[1])
