"""One long question and many workers, and the tables that they share, whatever dies meanwhile."""

import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

import upstar as up
from upstar import _solve, _tables

pytest.importorskip("pyarrow")
pytest.importorskip("pandas")


@pytest.fixture(scope="module")
def client():
    """Two processes of Dask, each with one thread."""
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0")
    with cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture
def short(monkeypatch):
    """Tasks of few steps, so that small positions are divided."""
    monkeypatch.setattr(_solve, "STEPS", 500)
    monkeypatch.setattr(_solve, "ALONE", 500)
    return {"batch_seconds": 1e-9}


POSITIONS = ["Clobber(3,4)", 'Clobber("xo.x|oxox|.oxo")', "Domineering(4,5)", "Domineering(5,5)", 'Domineering(".#..|....|..#.|....")']


@pytest.mark.parametrize("ask", ["outcome", "canonical"])
def test_a_divided_question_has_the_answer_of_one_process(tmp_path, short, client, ask):
    for n, text in enumerate(POSITIONS):
        expected = up.eval(f"{ask}({text})")
        assert up.solve(text, ask, workers=2, **short) == expected
        assert up.solve(text, ask, workers=1, tables=tmp_path / str(n), **short) == expected
        assert up.solve(text, ask, on=client, tables=tmp_path / f"dask{n}", **short) == expected
    # A position that was asked before, where notes have the answer.
    assert up.solve(text, ask, workers=1, tables=tmp_path / str(n), **short) == expected


def test_what_one_worker_finds_soon_is_not_divided(client, monkeypatch):
    tasks = []
    take = _solve.Search.take
    monkeypatch.setattr(_solve.Search, "take", lambda self, task, reply: tasks.append(task) or take(self, task, reply))
    assert up.solve("Domineering(4, 4)", "canonical", on=client) == up.rulesets.Domineering(4, 4).value()
    assert [(kind, text) for kind, text, *_ in tasks] == [("canonical", up.rulesets.Domineering(4, 4).text)]


def test_nimbers_and_rules_of_a_session_are_divided(short, client):
    session = up.Session(threads=1)
    Mine = session.ruleset('game Mine(s: strip of ".#") { move "..." -> "###" ; move "." -> "#" }')
    text = 'Mine("..................")'
    assert session.solve(text, "nimber", workers=2, **short) == session.eval(f"nimber({text})")
    assert up.solve(Mine(".........."), "nimber", on=client, **short) == session.eval('nimber(Mine(".........."))')
    assert session.solve("Nim(3, 5)", "nimber", workers=1) == 6


def test_play_that_returns_is_not_divided(short):
    session = up.Session(threads=1)
    session.ruleset('game Back(b: strip of ".xo") { left "x." -> ".x" ; left ".x" -> "x." ; right "o." -> "xo" ; right ".o" -> "o." }')
    for text in ('Back("x.o")', 'Back("x..o")', 'Back("xo.")'):
        for ask in ("outcome", "canonical"):
            expected = session.eval(f"{ask}({text})")
            assert session.solve(text, ask, workers=2, **short) == expected


def test_goals_are_divided_too(short):
    for text in ("Hex(3, 3)", "TicTacToe"):
        try:
            expected = up.eval(f"outcome({text})")
        except up.Error:
            continue
        assert up.solve(text, workers=2, **short) == expected


def test_mistakes_are_said_at_once(tmp_path):
    with pytest.raises(ValueError, match="'outcome', 'canonical', 'nimber'"):
        up.solve("Nim(3)", "birthday")
    with pytest.raises(TypeError, match="a position, found int"):
        up.solve(3)
    with pytest.raises(up.ResolveError):
        up.solve("Nimm(3)")
    with pytest.raises(TypeError, match="a client of Dask, found str"):
        up.solve("Nim(3)", on="scheduler:8786")
    with pytest.raises(up.EvalError):
        up.solve("Domineering(2, 2)", "nimber", workers=1)
    with pytest.raises(up.LimitError):
        up.solve("Clobber(8, 8)", seconds=0, workers=1)


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_a_worker_that_dies_costs_its_task_only(client, tmp_path, short):
    dice = random.Random(1)
    client.wait_for_workers(2)
    over = threading.Event()

    def kill():
        for _ in range(2):
            if over.wait(dice.uniform(0.5, 1.5)):
                return
            workers = list(client.run(os.getpid).values())
            if workers:
                os.kill(dice.choice(workers), signal.SIGKILL)
            client.wait_for_workers(2)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        found = up.solve("Domineering(5, 5)", "canonical", on=client, tables=tmp_path / "tables", **short)
    finally:
        over.set()
        killer.join()
    assert found == up.eval("canonical(Domineering(5, 5))")
    client.wait_for_workers(2)


#: A question of some seconds.
LONG = '''
import sys, upstar as up
from upstar import _solve
_solve.STEPS = 300
print(up.solve(sys.argv[2], sys.argv[3], workers=2, tables=sys.argv[1], batch_seconds=1e-9))
'''


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
@pytest.mark.parametrize("text, ask", [("Domineering(6, 6)", "outcome"), ("Domineering(4, 7)", "canonical")])
def test_a_client_that_dies_goes_on_from_its_notes(tmp_path, text, ask):
    (tmp_path / "long.py").write_text(LONG, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "long.py"), str(tmp_path / "tables"), text, ask]
    first = subprocess.Popen(command)
    for _ in range(6000):
        if len(list((tmp_path / "tables").glob("answers-*"))) >= 3 or first.poll() is not None:
            break
        time.sleep(0.01)
    first.kill()
    first.wait()
    tables = up.tables(tmp_path / "tables")
    known = lambda: len(tables) + sum(map(len, tables._notes.values()))
    before = known()
    assert before > 0
    again = subprocess.run(command, check=True, timeout=300, stdout=subprocess.PIPE, encoding="utf-8")
    assert again.stdout.strip() == str(up.eval(f"{ask}({text})"))
    tables.refresh()
    assert known() >= before


def test_what_was_found_is_kept_when_a_question_is_stopped(tmp_path):
    with up.limits(steps=50_000), pytest.raises(up.LimitError):
        up.solve("Domineering(7, 7)", "canonical", workers=1, tables=tmp_path)
    assert len(_tables.Tables(tmp_path)) > 0


def both(folder):
    """A table as two processes have it."""
    return _tables.Tables(folder), _tables.Tables(folder)


def is_cheap(tables, text, steps):
    """Whether a session with tables answers a question in so many steps."""
    session = up.Session(threads=1)
    session._engine.keep_in(tables._answers)
    try:
        session.eval(text, steps=steps)
        return True
    except up.LimitError:
        return False


def test_what_one_process_finds_others_need_not(tmp_path):
    one, other = both(tmp_path)
    text = "canonical(Domineering(4, 5))"
    assert not is_cheap(other, text, 2000)
    assert is_cheap(one, text, 1 << 40)
    one.flush()
    other.refresh()
    assert len(other) == len(one) > 1000
    assert is_cheap(other, text, 2000)
    # The position turned, and those within it.
    assert is_cheap(other, 'canonical(Domineering("#....|#....|.....|....."))', 2000)
    # Other rules of the same name know nothing of it.
    session = up.Session(threads=1)
    session._engine.keep_in(other._answers)
    session.eval('game Domineering(b: grid of ".#") { left ".." -> "##" ; right ".|." -> "#|#" }')
    assert session.eval('Domineering("..")').value() == 1


def test_winners_and_nimbers_are_shared(tmp_path):
    one, other = both(tmp_path)
    session = up.Session(threads=1)
    session._engine.keep_in(one._answers)
    text = "outcome(Clobber(4, 4))"
    assert session.eval(text) == up.eval(text)
    nimber = 'nimber(Mine(".........................."))'
    rules = 'game Mine(s: strip of ".#") { move "..." -> "#.#" ; move ".." -> "##" }'
    session.eval(rules)
    assert session.eval(nimber) == up.Session().eval(f"{rules}\n{nimber}")
    one.flush()
    other.refresh()
    assert {"Clobber", "Mine"} <= set(other.rulesets)


def test_parts_are_joined_while_others_read(tmp_path):
    one, other = both(tmp_path)
    session = up.Session(threads=1)
    session._engine.keep_in(one._answers)
    for n in range(2, 40):
        session.eval(f"canonical(Clobber(1, {n % 9 + 1})); canonical(Domineering(2, {n % 11 + 1}))")
        one.note("ab" * 8, str(n), f"said {n}")
        one.flush()
        if n % 5 == 0:
            other.refresh()
    # Sixteen parts become one.
    assert len(list(tmp_path.glob("answers-*"))) < 20
    other.refresh()
    assert len(other) == len(one) and other.notes("ab" * 8) == one.notes("ab" * 8)
    other.merge()
    assert len(list(tmp_path.glob("answers-*"))) == 1
    one.refresh()
    third = _tables.Tables(tmp_path)
    assert len(third) == len(one) == len(other) and len(third.notes("ab" * 8)) == 38
    assert third.rulesets == one.rulesets


def test_tables_of_sweeps_and_sessions(tmp_path, client):
    boards = [board.text for board in up.eval("up_to_symmetry(moves(Domineering(4, 5), Left))")]
    parameters = {"b": boards, "progress": False}
    here = up.sweep("canonical({b})", **parameters)
    for where in ({"workers": 2}, {"client": client}):
        there = up.sweep("canonical({b})", tables=tmp_path / str(len(where)), **parameters, **where)
        assert list(there.value) == list(here.value)
    tables = up.tables(tmp_path / "1")
    assert "Domineering" in tables.rulesets and repr(tables) == f"upstar.tables({str(tmp_path / '1')!r})"
    assert up.tables(tmp_path / "1") is tables
    session = up.Session(threads=1, tables=tables)
    assert session.eval(f"canonical({boards[0]})", steps=2000) == here.value[0]


def test_files_of_others_are_no_tables(tmp_path):
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.table({"a": [1]}), tmp_path / "answers-x.parquet")
    with pytest.raises(ValueError, match="choose another folder"):
        up.tables(tmp_path)


def test_an_object_store_has_tables(tmp_path):
    pytest.importorskip("fsspec")
    tables = up.tables(f"memory://{tmp_path.name}/tables")
    session = up.Session(threads=1, tables=tables)
    session.eval("canonical(Domineering(3, 4))")
    tables.flush()
    again = _tables.Tables(f"memory://{tmp_path.name}/tables")
    assert len(again) == len(tables) > 10
