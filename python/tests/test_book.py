"""What the pages show is true: the chapter of the book, and the README of the package."""

import doctest
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
