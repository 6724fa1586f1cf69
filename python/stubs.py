"""Writes ``upstar/_names.pyi``: the types of the names of the language, from the tables of its builtins and its library.

Run it with the package installed: ``python python/stubs.py``. A test compares the file that is kept.
"""

from __future__ import annotations

import builtins
import keyword
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
# The installed package, which has its native part.
sys.path[:] = [path for path in sys.path if Path(path).resolve() != FOLDER]

from upstar import _upstar, _values, default  # noqa: E402
from upstar._names import safe  # noqa: E402

#: The file that is written.
FILE = FOLDER / "upstar" / "_names.pyi"

#: What a parameter takes, in the words of its messages; everything else takes any value.
TAKEN = {
    "a game": "GameLike",
    "a number": "NumberLike",
    "a number, or `on`": "GameLike",
    "a count": "IntegerLike",
    "an integer": "IntegerLike",
    "a player, `Left` or `Right`": "Player",
    "a text": "str",
    "a side of the board, as a text": "str",
    "a position": "Position",
    "a ruleset": "Ruleset",
    "a ruleset of heaps": "Ruleset",
    "a ruleset of coins": "Ruleset",
    "a map": "Mapping[Any, Any]",
    "a collection": "CollectionLike",
    "a collection of integers": "CollectionLike",
    "a collection of positive integers": "CollectionLike",
    "a collection of truth values": "CollectionLike",
    "a code of taking and breaking, as a text": "str",
}

#: What a function gives, in words; everything else may be any value.
GIVEN = {
    "a truth value": "bool",
    "an integer": "int",
    "a number": "int | Fraction",
    "a game": "GameLike",
    "a list of games": "builtins.list[GameLike]",
    "a list of positions": "builtins.list[Position]",
    "a list of integers": "builtins.list[int]",
    "a list of texts": "builtins.list[str]",
    "a pair of games": "builtins.tuple[GameLike, GameLike]",
    "an outcome": "Outcome",
    "a player, `Left` or `Right`": "Player",
    "a text": "str",
    "a graph": "Value",
    "an enumeration": "Enumeration",
    "a thermograph": "Value",
    "a picture": "Value",
}

LIMITS = "seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ..."

HEAD = '''"""The names of the language with their types. Written by ``python/stubs.py``."""

import builtins
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from ._values import Collection, Enumeration, Game, Outcome, Player, Position, Ruleset, Value

GameLike: TypeAlias = Game | int | Fraction
NumberLike: TypeAlias = Game | int | Fraction
IntegerLike: TypeAlias = Game | int
CollectionLike: TypeAlias = (
    builtins.list[Any]
    | builtins.tuple[Any, ...]
    | builtins.set[Any]
    | builtins.frozenset[Any]
    | builtins.range
    | Mapping[Any, Any]
    | Collection
    | Enumeration
    | Iterator[Any]
)

RULESETS: builtins.frozenset[str]
FUNCTIONS: builtins.frozenset[str]
CONSTANTS: builtins.frozenset[str]


def safe(name: str) -> str: ...
def signature(name: str, *, of_value: bool = ...) -> Any: ...


class Rules(Ruleset):
    """A ruleset that is no family: called, it gives a position."""

    def __call__(self, *values: Any, **limits: Any) -> Position: ...
'''


def parameters(params: list, own: str | None) -> str:
    """The parameters of a function; of a method behind the first one."""
    parts: list[str] = [] if own is None else ["self"]
    for number, (name, expected, optional, every) in enumerate(params):
        if own == "method" and number == 0:
            continue
        taken = TAKEN.get(expected, "Any")
        if every:
            parts.append(f"*{safe(name)}: {taken}")
            continue
        name = safe(name)
        if any(part.startswith(f"{name}:") for part in parts):
            name += str(number + 1)
        parts.append(f"{name}: {taken}" + (" = ..." if optional else ""))
    plain = sum(not part.startswith("*") for part in parts)
    if plain:
        parts.insert(plain, "/")
    star = [] if any(part.startswith("*") for part in parts) else ["*"]
    return ", ".join([*parts, *star, "games: bool = ...", LIMITS])


def is_typed(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)


def stubs() -> str:
    rows = _upstar.builtins_with_types()
    functions = [row for row in rows if row[1] is not None and is_typed(row[0])]
    constants = [row[0] for row in rows if row[1] is None and is_typed(row[0])]
    kinds = dict(_upstar.names())
    listed = {row[0] for row in rows}
    signatures = {name: signature for name, _, signature, _ in default()._engine.entries()}
    families = {name for name, signature in signatures.items() if ")(" in signature}
    of_library = [name for name in sorted(kinds) if name not in listed and is_typed(name)]
    others = [name for name in of_library if name[0].islower()]
    out = [HEAD]
    exported = [row[0] for row in functions if not hasattr(builtins, row[0])] + constants + others
    out.append("__all__ = [\n" + "".join(f"    {name!r},\n" for name in sorted(exported)) + "]\n")
    for name, params, result, summary in functions:
        out.append(written(name, parameters(params, None), result, summary, ""))
    out += [f"{name}: Any\n" for name in constants]
    out += [f"def {name}(*values: Any, games: bool = ..., {LIMITS}) -> Any: ...\n" for name in others]

    out.append("\nclass Methods:\n    @property\n    def kind(self) -> str: ...\n")
    classes = (_values.Value, _values.Game, _values.Position)
    own = {name for one in classes for name in vars(one)}
    for name, params, result, summary in functions:
        if params and name not in own:
            out.append(written(name, parameters(params, "method"), result, summary, "    "))

    out.append("\nclass Functions:\n")
    for name, params, result, summary in functions:
        out.append(written(name, parameters(params, "session"), result, summary, "    "))
    out += [f"    {name}: Any\n" for name in constants]
    for name in others:
        out.append(f"    def {name}(self, *values: Any, games: bool = ..., {LIMITS}) -> Any: ...\n")

    out.append("\nclass Library:\n")
    for name in of_library:
        if kinds[name] == "ruleset":
            kind = "Ruleset" if name in families else "Rules"
            out.append(f"    @property\n    def {name}(self) -> {kind}: ...\n")
    # Those that a session declares.
    out.append("    def __getattr__(self, name: str) -> Ruleset: ...\n")
    return "".join(out)


def written(name: str, params: str, result: str, summary: str, indent: str) -> str:
    given = GIVEN.get(result, "Any")
    doc = summary.replace("\\", "\\\\").replace('"', "'")
    return f'{indent}def {name}({params}) -> {given}:\n{indent}    """{doc}"""\n'


if __name__ == "__main__":
    FILE.write_text(stubs(), encoding="utf-8")
