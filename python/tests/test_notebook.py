"""Notebooks: cells in the language, drawings, Ctrl-C, and the examples."""

import threading
import time
from pathlib import Path

import pytest

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
        sent = time.monotonic()
        manager.interrupt_kernel()
        thread.join(60)
        assert ended["reply"]["content"]["ename"] == "KeyboardInterrupt"
        assert ended["at"] - sent < 1
        said = []
        client.execute_interactive(
            "up.eval('kept')", timeout=60, output_hook=lambda message: said.append(message["content"])
        )
        assert any(one.get("data", {}).get("text/plain") == "7" for one in said)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


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
