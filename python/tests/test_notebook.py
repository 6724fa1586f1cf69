"""Notebooks: cells in the language, drawings, Ctrl-C, and the examples."""

import os
import threading
import time
from pathlib import Path

import pytest

import upstar as up

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def run(*cells):
    """A notebook of these cells, with its outputs."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return [cell.outputs for cell in notebook.cells]


def test_values_are_drawn_and_cells_are_in_the_language():
    begin, graph, cell, after, wrong = run(
        "import upstar as up\n%load_ext upstar",
        "up.game('<3|1>').thermograph",
        "%%upstar\nx := <0|*>\nx; 1 + 1\ncheck x == 0\nClobber(\"xo\")",
        "%upstar x + 1",
        "%%upstar\n1 + canonicl(2)",
    )
    assert begin == [] and graph[0].data["image/svg+xml"].startswith("<svg")
    # JupyterLab shows LaTeX rather than a drawing.
    assert "text/latex" not in graph[0].data and "$" in cell[0].data["text/latex"]
    shown = [output.data["text/plain"] for output in cell if output.output_type == "display_data"]
    assert shown == ["↑", "2", 'Clobber("xo")']
    assert "does not hold" in "".join(output.get("text", "") for output in cell)
    assert after[0].data["text/plain"] == "1↑"
    assert "did you mean `canonical`?" in wrong[0].text


def test_positions_are_drawn_in_lists_too():
    _, board, text, own, picture = run(
        "import upstar as up\n%load_ext upstar",
        "%%upstar\n[Clobber(2, 2), Kayles(3)]",
        "[up.star(), up.rulesets.Nim(3)]",
        "up.ruleset(moves=range, name='Nim', draw=lambda n: '<' * n)(2)",
        "up.ruleset(moves=range, name='Nim', draw=lambda n: '<svg></svg>')(2)",
    )
    assert board[0].data["text/html"].count("<svg") == 2 and board[0].data["text/plain"] == '[Clobber("xo|ox"), Kayles(3)]'
    assert "text/html" not in text[0].data
    assert own[0].data["text/html"] == "<pre>&lt;&lt;</pre>" and picture[0].data["image/svg+xml"] == "<svg></svg>"


def test_ctrl_c_stops_a_cell_and_keeps_what_is_defined():
    from jupyter_client import KernelManager

    manager = KernelManager(kernel_name="python3")
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        client.execute_interactive("import upstar as up; up.eval('kept := 7')", timeout=60)
        ended = {}

        def compute():
            code = "up.eval('canonical(Domineering(8, 8))')"
            reply = client.execute_interactive(code, timeout=60, output_hook=lambda _: None)
            ended["reply"], ended["at"] = reply, time.monotonic()

        thread = threading.Thread(target=compute)
        thread.start()
        time.sleep(1)
        manager.interrupt_kernel()
        thread.join(60)
        # Undisturbed it would take hours.
        assert ended["reply"]["content"]["ename"] == "KeyboardInterrupt"
        said = []
        client.execute_interactive(
            "up.eval('kept')", timeout=60, output_hook=lambda message: said.append(message["content"])
        )
        assert any(one.get("data", {}).get("text/plain") == "7" for one in said)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_an_error_shows_its_diagnostic_and_the_lines_that_led_there():
    plain, nested = run_to_errors(
        "import upstar as up\nup.eval('1 + canonicl(2)')",
        "def asked(n):\n    return up.game('{0|') + n\n\nasked(\n    3)",
    )
    text = "\n".join(plain.traceback)
    assert plain.ename == "ResolveError" and len(text.splitlines()) <= 10, text
    assert text.startswith("line 2 of the cell: up.eval") and "did you mean `canonical`?" in text
    text = "\n".join(nested.traceback)
    assert "line 4 of the cell: asked(" in text and "line 2 of asked in the cell: return up.game" in text
    assert len(text.splitlines()) <= 14, text


def run_to_errors(*cells):
    """The errors of cells each of which has one."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", allow_errors=True).execute()
    return [next(one for one in cell.outputs if one.output_type == "error") for cell in notebook.cells]


def test_a_long_computation_says_how_far_it_is(monkeypatch):
    from upstar import _progress

    said = []

    class Shown:
        def update(self, data, raw):
            said.append(data["text/plain"])

    def display(data, raw, display_id):
        said.append(data["text/plain"])
        return Shown()

    class Events:
        def register(self, name, function):
            assert name in ("pre_run_cell", "post_run_cell")

    monkeypatch.setattr(_progress, "display", display)
    monkeypatch.setattr(_progress, "AFTER", 0.0)
    monkeypatch.setattr(_progress, "OFTEN", 0.001)
    progress = _progress.Progress(type("Shell", (), {"events": Events()})())
    progress.begin()
    # It ends as soon as something was said.
    while not said:
        with pytest.raises(up.LimitError):
            up.eval("canonical(Domineering(8, 8))", steps=100_000)
    progress.end()
    assert "steps" in said[0] and "interrupt the kernel" in said[0] and said[-1] == ""
    progress.begin()
    progress.end()
    assert said[-1] == ""
    # A cell that runs another one.
    progress.begin()
    watched = progress._thread
    progress.begin()
    assert not watched.is_alive()
    progress.end()


def test_files_beside_the_package_are_lines_of_the_caller():
    package = os.path.dirname(up.__file__)
    shown = []
    for file in (f"{package}_lab.py", f"{package}/_session.py"):
        with pytest.raises(up.ParseError) as raised:
            exec(compile("up.eval('1 +')", file, "exec"), {"up": up})
        shown.append("".join(raised.value._render_traceback_()))
    assert "upstar_lab.py" in shown[0] and "_session.py" not in shown[0] + shown[1]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_show_what_comes(path):
    notebook = nbformat.read(path, as_version=4)
    kept = shown(notebook)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert shown(notebook) == kept and len(kept) > 3


def shown(notebook):
    """The values that a notebook shows, as text."""
    cells = (cell for cell in notebook.cells if cell.cell_type == "code")
    outputs = (output for cell in cells for output in cell.outputs)
    return [output.data["text/plain"] for output in outputs if "data" in output]


def test_the_lexer_colours_the_language():
    pygments = pytest.importorskip("pygments")
    from pygments.formatters import NullFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Comment, Error, Keyword, Literal, Name, Number, String

    lexer = get_lexer_by_name("upstar")
    text = 'check f(^2, "↑") == 3 // ↑\n§'
    found = {token: kind for kind, token in lexer.get_tokens(text)}
    wanted = {"check": Keyword, "f": Name, '"↑"': String, "3": Number, "// ↑": Comment, "§": Error}
    assert {token: found.get(token) for token in wanted} == wanted
    assert Literal in found.values()
    assert pygments.highlight(text, lexer, NullFormatter()) == text + "\n"
