"""Sweeps: in this process and on a Dask cluster, whatever dies meanwhile."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction

import pytest

import upstar as up

pandas = pytest.importorskip("pandas")

DOMINEERING = "canonical(Domineering({r},{c}))"


def rows(table):
    """A table without how long anything took."""
    return table.drop(columns="seconds", errors="ignore").to_dict("records")


@pytest.fixture(scope="module")
def client():
    """Two processes of Dask, each with one thread."""
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    )
    with cluster, distributed.Client(cluster) as client:
        yield client


def test_a_template_goes_through_all_parameters():
    table = up.sweep(DOMINEERING, r=range(1, 4), c=[2, 3], workers=2, progress=False)
    assert list(table.columns) == ["r", "c", "value", "kind", "code", "message"]
    assert list(zip(table.r, table.c)) == [(r, c) for r in range(1, 4) for c in (2, 3)]
    assert list(table.value.astype(str)) == ["-1", "-1", "±1", "<2|-1/2>", "<1/2|-2>", "±1"]
    assert table.value[2] == up.game("±1") and table.value[0] == -1
    assert set(table.kind) == {"number", "game"} and set(table.code) == {""}


def test_values_are_those_of_python_where_there_are_some():
    template = {0: "3", 1: "1/2", 2: "1 < 2", 3: '"a"', 4: "[1, 2]", 5: "N"}
    table = up.sweep("{what}", what=template.values(), progress=False)
    assert list(table.value) == [3, 0.5, True, "a", "[1, 2]", "N"]


def test_parameters_may_be_anything_and_other_braces_stay():
    session = up.Session(threads=1)
    table = session.sweep("{0|{g}} + {n}", g=[up.star(), up.game("^")], n=[1, "*2"], progress=False)
    typed = ("{0|*} + 1", "{0|*} + *2", "{0|^} + 1", "{0|^} + *2")
    assert list(table.value) == [session.eval(text) for text in typed]
    # A set in braces, and a parameter that is a truth value.
    assert list(session.sweep("if {b} then 1 else 2", b=[True, False], progress=False).value) == [1, 2]


def test_a_table_of_parameters_may_be_given():
    boards = pandas.DataFrame({"board": ["xo", "x.o"], "name": ["a", "b"]})
    table = up.sweep('outcome(Clobber("{board}"))', boards, times=[1, 2], progress=False)
    assert list(table.board) == ["xo", "xo", "x.o", "x.o"] and list(table.value) == ["N", "N", "P", "P"]
    assert list(up.sweep("{n}", [{"n": 1}, {"n": 2}], progress=False).value) == [1, 2]
    assert list(up.sweep("1 + 1", progress=False).value) == [2]
    assert len(up.sweep("{n}", n=[], progress=False)) == 0
    with pytest.raises(ValueError, match="'value'"):
        up.sweep("{value}", value=[1])


def test_definitions_of_the_session_are_known(client):
    session = up.Session(threads=1)
    session.eval("twice(n) := 2 * n")
    session.ruleset("game Swept(n: heap) { move n - 1 if n > 0 }")
    for where in ({}, {"client": client}):
        table = session.sweep("twice(nimber(Swept({n})))", n=range(6), progress=False, **where)
        assert list(table.value) == [0, 2, 0, 2, 0, 2]


def test_values_compare_as_games(tmp_path):
    session = up.Session(threads=1)
    session.ruleset("game Swept(n: heap) { move n - 1 if n > 0 }")
    table = session.sweep("[{g}, 0, Swept({n})][{i}]", g=["1/0", "<0,*|*>"], n=[1, 3], i=[1, 3], progress=False)
    star = up.star()
    assert (table.value == star).tolist() == [False] * 4 + [False, True] * 2
    assert (table.value > 0).tolist() == [False] * 4 + [True, False] * 2
    assert table.value[table.value != star].dropna().map(lambda g: g.outcome).tolist() == ["L", "L"]
    assert table.value.isna().sum() == 4 and table.value.nunique() == 3
    assert {str(game): size for game, size in table.groupby("value").size().items()} == {"↑": 2, "Swept(1)": 1, "Swept(3)": 1}
    assert table.value.value_counts().astype(int).tolist() == [2, 1, 1] and list(table.value.mode()) == [up.game("^")]
    assert table.value.duplicated().tolist() == [False, True, True, True, False, False, True, False]
    # Among other rows positions are known by how they are written, whatever their values are.
    assert table.value.isin([star, up.game("^")]).tolist() == [False] * 4 + [True, False] * 2
    assert (table.value == list(table.value)).tolist() == [False] * 4 + [True] * 4
    table.to_parquet(tmp_path / "table.parquet")
    again = pandas.read_parquet(tmp_path / "table.parquet")
    assert again.value.dtype == "upstar" and again.value.astype(str).tolist()[4:6] == ["↑", "Swept(1)"]
    assert (again.value == star).tolist() == (table.value == star).tolist()
    assert pandas.concat([table, again]).value.eq(star).sum() == 4
    # The same name with other rules.
    session.ruleset("game Swept(n: heap) { move n - 2 if n > 1 }")
    other = session.sweep("Swept({n})", n=[3], progress=False)
    with pytest.raises(ValueError, match="different rules"):
        pandas.concat([table, other])


def test_a_template_never_asks_about_other_rules():
    session, other = up.Session(), up.Session()
    Old = session.ruleset("game My(n: heap) { move n - 1 if n > 0 }")
    same = other.ruleset("game My(n: heap) { move n - 1 if n > 0 }")
    old = Old(2)
    assert session.sweep("nimber({P})", P=[old, same(3), up.star()], progress=False).value.tolist()[:2] == [0, 1]
    New = session.ruleset("game My(n: heap) { move k for k in 0..n - 1 }")
    assert session.sweep("nimber({P})", P=[New(2)], progress=False).value.tolist() == [2]
    mixed = ((p for p in [New(2), old]), [[old]], [New(2), (1, {2: old})], iter([[New(1)], [old]]))
    for P in ([old], [New(2), same(2)], (p for p in [old]), *mixed):
        with pytest.raises(ValueError, match="means something else"):
            session.sweep("nimber({P})", P=P, progress=False)
    assert session.sweep(lambda P: P.nimber(), P=[old, New(2)], progress=False).value.tolist() == [0, 2]


def test_a_folder_belongs_to_what_a_sweep_asks(tmp_path):
    library = tmp_path / "lib.game"
    library.write_text("least(n) := min(n, 2)\ngame Mine(n: heap) { move n - k for k in 1..least(n) }\n")
    session = up.Session(threads=1)
    session.run(library)
    sweep = lambda: session.sweep("nimber(Mine({n}))", n=range(5), to=tmp_path / "out", progress=False)
    first = rows(sweep())
    # Names that it does not mention, and the same rules typed again, change nothing.
    session.eval("unrelated := 3")
    session.run(library)
    assert rows(sweep()) == first and len(list((tmp_path / "out").glob("part-*"))) >= 1
    session.eval("least(n) := min(n, 3)")
    with pytest.raises(ValueError, match="other definitions of what it asks"):
        sweep()


def test_rules_travel_from_a_file_that_is_gone(client, tmp_path):
    library = tmp_path / "lib.game"
    library.write_text("game Mine(n: heap) { move n - k for k in 1..2 if k <= n }\n")
    session = up.Session(threads=1)
    session.run(library)
    library.unlink()
    table = session.sweep("nimber(Mine({n}))", n=range(6), client=client, progress=False)
    assert list(table.value) == [0, 1, 2, 0, 1, 2]


def test_a_store_of_objects_is_a_folder(tmp_path):
    pytest.importorskip("fsspec")
    where = f"memory://{tmp_path.name}/out"
    for n in (3, 5):
        table = up.sweep("nimber(Kayles({n}))", n=range(n), to=where, progress=False)
        assert list(table.value) == [up.eval(f"nimber(Kayles({n}))") for n in range(n)]
    assert not (tmp_path / "memory:").exists()
    with pytest.raises(ValueError, match="nothing can be written to nowhere://x"):
        up.sweep("1", n=[1], to="nowhere://x", progress=False)


def test_a_failure_is_a_row_with_its_code():
    table = up.sweep("nimber({g})", g=["*3", "1", "Nope(", "1/0"], workers=1, progress=False)
    assert list(table.code) == ["", "G0304", "G0102", "G0307"]
    assert list(table.value) == [3, None, None, None] and "no nimber" in table.message[1]


def test_limits_hold_for_each_item():
    table = up.sweep(DOMINEERING, r=[2, 8], c=[2, 8], seconds=1, workers=2, progress=False)
    assert list(table.code)[0::3] == ["", "G0502"]
    table = up.sweep(DOMINEERING, r=[2, 7], c=[2, 7], steps=20_000, workers=1, progress=False)
    assert list(table.code)[0::3] == ["", "G0502"]
    big = ["[[n] for n in 1..10000000]", "1", "[[n] for n in 1..9000000]", "2"]
    table = up.sweep("{what}", what=big, memory="300M", workers=1, progress=False)
    assert list(table.code) == ["G0503", "", "G0503", ""]


def outcome_of(n, m):
    """A function of Python, which works in the session of its thread."""
    if n == 3:
        raise KeyError("three")
    return up.rulesets.Nim(n, m).outcome


def test_functions_of_python_are_swept(client):
    for where in ({"workers": 2}, {"client": client}):
        table = up.sweep(outcome_of, n=[1, 2, 3], m=[2], progress=False, **where)
        assert list(table.value) == ["N", "P", None] and list(table.code) == ["", "", "KeyError"]

    def slow(n):
        return up.rulesets.Domineering(n, n).value()

    table = up.sweep(slow, n=[2, 8], steps=100_000, progress=False)
    assert list(table.code) == ["", "G0502"]


def test_dask_answers_as_this_process(client):
    parameters = {"r": range(1, 5), "c": range(1, 5)}
    here = up.sweep(DOMINEERING, progress=False, **parameters)
    assert rows(up.sweep(DOMINEERING, client=client, progress=False, **parameters)) == rows(here)


def test_a_sweep_goes_on_where_it_was(tmp_path):
    count = tmp_path / "count"

    def counted(n):
        with open(count, "a") as file:
            file.write(f"{n}\n")
        return up.eval(f"nimber(Kayles({n}))")

    first = up.sweep(counted, n=range(20), to=tmp_path / "out", progress=False)
    again = up.sweep(counted, n=range(30), to=tmp_path / "out", progress=False)
    assert rows(again)[:20] == rows(first)
    assert sorted(map(int, count.read_text().split())) == list(range(30))
    whole = pandas.read_parquet(tmp_path / "out")
    assert sorted(whole.n) == list(range(30)) and set(whole.kind) == {"number"}
    with pytest.raises(ValueError, match="another sweep"):
        up.sweep("{n}", n=[1], to=tmp_path / "out")


@pytest.mark.parametrize(
    "values, kept",
    [
        ([1, "a", True, up.star(), 2**80], ["1", "a", "true", "*", str(2**80)]),
        ([1, 2**70], ["1", str(2**70)]),
        ([0, True], ["0", "true"]),
        ([3, -7], [3, -7]),
        ([True, False], [True, False]),
        ([up.star(), up.star(2)], ["*", "*2"]),
    ],
)
def test_parameters_of_any_kind_are_found_again(tmp_path, values, kept):
    # Each item in a part of its own, as where computations are slow, and more of them in one part.
    for batch_seconds in (1e-9, 1.0):
        folder = tmp_path / str(batch_seconds)
        for _ in range(2):
            up.sweep('"{x}"', x=values, to=folder, progress=False, batch_seconds=batch_seconds)
        parts = pandas.read_parquet(folder)
        assert sorted(map(str, parts.x)) == sorted(map(str, kept))
        assert {isinstance(x, str) for x in parts.x} == {isinstance(x, str) for x in kept}


def test_values_of_another_type_need_another_folder(tmp_path):
    up.sweep("{n}", n=[1, 2], to=tmp_path / "out", progress=False)
    with pytest.raises(ValueError, match="'n' of the sweep .* is of type integer, .* of type text: choose another"):
        up.sweep("{n}", n=["1/2"], to=tmp_path / "out", progress=False)
    up.sweep("{n}", n=[], to=tmp_path / "out", progress=False)
    assert list(up.sweep("{n}", n=[2, 3], to=tmp_path / "out", progress=False).value) == [2, 3]
    # As texts all values can be kept.
    up.sweep("{n}", n=["1/2", 1], to=tmp_path / "texts", progress=False)
    assert list(up.sweep("{n}", n=[2, 1], to=tmp_path / "texts", progress=False).value) == [2, 1]
    assert set(pandas.read_parquet(tmp_path / "texts").n) == {"1/2", "1", "2"}


def test_a_part_that_was_not_finished_is_no_part(tmp_path):
    out = tmp_path / "out"
    up.sweep("{n}", n=range(3), to=out, progress=False)
    (out / ".part-x.parquet.1.draft").write_bytes(b"PAR1 and no more")
    assert list(up.sweep("{n}", n=range(5), to=out, progress=False).value) == list(range(5))


def test_progress_is_shown_when_it_is_asked_for(capsys):
    pytest.importorskip("tqdm")
    up.sweep("{n}", n=range(7), progress=True)
    assert "7/7" in capsys.readouterr().err


#: A sweep of some seconds, each item of which says that it was computed.
SWEEP = '''
import os, sys, time, upstar as up
def noted(n, log):
    with open(log, "a") as file:
        file.write(f"{n}\\n")
    time.sleep(0.02)
    # A client that is to be killed does not come to an end before.
    while n >= 75 and "HELD" in os.environ:
        time.sleep(0.01)
    return up.eval(f"nimber(Kayles({n}))")
def run(log, out, client=None):
    return up.sweep(noted, n=range(150), log=[log], client=client, to=out, workers=2,
        batch_seconds=0.2, progress=False)
'''


def load(text):
    """The functions of a text, by value: workers do not know this file."""
    names = {"__name__": "__main__"}
    exec(text, names)
    return names


def script(tmp_path, last):
    """The command of a program of its own that sweeps, with its last line, and its log and folder."""
    path, log, out = (tmp_path / name for name in ("script.py", "log", "out"))
    path.write_text(f"{SWEEP}{last}\n", encoding="utf-8")
    return [sys.executable, str(path), str(log), str(out)], log, out


def wait_for_a_part(out, client):
    """Waits until a client has written rows; fails if it has ended or takes too long."""
    for _ in range(6000):
        if list(out.glob("part-*")):
            return
        assert client.poll() in (None, 0)
        time.sleep(0.01)
    client.kill()
    pytest.fail("no rows were written")


def computed(log):
    """The items of a sweep that were computed, in order."""
    return list(map(int, log.read_text(encoding="utf-8").split()))


def expected(n):
    return up.eval(f"nimber(Kayles({n}))")


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
@pytest.mark.parametrize("seed", range(int(os.environ.get("UPSTAR_TEST_KILLS", "2"))))
def test_a_worker_that_dies_costs_its_batch_only(client, tmp_path, seed):
    log, out = tmp_path / "log", tmp_path / "out"
    dice = random.Random(seed)
    client.wait_for_workers(2)
    workers = list(client.run(os.getpid).values())
    timer = threading.Timer(dice.uniform(0.1, 1.5), os.kill, (dice.choice(workers), signal.SIGKILL))
    timer.start()
    table = load(SWEEP)["run"](str(log), out, client)
    timer.join()
    assert list(table.value) == [expected(n) for n in range(150)] and set(table.code) == {""}
    done = computed(log)
    assert set(done) == set(range(150))
    # A batch of a fifth of a second, and the one that waits behind it.
    assert len(done) - 150 <= 2 * 16
    assert len(pandas.read_parquet(out)) == 150
    client.wait_for_workers(2)


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_a_client_that_dies_goes_on_where_it_was(tmp_path):
    command, log, out = script(tmp_path, "run(sys.argv[1], sys.argv[2])")
    first = subprocess.Popen(command, env={**os.environ, "HELD": "1"})
    wait_for_a_part(out, first)
    first.kill()
    first.wait()
    kept = set(pandas.read_parquet(out).n)
    assert 0 < len(kept) < 150
    before = len(computed(log))
    subprocess.run(command, check=True, timeout=60)
    table = pandas.read_parquet(out).sort_values("n")
    assert list(table.n) == list(range(150))
    assert list(map(int, table.text)) == [expected(n) for n in range(150)]
    assert sorted(computed(log)[before:]) == sorted(set(range(150)) - kept)


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_two_clients_of_a_folder_compute_nothing_twice(tmp_path):
    command, log, out = script(tmp_path, "print(list(run(sys.argv[1], sys.argv[2]).value))")
    clients = [subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") for _ in range(2)]
    answers = [client.communicate(timeout=120)[0] for client in clients]
    assert answers == [f"{[expected(n) for n in range(150)]}\n"] * 2
    table = pandas.read_parquet(out)
    assert sorted(table.n) == list(range(150))
    assert sorted(computed(log)) == list(range(150))
    assert not list(out.glob("_claim-*"))


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_a_client_takes_over_what_another_has_left(tmp_path):
    command, log, out = script(tmp_path, "run(sys.argv[1], sys.argv[2])")
    # The first one is held, so that it has something to leave.
    first = subprocess.Popen(command, env={**os.environ, "HELD": "1"})
    wait_for_a_part(out, first)
    second = subprocess.Popen(command)
    first.kill()
    first.wait()
    assert second.wait(timeout=120) == 0
    assert sorted(pandas.read_parquet(out).n) == list(range(150))


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_ctrl_c_stops_a_sweep(tmp_path):
    def stop():
        while up._upstar.computing() is None:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=stop, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        up.sweep("canonical(Domineering({n}, 8))", n=[8, 7], workers=2, progress=False)
    # Its threads end, which would take them hours otherwise.
    for thread in threading.enumerate():
        if thread.name.startswith("upstar-sweep"):
            thread.join(60)
            assert not thread.is_alive()
    assert up.eval("1 + 1") == 2


def test_a_sweep_without_workers_ends():
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0")
    with cluster, distributed.Client(cluster) as client:
        with pytest.warns(UserWarning, match="no worker"), pytest.raises(RuntimeError, match="no worker"):
            up.sweep("{n}", n=[1], client=client, progress=False, patience=0.0)


def test_a_worker_keeps_to_its_memory():
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, memory_limit="500M", dashboard_address=":0"
    )
    with cluster, distributed.Client(cluster) as client:
        table = up.sweep("length([[n] for n in 1..{n}])", n=[10**7, 10], client=client, progress=False)
    assert list(table.code) == ["G0503", ""] and table.value[1] == 10


def test_an_item_that_kills_its_workers_is_a_row(monkeypatch):
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    # It takes longer than one turn of the client.
    monkeypatch.setattr("upstar._workers.BEAT", 0.2)

    def fatal(n):
        if n == 2:
            time.sleep(1)
            os._exit(1)
        return n

    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        )
        with cluster, distributed.Client(cluster) as client:
            table = up.sweep(fatal, n=range(4), client=client, progress=False)
    assert list(table.value) == [0, 1, None, 3] and table.code[2] == "lost"


def test_an_error_of_the_package_is_raised_and_not_a_row():
    with pytest.raises(TypeError):
        up.sweep(3, n=[1], progress=False)


def test_items_are_made_as_they_are_needed(tmp_path):
    made = done = most = 0

    def items():
        nonlocal made, most
        for n in range(60_000):
            made += 1
            most = max(most, made - done)
            yield n

    def answer(n):
        nonlocal done
        done += 1
        return n

    # Nothing says how many there are. The first of them is looked at to choose the types.
    path = up.sweep(answer, n=items(), to=tmp_path / "out", returns="path", workers=1, progress=False)
    assert made == done == 60_000 and most < 2 * 16_384 + 3 * 20_000
    whole = pandas.read_parquet(path)
    assert sorted(whole.n) == list(range(60_000)) and set(whole.kind) == {"number"}
    # What is there is found again, whatever makes the items.
    done = 0
    assert len(up.sweep(answer, n=(n for n in range(60_010)), to=path, workers=1, progress=False)) == 60_010
    assert done == 10


def test_iterators_and_enumerations_are_parameters(client):
    boards = up.eval("boards(Clobber, 2, 2)")
    values = [up.eval(f"canonical({board.text})") for board in boards]
    for where in ({"workers": 2}, {"client": client}):
        table = up.sweep("canonical({P})", P=boards, progress=False, **where)
        assert list(table.value) == values and list(table.P.astype(str)) == [board.text for board in boards]
        table = up.sweep("{n} + {m}", n=iter([1, 2]), m=iter([3, 4]), progress=False, **where)
        assert list(table.value) == [4, 5, 5, 6] and list(table.m) == [3, 4, 3, 4]
        rows = ({"n": n, "t": f"*{n}"} for n in range(3))
        table = up.sweep("{n} + {t}", rows, progress=False, **where)
        assert list(table.value.astype(str)) == ["0", "1*", "2*2"] and list(table.t) == ["*0", "*1", "*2"]
    huge = up.eval("boards(Domineering, 9, 9)")
    first = next(iter(huge))
    assert up.sweep("canonical({P})", P=(P for P in [first]), seconds=1e-9, progress=False).code[0] == "G0502"


def test_a_type_that_changes_on_the_way_is_said(tmp_path):
    with pytest.raises(ValueError, match="'n' began with values of type integer, and then there is 'x'"):
        up.sweep("{n}", n=iter([1, "x"]), to=tmp_path / "out", progress=False)


def test_several_answers_are_several_columns(tmp_path, client):
    asks = {"value": "canonical({g})", "size": "birthday({g})", "pure": lambda g: g == 0}
    games = [up.star(), up.game("{1|1}"), 0, "1/0"]
    for where in ({"workers": 2}, {"client": client}, {"to": tmp_path / "out"}, {"to": tmp_path / "out"}):
        table = up.sweep(asks, g=games, progress=False, **where)
        assert list(table.columns) == ["g", "value", "size", "pure", "code", "message"]
        assert list(table.value[:3].astype(str)) == ["*", "1*", "0"] and table.value[3] is None
        assert list(table["size"]) == [1, 2, 0, None] and list(table.pure) == [False, False, True, False]
        assert list(table.code) == ["", "", "", "G0307"] and table.message[3].startswith("value: ")
    for taken in ({"code": "1"}, {"a": "1", "a_kind": "2"}, {"kind": "1"}):
        with pytest.raises(ValueError, match="names that are different"):
            up.sweep(taken, n=[1])
    with pytest.raises(ValueError, match="'size'"):
        up.sweep({"size": "1", "value": "2"}, size=[1])
    with pytest.raises(ValueError, match="'kind'"):
        up.sweep({"size": "1"}, kind=[1])
    assert list(up.sweep("{text}", text=[1], progress=False).text) == [1]
    with pytest.raises(ValueError, match="'text'"):
        up.sweep("{text}", text=[1], to=tmp_path / "other", progress=False)


def test_rows_stay_where_they_are_when_asked(tmp_path):
    from pyarrow.compute import field

    path = up.sweep("nimber(Kayles({n}))", n=range(30), to=tmp_path, returns="path", progress=False)
    assert path == tmp_path
    dataset = up.sweep("nimber(Kayles({n}))", n=range(30), to=path, returns="dataset", progress=False)
    assert dataset.count_rows() == 30
    some = dataset.to_table(filter=field("n") < 3).to_pandas()
    assert sorted(zip(some.n, some.text)) == [(0, "0"), (1, "1"), (2, "2")]
    with pytest.raises(ValueError, match="needs a folder"):
        up.sweep("{n}", n=[1], returns="path")
    with pytest.raises(ValueError, match="'frame', 'path' or 'dataset'"):
        up.sweep("{n}", n=[1], returns="list")


def test_fractions_and_parameters_keep_their_types_in_parquet(tmp_path):
    table = up.sweep("{g} / 2", g=[up.game(1), up.game("3/4")], progress=False)
    table.to_parquet(tmp_path / "table.parquet")
    again = pandas.read_parquet(tmp_path / "table.parquet")
    assert again.value.dtype == again.g.dtype == "upstar"
    assert list(again.value) == [Fraction(1, 2), Fraction(3, 8)] and (again.g == table.g).all()


def test_certificates_are_columns_that_folders_keep(tmp_path):
    from upstar import verify

    asked = {"nimber": "nimber(Nim({n}))", "moves": "moves(Nim({n}))"}
    rows = up.sweep(asked, n=range(3), certify=True, to=tmp_path / "rows", progress=False)
    assert list(rows["nimber"]) == [0, 1, 2]
    for n, text in enumerate(rows["nimber_certificate"]):
        assert verify.verify(text.splitlines(keepends=True))[:2] == (f"nimber(Nim({n}))", str(n))
    # Moves have no certificate, and are there all the same.
    assert rows["moves"][1] == "[Nim(0)]" and rows["moves_certificate"].isna().all()
    assert (rows["code"] == "G0301").all() and rows["message"][0].startswith("moves_certificate: ")
    again = up.sweep(asked, n=range(3), certify=True, to=tmp_path / "rows", progress=False)
    assert again.equals(rows)


def test_answers_of_functions_have_no_certificate():
    with pytest.raises(TypeError, match="certified"):
        up.sweep(lambda n: n, n=[1], certify=True)
