"""Cells in the language: ``%%upstar``."""

from __future__ import annotations

import html
import sys
from typing import Any

from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.display import display

from ._errors import Error
from ._functions import FunctionPosition
from ._progress import Progress
from ._session import default
from ._values import Position

#: Longer lists of positions are texts.
MOST_DRAWN = 100


@magics_class
class UpstarMagics(Magics):
    """``%upstar`` evaluates a line, ``%%upstar`` a cell, in the default session."""

    @line_cell_magic
    def upstar(self, line: str, cell: str | None = None) -> Any:
        """Evaluates the cell and shows its values; what it defines, ``upstar`` knows.

        ``%upstar`` gives the value of the line.
        """
        if cell is None:
            return default().eval(line)
        try:
            report = default().cell(cell)
        except Error as error:
            print(error, file=sys.stderr)
            return None
        for warning in report.warnings:
            print(warning, file=sys.stderr)
        for value in report.shown:
            display(value)
        for check in report.checks:
            if check.error is not None:
                print(check.error, file=sys.stderr)
            elif check.answer is not None:
                print(check.answer)
        return None


def drawn(values: list[Any]) -> str | None:
    """A list of positions as pictures side by side; None for other lists."""
    if not 0 < len(values) <= MOST_DRAWN or not all(isinstance(value, (Position, FunctionPosition)) for value in values):
        return None
    pictures = [value._repr_svg_() or f"<pre>{html.escape(str(value.draw()))}</pre>" for value in values]
    cells = "".join(
        f'<figure style="margin:0 1em 1em 0;display:inline-block;vertical-align:bottom" title="{html.escape(repr(value))}">'
        f"{picture}</figure>"
        for value, picture in zip(values, pictures)
    )
    return f"<div>{cells}</div>"


def load(shell: Any) -> None:
    """Adds the magic to a shell, pictures to lists of positions, and the progress of long computations to a notebook."""
    shell.register_magics(UpstarMagics)
    shell.display_formatter.formatters["text/html"].for_type(list, drawn)
    if getattr(shell, "kernel", None) is not None and not hasattr(shell, "_upstar_progress"):
        shell._upstar_progress = Progress(shell)
