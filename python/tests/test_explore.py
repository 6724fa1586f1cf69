"""The explorer of notebooks: what its page asks, and what the engine answers."""

import threading
import time

import pytest
import upstar as up

pytest.importorskip("anywidget")
from upstar import _explore  # noqa: E402


class Page:
    """The page of an explorer: what it was sent, by the number of the question."""

    def __init__(self, of, monkeypatch):
        self.replies = {}
        self.arrived = threading.Condition()
        self.explorer = up.explore(of)
        monkeypatch.setattr(self.explorer, "send", self.hear)

    def hear(self, message, buffers=None):
        with self.arrived:
            self.replies[message["id"]] = message["reply"]
            self.arrived.notify_all()

    def ask(self, number, kind, text, **rest):
        self.explorer._hear(None, {"id": number, "kind": kind, "text": text, **rest}, [])

    def reply(self, number, seconds=60):
        with self.arrived:
            assert self.arrived.wait_for(lambda: number in self.replies, seconds)
            return self.replies[number]


@pytest.fixture
def page(monkeypatch, tmp_path):
    # The module of the page is built elsewhere; here it is only read.
    if not _explore.MODULE.is_file():
        built = tmp_path / "explorer.js"
        built.write_text("export default {}")
        monkeypatch.setattr(_explore, "MODULE", built)
    pages = []

    def show(of):
        pages.append(Page(of, monkeypatch))
        return pages[-1]

    yield show
    for one in pages:
        one.explorer.close()


def test_questions_of_the_page_are_answered_one_after_the_other(page):
    shown = page(up.game("{0,*|*}"))
    assert shown.explorer.text == "<0,*|*>"
    shown.ask(1, "position", "<0,*|*>")
    shown.ask(2, "fact", "<0,*|*>", name="canonical", seconds=10)
    shown.ask(3, "compare", "<0,*|*>", seconds=10)
    shown.ask(4, "fact", "<3|1>", name="thermograph")
    shown.ask(5, "position", "Nimm(3)")
    left = [move["to"] for move in shown.reply(1)["found"]["left"]["moves"]]
    assert left == ["0", "*"]
    assert shown.reply(2)["found"]["text"] == "↑"
    fates = [row["is"] for row in shown.reply(3)["found"]["left"]]
    assert fates == ["canonical", "reversible"]
    assert shown.reply(4)["found"]["walls"]["left"][0] == ["0", "3"]
    assert shown.reply(5)["error"]["code"] == "G0201"


def test_a_stop_ends_what_is_computed_and_leaves_what_waits(page):
    shown = page("Domineering(9, 9)")
    for number in (1, 2):
        shown.ask(number, "fact", "Domineering(9, 9)", name="canonical")
    time.sleep(0.5)
    begun = time.monotonic()
    shown.explorer._hear(None, {"kind": "stop"}, [])
    assert shown.reply(1, 5)["error"]["code"] == "G0501"
    assert shown.reply(2, 5) is None
    assert time.monotonic() - begun < 2
    shown.ask(3, "fact", "Domineering(2, 2)", name="canonical")
    assert shown.reply(3)["found"]["text"] == "±1"


def test_limits_are_those_of_the_question(page):
    shown = page("Domineering(9, 9)")
    shown.ask(1, "fact", "Domineering(9, 9)", name="canonical", seconds=0.2)
    assert shown.reply(1)["error"]["code"] == "G0502"


def test_rules_of_a_session_are_known_and_the_position_comes_back(page):
    session = up.Session()
    Own = session.ruleset('game Own(s: strip of ".xo") { left "." -> "x" ; right "." -> "o" }')
    shown = page(Own("..."))
    shown.ask(1, "position", 'Own("...")')
    assert len(shown.reply(1)["found"]["left"]["moves"]) == 3
    shown.explorer.text = 'Own("x..")'
    assert shown.explorer.position == Own("x..") and shown.explorer.position.text == 'Own("x..")'


def test_what_means_nothing_or_was_not_built_is_an_error_at_once(page, monkeypatch, tmp_path):
    page("Nim(1)")
    with pytest.raises(up.ResolveError):
        up.explore("Nimm(3)")
    monkeypatch.setattr(_explore, "MODULE", tmp_path / "missing.js")
    with pytest.raises(RuntimeError, match="npm run widget"):
        up.explore("Nim(1)")


def test_a_kernel_answers_while_the_widget_is_shown():
    jupyter_client = pytest.importorskip("jupyter_client")
    pytest.importorskip("ipykernel")
    if not _explore.MODULE.is_file():
        pytest.skip("the module of the page is not built: npm run widget")
    manager = jupyter_client.KernelManager(kernel_name="python3")
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        shown = {}

        def see(message):
            if message["msg_type"] == "display_data":
                shown.update(message["content"]["data"])

        client.execute_interactive("import upstar as up\ndisplay(up.explore('Nim(1, 2)'))", timeout=60, output_hook=see)
        model = shown["application/vnd.jupyter.widget-view+json"]["model_id"]
        question = {"id": 7, "kind": "fact", "text": "Nim(1, 2)", "name": "canonical"}
        content = {"comm_id": model, "data": {"method": "custom", "content": question}}
        client.shell_channel.send(client.session.msg("comm_msg", content))
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            message = client.get_iopub_msg(timeout=60)
            data = message["content"].get("data", {})
            if message["msg_type"] == "comm_msg" and data.get("method") == "custom":
                break
        assert data["content"]["id"] == 7 and data["content"]["reply"]["found"]["text"] == "*3"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
