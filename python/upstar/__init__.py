"""Upstar: combinatorial game theory in Python.

Games are written as in books, rulesets as their rules are spoken, and answers are exact:

>>> import upstar as up
>>> g = up.game("{0,*|0}") + up.star(2)
>>> g.canonical(), g.outcome
(↑*3, L)
>>> up.rulesets.Clobber(3, 4).outcome
P
>>> up.eval("nimber(Kayles(100))")
1

The functions and constants of the language are functions and constants of the module:

>>> up.birthday(g), up.stops(up.game("<3|1>")), up.omega
(3, (3, 1), ω)
"""

from __future__ import annotations

import os as _os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, overload

from ._errors import (
    CheckError,
    Error,
    EvalError,
    FileError,
    LimitError,
    ParseError,
    ResolveError,
    Span,
)
from ._functions import FunctionPosition, FunctionRuleset, Options
from ._names import CONSTANTS as _CONSTANTS, FUNCTIONS as _FUNCTIONS
from ._session import (
    Check,
    Report,
    Rulesets,
    Session,
    default,
    function as _function,
    limits,
)
from ._solve import solve
from ._sweep import NoWorkers, sweep
from ._tables import Tables, tables
from ._upstar import __version__
from ._values import (
    Collection,
    Enumeration,
    Function,
    Game,
    Left,
    Map,
    Number,
    Outcome,
    Player,
    Position,
    Right,
    Ruleset,
    Value,
)

__all__ = [
    "Check",
    "CheckError",
    "Collection",
    "Enumeration",
    "Error",
    "EvalError",
    "FileError",
    "Function",
    "FunctionPosition",
    "FunctionRuleset",
    "Game",
    "Left",
    "LimitError",
    "Map",
    "NoWorkers",
    "Number",
    "Outcome",
    "ParseError",
    "Player",
    "Position",
    "Report",
    "ResolveError",
    "Right",
    "Ruleset",
    "Rulesets",
    "Session",
    "Span",
    "Tables",
    "Value",
    "certify",
    "default",
    "eval",
    "explore",
    "game",
    "limits",
    "ruleset",
    "rulesets",
    "run",
    "solve",
    "star",
    "sweep",
    "tables",
]


def eval(  # noqa: A001
    text: str,
    *,
    seconds: float | None = None,
    memory: int | str | None = None,
    steps: int | None = None,
) -> Any:
    """The last value of a text, in the default session: see :meth:`Session.eval`.

    >>> import upstar as up
    >>> up.eval("canonical(Domineering(2, 2))")
    ±1
    """
    return default().eval(text, seconds=seconds, memory=memory, steps=steps)


def explore(of: Any) -> Any:
    """The explorer of a position or game, as a widget of a notebook.

    It shows the position, where each player can move, and what each move is worth; a click on a move goes there.
    ``text`` and ``position`` of what is returned are the position that it shows now. It computes in a session of its
    own, which knows what the session of the position has defined so far.

    This needs ``anywidget``, which comes with ``pip install 'upstar[explore]'``.
    """
    from ._explore import Explorer

    return Explorer(of)


def run(path: str | _os.PathLike[str], **limits: Any) -> Report:
    """Runs a file in the default session: its values and checks."""
    return default().run(path, **limits)


def game(of: Any, right: Iterable[Any] | None = None, **limits: Any) -> Game:
    """The game that a text means, a number, or the game with these options of Left and of Right.

    >>> import upstar as up
    >>> up.game("{0|*}"), up.game(3), up.game([0], [up.star()])
    (↑, 3, ↑)
    """
    return default().game(of, right, **limits)


def certify(question: str, **limits: Any) -> str:
    """The certificate of the answer to a question: see :meth:`Session.certify`."""
    return default().certify(question, **limits)


def star(n: int = 1) -> Game:
    """The nimber ``*n``.

    >>> import upstar as up
    >>> up.star() + up.star()
    0
    """
    return default().star(n)


@overload
def ruleset(text: str) -> Ruleset: ...
@overload
def ruleset(
    *,
    left: Options | None = None,
    right: Options | None = None,
    moves: Options | None = None,
    name: str | None = None,
    draw: Callable[[Any], str] | None = None,
) -> FunctionRuleset: ...
def ruleset(text=None, **functions):
    """Declares a ruleset in the default session, or makes one of functions of Python: see :meth:`Session.ruleset`.

    >>> import upstar as up
    >>> Mine = up.ruleset('game Mine(b: grid of ".#") { left ".|." -> "#|#" ; right ".." -> "##" }')
    >>> Mine("...|...").value()
    <2|-1/2>
    >>> nim = up.ruleset(moves=lambda n: range(n), name="nim")
    >>> nim(3).value(), (nim(3) + nim(5)).outcome
    (*3, N)
    """
    return default().ruleset(text, **functions)


if TYPE_CHECKING:
    from . import _names
    from ._names import *  # noqa: F403

    __all__ += _names.__all__

    #: The rulesets of the library and of the default session, by name.
    rulesets: Rulesets
else:

    def __getattr__(name: str) -> Any:
        if name == "rulesets":
            return default().rulesets
        if name in _CONSTANTS:
            return getattr(default(), name)
        if name in _FUNCTIONS:
            # Once, so that other processes find it under its name.
            return globals().setdefault(name, _function(name, default))
        raise AttributeError(f"module 'upstar' has no attribute {name!r}", name=name)


def __dir__() -> list[str]:
    return sorted({*globals(), "rulesets", *_FUNCTIONS, *_CONSTANTS})


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext upstar``: cells in the language, which begin with ``%%upstar``."""
    from ._magic import load

    load(shell)
