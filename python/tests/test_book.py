"""What the pages show is true: the chapter of the book, the README of the package, and the docstrings."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import upstar as up

ROOT = Path(__file__).parents[2]
PAGES = ["docs/book/src/python.md", "python/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_pages_runs(page):
    pytest.importorskip("pandas")
    text = (ROOT / page).read_text(encoding="utf-8")
    # Fences are no output.
    text = "\n".join("" if line.startswith("```") else line for line in text.splitlines())
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert len(test.examples) > 5
    said = []
    with up._session.as_default(up.Session()):
        flags = doctest.NORMALIZE_WHITESPACE
        failed, _ = doctest.DocTestRunner(optionflags=flags).run(test, out=said.append)
    assert failed == 0, "".join(said)


@pytest.mark.parametrize("name", ["", *(module.name for module in pkgutil.iter_modules(up.__path__))])
def test_the_code_of_docstrings_runs(name):
    if name == "_upstar":
        return
    needed = {"_sweep": "pandas", "_solve": "pandas", "_tables": "pyarrow", "_frame": "pyarrow", "_lexer": "pygments", "_magic": "IPython"}
    if name in needed:
        pytest.importorskip(needed[name])
    module = importlib.import_module(f"upstar.{name}" if name else "upstar")
    flags = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    assert doctest.testmod(module, optionflags=flags).failed == 0
