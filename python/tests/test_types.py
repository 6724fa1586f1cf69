"""Types of the package, as mypy and Pyright see them."""

import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import upstar as up

HERE = Path(__file__).parent.parent

RIGHT = '''
from fractions import Fraction

import upstar as up

g = up.game("{0|*}") + up.star(2)
days: int = up.birthday(g)
n: int = up.nimber(up.rulesets.Kayles(3))
t: int | Fraction = up.temperature(g)
p = up.rulesets.Domineering(2, 3)
for q in up.moves(p, up.Left):
    print(q.outcome, q.value(), q.birthday())
left: list[up.Position] = p.moves("Left")
print(g.is_number(), up.canonical(g, seconds=3), up.omega, up.octal("0.77"), g.stops(), left[0] + g)
session = up.Session()
winner: up.Outcome = up.solve(p, workers=2)
tables: up.Tables = up.tables("answers")
print(session.solve("Nim(3)", "nimber"), up.Session(tables=tables), len(tables), tables.rulesets)
print(session.nimber(3), session.rulesets.Nim(3, 4), session.rulesets.Mine, session.sweep("{n}", n=[1, 2]))
'''

#: A mistake in each line.
WRONG = '''
up.temprature(g)
g.birthdya()
up.sweep(3)
text: str = up.nimber(g)
up.nim_product("x", 2)
up.is_number(g, 1)
up.game()
up.rulesets.Nim(3).mooves()
'''


def mypy(file):
    pytest.importorskip("mypy", reason="mypy is not installed: pip install mypy")
    return ["mypy", "--strict", "--cache-dir", str(file.parent / "cache"), str(file)]


def pyright(file):
    # The second one comes whole from the index of packages; the first one needs npm.
    name = next((name for name in ("pyright", "basedpyright") if importlib.util.find_spec(name)), None)
    if name is None:
        pytest.skip("Pyright is not installed: pip install basedpyright")
    return [name, "--pythonpath", sys.executable, "--level", "error", str(file)]


TOOLS = pytest.mark.parametrize("tool", [mypy, pyright], ids=["mypy", "pyright"])


def checked(tool, text, tmp_path):
    """The lines in which a tool finds mistakes, and all that it says."""
    file = tmp_path / "checked.py"
    file.write_text(text, encoding="utf-8")
    found = subprocess.run([sys.executable, "-m", *tool(file)], cwd=tmp_path, capture_output=True, encoding="utf-8")
    said = re.findall(r"checked\.py:(\d+)(?::\d+ -|:) error: ", found.stdout)
    return set(map(int, said)), found


@TOOLS
def test_programs_without_mistakes_have_types(tool, tmp_path):
    lines, found = checked(tool, RIGHT, tmp_path)
    assert not lines and found.returncode == 0, found.stdout + found.stderr


@TOOLS
def test_each_mistake_is_found(tool, tmp_path):
    begin = "import upstar as up\n\ng = up.game(3)\n"
    lines, found = checked(tool, begin + WRONG, tmp_path)
    first = begin.count("\n") + 2
    assert lines == set(range(first, first + len(WRONG.split("\n")) - 2)), found.stdout + found.stderr


def test_the_types_of_names_are_written_from_the_tables():
    spec = importlib.util.spec_from_file_location("stubs", HERE / "stubs.py")
    stubs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(stubs)
    kept = (HERE / "upstar" / "_names.pyi").read_text(encoding="utf-8")
    assert kept == stubs.stubs(), "run python/stubs.py"


def test_names_are_completed():
    g, session = up.game("^"), up.Session()
    assert {"birthday", "outcome", "left", "explain"} <= set(dir(g))
    assert {"moves", "nimber", "draw"} <= set(dir(up.rulesets.Nim(3)))
    assert {"nimber", "omega", "octal"} <= set(dir(session)) and {"Clobber", "Nim"} <= set(dir(up.rulesets))
    assert "nimber(G)" in up.nimber.__doc__


def test_help_shows_the_parameters_of_the_language():
    g = up.game("^")
    assert str(inspect.signature(up.temperature)).startswith("(G, komaster=..., /, *, games=False, seconds=None")
    assert str(inspect.signature(g.stops)).startswith("(*, games")
    assert "The Left stop" in inspect.getdoc(g.stops) and "Source:" in inspect.getdoc(g.atomic_weight)
    assert list(inspect.signature(up.nim_sum).parameters)[:2] == ["m", "values"]
    with pytest.raises(AttributeError, match="no attribute"):
        g.birthdya
