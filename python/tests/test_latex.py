"""The LaTeX of values, as MathJax and KaTeX render it: in notebooks, on pages, and in editors."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import upstar as up

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "web" / "test" / "latex.mjs"


def rendered(texts):
    """What MathJax and KaTeX refuse."""
    if shutil.which("node") is None or not (ROOT / "web" / "node_modules" / "katex").exists():
        pytest.skip("this needs node and `npm ci` in web/")
    asked = json.dumps(sorted(texts))
    done = subprocess.run(["node", SCRIPT], input=asked, capture_output=True, encoding="utf-8", check=True)
    return json.loads(done.stdout)


def latex_of(value):
    """The LaTeX that a notebook has of a value, and that of its parts."""
    found = set()
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, (list, tuple, set, frozenset)):
        found.update(*map(latex_of, value))
    elif isinstance(value, up.Value):
        shown = value._repr_mimebundle_().get("text/latex")
        found.update([shown[1:-1]] if shown else [])
        # Of tables and pictures it is for documents.
        found.update([value.latex] if isinstance(value, up.Game) else [])
    return found


def asked():
    """The questions of the pages of all names, and of the book."""
    session = up.Session(threads=1)
    for name, _, _, _ in session._engine.entries():
        page = session._engine.page(name)
        yield from ([question] for question, _ in (page[3] if page else ()))
    for page in sorted((ROOT / "docs" / "book" / "src").rglob("*.md")):
        for block in re.findall(r"```game\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            yield block.splitlines()


def answers(session, text, texts):
    """Whether a text has values, whose LaTeX is added."""
    try:
        report = session.cell(text, steps=50_000)
    except up.Error:
        return False
    texts.update(*map(latex_of, report.values))
    return True


def test_what_notebooks_show_is_mathematics_that_they_know():
    texts = set()
    for block in asked():
        session = up.Session(threads=1)
        lines = [line.partition("//")[0] for line in block]
        if not answers(session, "\n".join(lines), texts):
            for line in lines:
                answers(session, line, texts)
    assert len(texts) > 300
    assert rendered(texts) == []


def test_what_is_refused_is_told():
    assert [name for name, _, _ in rendered([r"\textbarr x"])] == ["MathJax", "KaTeX"]
    assert rendered([r"\pm\{1\mid 0\}"]) == []
