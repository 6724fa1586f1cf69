"""Sessions: what was defined, and computations in it."""

from __future__ import annotations

import contextlib
import operator
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from . import _upstar
from ._errors import CheckError, Error, ResolveError
from ._functions import ASKED, FunctionPosition, FunctionRuleset, Options, as_arguments
from ._names import CONSTANTS, FUNCTIONS, Functions, Library, signature
from ._values import Game, Ruleset, Value, _call, page, size

if TYPE_CHECKING:
    from ._tables import Tables


class Check(NamedTuple):
    """A check of a program, and how it came out."""

    #: What was claimed, as typed.
    claim: str
    #: Whether it holds; ``None`` for a blank.
    holds: bool | None
    #: What a blank was to be filled with.
    answer: str | None
    #: Why it does not hold.
    error: Error | None


class Report(NamedTuple):
    """What came of a program."""

    #: The values of its expressions, in order.
    values: list[Any]
    #: Its checks, in order.
    checks: list[Check]
    #: What ran, but perhaps not as it was meant.
    warnings: list[Error]
    #: Those of the values that a ``;`` does not silence.
    shown: list[Any]

    @property
    def passed(self) -> bool:
        """Whether no check fails."""
        return all(check.holds is not False for check in self.checks)


def _report(parts: tuple) -> Report:
    answers, checks, warnings = parts
    shown = [value for value, silent in answers if not silent]
    return Report([value for value, _ in answers], [Check(*one) for one in checks], warnings, shown)


class Session(Functions):
    """A session: what one defines, another does not know.

    Threads may share a session, but only one of them computes in it at a time. Threads with sessions of their
    own compute at once.

    >>> import upstar as up
    >>> session = up.Session()
    >>> session.eval("x := 3; x + 1")
    4
    >>> session.eval("_ * 2")
    8

    ``memory`` is what all sessions of this process may hold together, and ``threads`` how many threads the
    session uses where several can help: all cores when it is left out. Answers are the same for every number.
    ``validate`` says which answers of fast methods are asked of the rules as well: ``"all"``, ``"some"`` (the first
    ones about a ruleset, then ever fewer) or ``"off"``. Where they differ there is a warning. ``tables`` is a folder or
    address in which answers are kept for other sessions and processes: see :func:`upstar.tables`.
    """

    def __init__(
        self,
        *,
        memory: int | str = "4G",
        threads: int | None = None,
        validate: str = "some",
        tables: str | os.PathLike[str] | Tables | None = None,
    ) -> None:
        self._engine = _upstar.Engine(size(memory), threads or os.cpu_count() or 1, validate)
        self._tables = None
        if tables is not None:
            from ._tables import tables as opened

            self._tables = opened(tables)
            self._engine.keep_in(self._tables._answers)

    def eval(
        self,
        text: str,
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        steps: int | None = None,
    ) -> Any:
        """The last value of a text. What fails leaves no trace; a check that does not hold is an error.

        Numbers are ``int`` and ``Fraction``; truth values, texts, lists, tuples and maps are themselves.

        >>> import upstar as up
        >>> up.eval("nimber(Kayles(100))"), up.eval("[1/2, <0|*>]")
        (1, [Fraction(1, 2), ↑])
        """
        report = self.cell(text, seconds=seconds, memory=memory, steps=steps)
        for check in report.checks:
            if check.error is not None:
                raise check.error
        return report.values[-1] if report.values else None

    def cell(
        self,
        text: str,
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        steps: int | None = None,
    ) -> Report:
        """Everything that comes of a text: values, checks, warnings."""
        return _report(self._engine.eval(text, seconds, size(memory), steps))

    def run(
        self,
        path: str | os.PathLike[str],
        *,
        seconds: float | None = None,
        memory: int | str | None = None,
        steps: int | None = None,
    ) -> Report:
        """Runs a file up to its first error: its values and checks."""
        return _report(self._engine.run_file(os.fspath(path), seconds, size(memory), steps))

    def game(self, of: Any, right: Iterable[Any] | None = None, **limits: Any) -> Game:
        """The game that a text means, a number, or the game with these options of Left and of Right.

        >>> import upstar as up
        >>> from fractions import Fraction
        >>> up.game("{0|*}"), up.game(3), up.game(Fraction(1, 2)), up.game([0], [up.star()])
        (↑, 3, 1/2, ↑)
        """
        if right is not None:
            sides = (",".join(self._source(option) for option in side) for side in (of, right))
            value = self._read("<" + "|".join(sides) + ">", True, **limits)
        elif isinstance(of, str):
            value = self._read(of, True, **limits)
        else:
            value = self._engine.convert(of, True)
        if not isinstance(value, Game):
            raise TypeError(f"{of!r} is no game")
        return value

    def _source(self, option: Any) -> str:
        game = self.game(option)
        return f"({self._engine.convert(game, True)._source()})"

    def star(self, n: int = 1) -> Game:
        """The nimber ``*n``.

        >>> import upstar as up
        >>> up.star(2) + up.star(3)
        *
        """
        return self._read(f"*({operator.index(n)})", True)

    def certify(self, question: str, **limits: Any) -> str:
        """The certificate of the answer to a question: facts that ``python -m upstar.verify FILE`` checks.

        >>> import upstar as up
        >>> print(up.certify("nimber(Nim(1))").replace("\\t", " ").partition("question")[2])
         nimber(Nim(1))
        claim 1
        nimber Nim(0) 0
        nimber Nim(1) 1 Nim(0)
        end 2
        <BLANKLINE>
        """
        return self._read(f"certify({question})", **limits)

    @overload
    def ruleset(self, text: str) -> Ruleset: ...
    @overload
    def ruleset(
        self,
        *,
        left: Options | None = None,
        right: Options | None = None,
        moves: Options | None = None,
        name: str | None = None,
        draw: Callable[[Any], str] | None = None,
    ) -> FunctionRuleset: ...
    def ruleset(self, text=None, *, left=None, right=None, moves=None, name=None, draw=None):
        """Declares a ruleset by a text, and gives the last one that the text declares; or makes one of functions.

        >>> import upstar as up
        >>> Less = up.ruleset("game Less(n: heap) { move n - k for k in 1..2 if k <= n }")
        >>> Less(4).moves(), up.nimber(Less(4))
        ([Less(3), Less(2)], 1)

        ``left`` and ``right`` list what the players can move to, ``moves`` what both can.

        >>> less = up.ruleset(moves=lambda n: [n - k for k in (1, 2) if k <= n], name="less")
        >>> less(4).moves(), less(4).nimber
        ([less(3), less(2)], 1)
        """
        if text is None:
            left, right = left or moves, right or moves
            if left is None or right is None:
                raise TypeError("expected a text, the functions left and right, or the function moves")
            return FunctionRuleset(self._engine, left, right, name, draw)
        if callable(text):
            raise TypeError("functions are given by name: ruleset(moves=f), or ruleset(left=f, right=g)")
        names = _upstar.declared(text)
        self._engine.read(text)
        value = self._engine.read(names[-1], True) if names else None
        if not isinstance(value, Ruleset):
            raise ValueError("expected a ruleset, such as 'game Mine(n: heap) { move n - 1 if n > 0 }'")
        return value

    @property
    def rulesets(self) -> Rulesets:
        """The rulesets of the library and of this session, by name.

        >>> import upstar as up
        >>> up.rulesets.Clobber(3, 4).outcome
        P
        """
        return Rulesets(self)

    def call(self, name: str, *args: Any, games: bool = False, **limits: Any) -> Any:
        """Calls a function of the language or of this session. With ``games``, numbers stay games."""
        return _call(self._engine, name, args, games, **limits)

    @property
    def definitions(self) -> list[str]:
        """The inputs that have bound something, in order."""
        return self._engine.definitions

    def interrupt(self) -> None:
        """Stops the computation of another thread in this session, if there is one."""
        self._engine.interrupt()

    def sweep(self, template: Any, table: Any = None, **parameters: Any) -> Any:
        """As :func:`upstar.sweep`, with what this session defines."""
        from ._sweep import sweep

        return sweep(template, table, session=self, **parameters)

    def solve(self, question: Any, ask: str = "outcome", **settings: Any) -> Any:
        """As :func:`upstar.solve`, with what this session defines."""
        from ._solve import solve

        return solve(question, ask, session=self, **settings)

    def _read(self, text: str, games: bool = False, **limits: Any) -> Any:
        seconds, memory, steps = (limits.pop(name, None) for name in ("seconds", "memory", "steps"))
        if limits:
            raise TypeError(f"unexpected argument {next(iter(limits))!r}")
        return self._engine.read(text, games, seconds, size(memory), steps)


class Rulesets(Library):
    """The rulesets of the library and of a session, by name."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _ruleset(self, name: str) -> Ruleset:
        try:
            value = self._session._engine.read(name, True)
        except ResolveError as error:
            raise AttributeError(f"there is no ruleset {name}: {error.message}") from None
        if not isinstance(value, Ruleset):
            raise AttributeError(f"{name} is no ruleset")
        return value

    def __dir__(self) -> list[str]:
        entries = self._session._engine.entries()
        return sorted(name for name, kind, _, _ in entries if kind == "ruleset")


def named(session: Any, name: str) -> Any:
    """What the language calls by a name: a constant, or a function with its page."""
    if name in CONSTANTS:
        return session._engine.read(name, True)
    if name in FUNCTIONS:
        return function(name, lambda: session)
    raise AttributeError(f"nothing in Upstar is called {name!r}")


def function(name: str, session: Callable[[], Session]) -> Callable[..., Any]:
    """A function of the language, in the session of its arguments or else in this one."""

    def function(
        *args: Any,
        games: bool = False,
        seconds: float | None = None,
        memory: int | str | None = None,
        steps: int | None = None,
    ) -> Any:
        home = next((one._engine for one in args if isinstance(one, Value)), None)
        engine = home or session()._engine
        if any(isinstance(one, FunctionPosition) for one in args):
            with limits(seconds=seconds, memory=memory, steps=steps):
                if len(args) == 1 and name in ASKED and not games:
                    return ASKED[name](args[0])
                args, engine = as_arguments(name, args, engine)
        return _call(engine, name, args, games, seconds=seconds, memory=memory, steps=steps)

    function.language = name  # type: ignore[attr-defined]
    function.__name__ = function.__qualname__ = name
    function.__module__ = "upstar"
    function.__doc__ = page(session()._engine, name)
    known = signature(name)
    if known is not None:
        function.__signature__ = known  # type: ignore[attr-defined]
    return function


@contextlib.contextmanager
def limits(
    *,
    seconds: float | None = None,
    memory: int | str | None = None,
    steps: int | None = None,
) -> Iterator[None]:
    """Limits for all that a block computes on this thread: operators and methods too.

    ``seconds`` are those of the whole block, ``steps`` those of each computation, and ``memory`` is what all
    sessions of the process may hold.

    >>> import upstar as up
    >>> with up.limits(seconds=0.2):
    ...     up.rulesets.Domineering(8, 8).canonical()
    Traceback (most recent call last):
    upstar._errors.LimitError: [G0502] Error: stopped: the time allowed is over
    """
    _upstar.push_limits(seconds, size(memory), steps)
    try:
        yield
    finally:
        _upstar.pop_limits()


_lock = threading.Lock()
_default: Session | None = None
_others: dict[str, Session] = {}


_thread = threading.local()


@contextlib.contextmanager
def as_default(session: Session) -> Iterator[None]:
    """A block in which the functions of the module work in another session, on this thread."""
    before = getattr(_thread, "session", None)
    _thread.session = session
    try:
        yield
    finally:
        _thread.session = before


def default() -> Session:
    """The session in which the functions of the module work."""
    global _default
    own = getattr(_thread, "session", None)
    if own is not None:
        return own
    with _lock:
        if _default is None:
            _default = Session()
        return _default


def with_definitions(text: str) -> Session:
    """A session that knows the definitions of a text, and nothing else."""
    with _lock:
        session = _others.get(text)
        if session is None:
            session = _others[text] = defined((text,) if text else ())
        return session


def defined(definitions: tuple[str, ...], **settings: Any) -> Session:
    """A new session with definitions."""
    session = Session(**settings)
    for text in definitions:
        session.cell(text)
    return session


os.register_at_fork(after_in_child=_upstar.after_fork) if hasattr(os, "register_at_fork") else None

__all__ = ["Check", "CheckError", "Report", "Rulesets", "Session", "limits"]
