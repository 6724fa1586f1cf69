"""How far a long computation of a cell has come, shown while it runs."""

from __future__ import annotations

import contextvars
import threading
from typing import Any

from IPython.display import display

from . import _upstar

#: Seconds of a computation before anything is shown, and between two looks.
AFTER, OFTEN = 2.0, 0.5


class Progress:
    """Shows seconds, steps and memory of a computation that takes long, below its cell."""

    def __init__(self, shell: Any) -> None:
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        shell.events.register("pre_run_cell", self.begin)
        shell.events.register("post_run_cell", self.end)

    def begin(self, info: Any = None) -> None:
        """A cell begins."""
        # A cell can run another one, which begins before the first is over. Only one of them is watched.
        self.end()
        self._over = threading.Event()
        # The output of a thread belongs to the cell in whose context it runs.
        watch = contextvars.copy_context().run
        self._thread = threading.Thread(target=watch, args=(self._watch, self._over), daemon=True)
        self._thread.start()

    def end(self, result: Any = None) -> None:
        """The cell is done, and what was shown disappears."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _watch(self, over: threading.Event) -> None:
        shown: Any = None
        while not over.wait(OFTEN):
            running = _upstar.computing()
            if running is None or running[0] < AFTER:
                continue
            text = said(*running)
            if shown is None:
                shown = display({"text/plain": text}, raw=True, display_id=True)
            else:
                shown.update({"text/plain": text}, raw=True)
        if shown is not None:
            shown.update({"text/plain": ""}, raw=True)


def said(seconds: float, steps: int) -> str:
    """A line about a computation."""
    memory = _upstar.allocated() / 1e6
    return f"computing for {seconds:.0f} s: {steps:,} steps, {memory:,.0f} MB; interrupt the kernel to stop"
