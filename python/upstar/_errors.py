"""What goes wrong, as exceptions with a code and a place."""

from __future__ import annotations

import os
import traceback
from pathlib import Path
from typing import NamedTuple

#: The folder of files whose lines say nothing about what went wrong. It ends with a separator: `upstar_lab` is no part of it.
PACKAGE = str(Path(__file__).parent) + os.sep


class Span(NamedTuple):
    """A place in a text: ``text[span.start:span.end]`` is what an error is about.

    Lines and columns count from 1.
    """

    file: str
    start: int
    end: int
    line: int
    column: int


class Error(Exception):
    """Something that the language refuses, with the code of the page that explains it.

    >>> import upstar as up
    >>> try:
    ...     up.eval("1 + canonicl(2)")
    ... except up.Error as error:
    ...     error.code, error.span.column, error.helps
    ('G0201', 5, ['did you mean `canonical`?'])
    """

    def __init__(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        notes: tuple[str, ...] | list[str] = (),
        helps: tuple[str, ...] | list[str] = (),
        excerpt: str = "",
    ) -> None:
        super().__init__(message)
        #: The code, such as ``G0304``: ``upstar doc G0304`` shows its page.
        self.code = code
        #: One line.
        self.message = message
        #: The place it points at, if it has one.
        self.span = span
        #: Facts that help to understand.
        self.notes = list(notes)
        #: What to type instead.
        self.helps = list(helps)
        #: The message with the lines of the text that it points at.
        self.excerpt = excerpt

    def __str__(self) -> str:
        return self.excerpt.rstrip() if self.excerpt else f"[{self.code}] {self.message}"

    def _render_traceback_(self) -> list[str]:
        """What notebooks and IPython show: the lines of the caller that led here, and the diagnostic."""
        frames = traceback.extract_tb(self.__traceback__)
        own = [frame for frame in frames if not frame.filename.startswith(PACKAGE)]
        if own and "IPython" in own[0].filename:
            # The first frame is that which runs the cell.
            own = own[1:]
        lines = [f"line {frame.lineno} of {_place(frame)}: {frame.line}" for frame in own]
        return [*lines, f"{type(self).__name__}: {self}"]

    def __reduce__(self):
        return type(self), (
            self.code,
            self.message,
            self.span,
            self.notes,
            self.helps,
            self.excerpt,
        )


def _place(frame: traceback.FrameSummary) -> str:
    """The function of a frame, or its file; a cell has no file that a person knows."""
    cell = "ipykernel" in frame.filename or frame.filename.startswith("<ipython-input")
    file = "the cell" if cell else frame.filename
    return file if frame.name.startswith("<") else f"{frame.name} in {file}"


class ParseError(Error):
    """A text that is not of the language (codes G01)."""


class ResolveError(Error):
    """A name that means nothing, or something at the wrong place (codes G02)."""


class EvalError(Error):
    """A value or a rule that has no answer (codes G03, G04 and G09)."""


class LimitError(Error):
    """A computation that was stopped, or passed a limit (codes G05)."""


class FileError(Error):
    """A file that cannot be read or written (codes G06)."""


class CheckError(Error):
    """A check that does not hold (codes G07)."""


_PHASES = {
    "G01": ParseError,
    "G02": ResolveError,
    "G03": EvalError,
    "G04": EvalError,
    "G05": LimitError,
    "G06": FileError,
    "G07": CheckError,
    "G09": EvalError,
}


def from_engine(
    code: str,
    message: str,
    span: tuple[str, int, int, int, int] | None,
    notes: list[str],
    helps: list[str],
    excerpt: str,
) -> Error:
    """The exception of a diagnostic; the native part calls this."""
    place = None if span is None else Span(*span)
    return _PHASES.get(code[:3], Error)(code, message, place, notes, helps, excerpt)
