"""The explorer in notebooks: a widget that asks the engine of this process."""

from __future__ import annotations

import json
import threading
from collections import deque
from pathlib import Path
from typing import Any

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("the explorer needs anywidget: pip install 'upstar[explore]'") from error

from ._functions import FunctionPosition
from ._session import Session, default, defined
from ._values import Value
from ._written import Explored

#: The built module of the page for browsers.
MODULE = Path(__file__).parent / "_explorer" / "explorer.js"
#: How long a computation is asked to stop, in steps of 20 ms.
_PATIENCE = 250


class Explorer(anywidget.AnyWidget):
    """A position, the moves of both players, and what each is worth: see :func:`upstar.explore`."""

    #: The position that is shown, as text. A click on a move changes it.
    text = traitlets.Unicode().tag(sync=True)

    def __init__(self, of: Any, **settings: Any) -> None:
        self._asked: deque[dict] = deque()
        self._wakes = threading.Condition()
        # What is being computed; none when nothing is.
        self._current: object | None = None
        if not MODULE.is_file():
            raise RuntimeError(
                "the explorer is not in this installation: build it by `npm ci && npm run widget` in the folder "
                "web/ of Upstar, and install the package again"
            )
        # What asks about rules that are functions; none where rules are of the language.
        self._functions: Explored | None = None
        if isinstance(of, FunctionPosition):
            self._session = Session()
            self._functions = Explored(of.ruleset, of.position, self._session)
            self._home, text = self._session._engine, self._functions.text
        elif isinstance(of, str):
            self._home = default()._engine
            text = of
        elif isinstance(of, Value):
            self._home, text = of._engine, of._source()
        else:
            self._home = default()._engine
            text = self._home.convert(of, True).text
        if self._functions is None:
            # A session of its own: a cell that computes never waits for the explorer, nor is stopped by it.
            self._session = defined(tuple(self._home.definitions))
        # A text that means nothing is an error here, and not one in the notebook.
        self._session._engine.read(text, True)
        super().__init__(_esm=MODULE.read_text(encoding="utf-8"), text=text, **settings)
        self.on_msg(self._hear)
        threading.Thread(target=self._answer, name="upstar explorer", daemon=True).start()

    @property
    def position(self) -> Any:
        """The position that is shown, as a value of the session that it came from, or one of its functions."""
        own = None if self._functions is None else self._functions.position(self.text)
        return self._home.read(self.text, True) if own is None else own

    def close(self) -> None:
        """Ends the explorer."""
        current = self._leave()
        if current is not None:
            self._interrupt(current)
        with self._wakes:
            self._asked.append({"kind": "close"})
            self._wakes.notify()
        super().close()

    def _hear(self, _: Any, message: dict, __: Any) -> None:
        """A message of the page: a question, or the wish to stop."""
        if message.get("kind") == "stop":
            current = self._leave()
            if current is not None:
                threading.Thread(target=self._interrupt, args=(current,), daemon=True).start()
            return
        with self._wakes:
            self._asked.append(message)
            self._wakes.notify()

    def _leave(self) -> object | None:
        """Leaves all questions that wait, and gives the computation that goes on."""
        with self._wakes:
            left = list(self._asked)
            self._asked.clear()
            current = self._current
        for message in left:
            self.send({"id": message["id"], "reply": None})
        return current

    def _interrupt(self, current: object) -> None:
        """Stops a computation. One that is just beginning does not hear the first time."""
        with self._wakes:
            for _ in range(_PATIENCE):
                if self._current is not current:
                    return
                if self._functions is not None:
                    self._functions.stopped = True
                self._session.interrupt()
                self._wakes.wait(0.02)

    def _answer(self) -> None:
        """Answers one question after the other."""
        while True:
            with self._wakes:
                while not self._asked:
                    self._wakes.wait()
                message = self._asked.popleft()
                if message["kind"] == "close":
                    return
                self._current = object()
            try:
                about = message["kind"], message["text"], message.get("name", ""), message.get("seconds")
                if self._functions is None:
                    reply = json.loads(self._session._engine.explore(*about))
                else:
                    reply = self._functions.ask(*about)
                self.send({"id": message["id"], "reply": reply})
            finally:
                with self._wakes:
                    self._current = None
                    self._wakes.notify_all()

