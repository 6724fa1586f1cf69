"""Sessions: definitions, errors, files, limits, signals and threads."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import upstar as up

from conftest import within

ERRORS = {
    "1 +": ("G0101", up.ParseError),
    "foo": ("G0201", up.ResolveError),
    "nimber(Domineering(1, 2))": ("G0304", up.EvalError),
    "1/3 + *": ("G0303", up.EvalError),
    'nimber(octal("0.7G7")(3))': ("G0410", up.EvalError),
    "1/0": ("G0307", up.EvalError),
    'use "nowhere.game"': ("G0601", up.FileError),
    "check 1 == 2": ("G0701", up.CheckError),
    "f(x) := f(x); f(1)": ("G0504", up.LimitError),
}


@pytest.mark.parametrize("text", ERRORS)
def test_errors_are_exceptions_with_code_and_place(session, text):
    code, cls = ERRORS[text]
    with pytest.raises(cls) as caught:
        session.eval(text)
    error = caught.value
    assert error.code == code and isinstance(error, up.Error)
    # The text is folded at the width of a screen, the message is not.
    assert str(error).startswith(f"[{code}]") and error.message in " ".join(str(error).split())
    if error.span is not None:
        assert error.span.file == "input 1" and 0 <= error.span.start <= error.span.end <= len(text)
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), back.code, back.span, str(back)) == (cls, code, error.span, str(error))


def every_code():
    """The codes of the pages of errors, with an example that fails where the page has one alone."""
    folder = os.path.join(os.path.dirname(__file__), "../../docs/book/src/errors")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            yield name[:-3], file.read()


def test_every_error_of_the_book_arrives_with_its_code():
    found = set()
    for code, page in every_code():
        for block in page.split("```game\n")[1:]:
            text = block.split("```")[0]
            if f"//! {code}" not in text:
                continue
            for statement in text.split(f"//! {code}")[:1]:
                try:
                    up.Session(threads=1).eval(statement, seconds=5)
                except up.Error as error:
                    found.add(error.code)
    assert len(found) > 25, found


def test_spans_count_characters(session):
    text = "↑ + ↑ + canonicl(2)"
    with pytest.raises(up.Error) as caught:
        session.eval(text)
    span = caught.value.span
    assert text[span.start : span.end] == "canonicl" and (span.line, span.column) == (1, 9)
    assert caught.value.helps == ["did you mean `canonical`?"]


def test_what_fails_leaves_no_trace(session):
    session.eval("x := 1")
    with pytest.raises(up.Error):
        session.eval("x := 2; nothing_such")
    assert session.eval("x") == 1 and session.definitions == ["x := 1"]
    with pytest.raises(up.Error):
        up.Session().eval("x")


def test_a_cell_has_values_checks_and_warnings(session):
    report = session.cell("1; 2;\ncheck 1 == 1\ncheck 1 == 2\ncheck 1 + 1 == ?\n3")
    assert report.values == [1, 2, 3] and report.shown == [1, 3]
    assert [check.holds for check in report.checks] == [True, False, None]
    assert report.checks[1].error.code == "G0701" and report.checks[2].answer == "2"
    assert not report.passed
    assert session.cell("x := 7 // 2").warnings


def test_files_run_and_are_saved(session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "used.game").write_text("two := 2", encoding="utf-8")
    (tmp_path / "main.game").write_text('use "used.game"\ntwo + 1\ncheck two == 2', encoding="utf-8")
    report = session.run(tmp_path / "main.game")
    assert report.values == [3] and report.passed and session.eval("two") == 2
    session.eval('save("a.svg", draw(Nim(2)))')
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")
    with pytest.raises(up.FileError):
        session.eval('save("no/such/folder/a.svg", draw(Nim(2)))')
    with pytest.raises(up.FileError):
        session.run("nowhere.game")


def test_limits_end_a_computation_and_keep_the_session(session):
    session.eval("kept := 1")
    with within(1), pytest.raises(up.LimitError) as caught:
        session.eval("canonical(Domineering(8, 8))", seconds=0.2)
    assert caught.value.code == "G0502" and "seconds=" in caught.value.helps[0]
    with pytest.raises(up.LimitError):
        session.eval("canonical(Domineering(6, 6))", steps=10_000)
    with pytest.raises(up.LimitError) as caught:
        session.eval("[[n] for n in 1..10000000]", memory="200M")
    assert caught.value.code == "G0503"
    assert session.eval("kept") == 1 and session.eval("canonical(Domineering(3, 3))") == up.game("±1")
    for wrong in ({"seconds": -1}, {"memory": "lots"}):
        with pytest.raises(ValueError):
            session.eval("1", **wrong)


def test_limits_hold_for_a_block(session):
    board = session.rulesets.Domineering(8, 8)
    with within(1), pytest.raises(up.LimitError), up.limits(seconds=0.3):
        with up.limits(seconds=60):
            assert session.eval("1") == 1
            board + board == session.eval("Domineering(7, 8)")
    with up.limits(steps=1000):
        with pytest.raises(up.LimitError):
            board.canonical()
        with pytest.raises(up.LimitError):
            board.canonical(steps=10**9)
    assert session.eval("1", seconds=5) == 1


def interrupted_after(seconds, computation):
    """How long it takes until a signal has stopped a computation."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(seconds, send)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        computation()
    timer.join()
    return time.monotonic() - sent[0]


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_ctrl_c_stops_a_computation_and_keeps_the_session(session):
    session.eval("kept := 1")
    times = [interrupted_after(0.4, lambda: session.eval("canonical(Domineering(8, 8))")) for _ in range(3)]
    assert min(times) < 0.1 and session.eval("kept") == 1
    many = up.Session(threads=4)
    times = [interrupted_after(0.4, lambda: many.eval("canonical(Domineering(8, 8))")) for _ in range(3)]
    assert min(times) < 0.1


def test_a_handler_of_a_signal_may_go_on(session):
    seen = []
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(1))
    try:
        threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGUSR1)).start()
        with pytest.raises(up.LimitError):
            session.eval("canonical(Domineering(8, 8))", seconds=0.6)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen == [1]


def test_a_session_is_stopped_from_another_thread(session):
    threading.Timer(0.2, session.interrupt).start()
    with within(1), pytest.raises(up.LimitError) as caught:
        session.eval("canonical(Domineering(8, 8))")
    assert caught.value.code == "G0501" and session.eval("1") == 1


def test_two_threads_compute_at_once():
    sessions = [up.Session(threads=1) for _ in range(2)]
    ended = []

    def compute(session):
        with pytest.raises(up.LimitError):
            session.eval("canonical(Domineering(8, 8))", seconds=0.5)
        ended.append(time.monotonic())

    threads = [threading.Thread(target=compute, args=(session,)) for session in sessions]
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    # The lock of the interpreter is free meanwhile.
    turns = 0
    while not ended:
        turns += 1
        time.sleep(0.01)
    for thread in threads:
        thread.join()
    assert turns > 5 and max(ended) - begun < 0.95


def test_threads_share_a_session_one_after_the_other(session):
    session.eval("f(n) := nimber(Kayles(n))")
    results = {}

    def compute(n):
        results[n] = [session.call("f", k) for k in range(n, n + 20)]

    threads = [threading.Thread(target=compute, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = [up.eval(f"nimber(Kayles({k}))") for k in range(24)]
    assert all(results[n] == alone[n : n + 20] for n in range(4))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork of Unix")
def test_a_forked_child_has_limits_too():
    code = """
import os, upstar as up
up.eval("1", seconds=1)
child = os.fork()
if child == 0:
    try:
        up.Session(threads=1).eval("canonical(Domineering(8, 8))", seconds=0.2)
    except up.LimitError:
        os._exit(7)
    os._exit(1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=20)


def test_a_call_is_quick(session):
    best = min(timed(lambda: [session.eval("1") for _ in range(200)]) for _ in range(20))
    assert best / 200 < 200e-6, best / 200


def timed(work):
    begun = time.process_time()
    work()
    return time.process_time() - begun


def test_moves_leak_nothing():
    resource = pytest.importorskip("resource")
    session = up.Session(threads=1)
    start = session.rulesets.Domineering(3, 3)

    def walk(count):
        seen = 0
        while seen < count:
            stack = [start]
            while stack and seen < count:
                position = stack.pop()
                seen += 1
                stack += position.moves("Left")
                stack += position.moves("Right")

    walk(20_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, up._upstar.allocated()
    walk(int(os.environ.get("UPSTAR_TEST_POSITIONS", "100000")))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, up._upstar.allocated()
    assert after[0] - before[0] < 8_000 and after[1] - before[1] < 1 << 20


def test_a_session_says_what_is_asked_of_the_rules_as_well():
    for mode in ("all", "some", "off"):
        session = up.Session(threads=1, validate=mode)
        assert str(session.eval("canonical(Domineering(2, 2))")) == "±1"
    with pytest.raises(ValueError, match="validate"):
        up.Session(validate="sometimes")


LESS = "game My(n: heap) { move n - k for k in 1..2 if k <= n }"
ONE = "game My(n: heap) { move n - 1 if n > 0 }"


def test_a_ruleset_is_its_rules_and_not_its_name():
    one, other, third = up.Session(), up.Session(), up.Session()
    a, b, c = one.ruleset(LESS)(3), other.ruleset(ONE)(3), third.ruleset(LESS)(3)
    assert a == c and a != b and b == 1 * up.star()
    assert (a + c).outcome == "P"
    with pytest.raises(ValueError, match="rules are not the same"):
        a + b
    assert (a + b.canonical()).canonical() == up.star()


def test_a_pickle_carries_the_rules_that_a_position_has(tmp_path):
    library = tmp_path / "lib.game"
    library.write_text("taken := 2\nleast(n) := min(n, taken)\n"
                       "game Mine(n: heap) { move n - k for k in 1..least(n) }\n")
    session = up.Session()
    session.run(library)
    for position in (session.rulesets.Mine(5), up.ruleset(LESS)(4) + up.rulesets.Nim(1)):
        value, packed = position.canonical(), pickle.dumps(position)
        session.eval("taken := 3")
        up.ruleset(ONE)
        library.write_text("")
        restored = pickle.loads(packed)
        assert restored.text == position.text and restored.canonical() == value
        assert pickle.loads(pickle.dumps(restored)) == restored
