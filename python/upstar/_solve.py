"""One long question, answered by many workers.

A client holds the beginning of the search: a graph of positions, whose leaves it hands out with a limit of steps. What a worker
does not finish comes back as the moves from there, and the leaves are chosen again. Who wins is searched by proof numbers
(Allis, van der Meulen and van den Herik, Proof-number search, Artificial Intelligence 66, 1994): the next leaf is one whose
answer helps most, and workers that are busy count against the leaves below the same position (Kaneko, Parallel depth first
proof number search, AAAI 2010). Values and nimbers need those of all options.

What was found is noted in the tables, so that a client that died goes on where it was.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable
from typing import Any, Literal, overload

from . import _session
from ._errors import Error, EvalError, LimitError
from ._functions import FunctionPosition
from ._items import Items
from ._sweep import _bar, _definitions
from ._tables import Tables, question_of, tables as opened
from ._upstar import __version__
from ._values import Game, Outcome, Value, size
from ._workers import INTERRUPTED, OUT_OF_MEMORY, Dask, Job, Threads, _worker

#: What can be asked.
ASKS = ("outcome", "canonical", "nimber")
#: Steps of the first tasks, and how the steps of an option are fewer while a position is opened.
STEPS, OPENED = 100_000, 32
#: Steps of the first task about a value or a nimber, some 20 seconds: what takes less is not divided, since workers that look for
#: values meet the same positions.
ALONE = 1 << 26
#: Leaves for each worker that are enough: then a leaf that is not finished gets more steps.
LEAVES = 16
#: Greatest number of steps of a leaf, as a multiple of those of the others.
MOST = 64
#: How often a position may cost its worker.
LIVES = 3
#: A proof number of what cannot be proved.
NEVER = 1 << 60
#: Outcomes by who wins when Left begins, and when Right does.
OUTCOMES = {"L": ("Left", "Left"), "R": ("Right", "Right"), "N": ("Left", "Right"), "P": ("Right", "Left")}
OTHER = {"Left": "Right", "Right": "Left"}
#: The code of a position that may be drawn.
DRAW = "draw"
#: Longest texts of options of which a value is made in one task.
LONGEST = 1 << 20

#: A task: its kind, the text of a position, who moves or what is asked, a limit of steps, and whether a position that is not
#: finished is left as it is.
Task = tuple[str, str, str, int, bool]


@overload
def solve(question: Any, ask: Literal["outcome"] = "outcome", **settings: Any) -> Outcome: ...
@overload
def solve(question: Any, ask: str, **settings: Any) -> Any: ...
def solve(
    question: Any,
    ask: str = "outcome",
    *,
    on: Any = None,
    workers: int | None = None,
    tables: str | os.PathLike[str] | Tables | None = None,
    session: _session.Session | None = None,
    seconds: float | None = None,
    memory: int | str | None = None,
    batch_seconds: float = 1.0,
    patience: float | None = 60.0,
    progress: bool | None = None,
) -> Any:
    """The answer to one long question about a position, found by many workers: what this process would answer alone.

    ``ask`` is ``"outcome"``, ``"canonical"`` or ``"nimber"``.

    >>> import upstar as up
    >>> up.solve(up.rulesets.Clobber(3, 4)), up.solve("Domineering(3, 4)", "canonical", workers=2)
    (P, -3/2)

    The work is done by the workers of a Dask client, ``on=client``, or by threads of this process. Values and nimbers that
    one worker finds in some 20 seconds are not divided among the workers of a client. With ``tables`` they
    share what they find, and a question that was stopped in any way goes on from what was written there: see
    :func:`upstar.tables`. Tasks take about ``batch_seconds``. A worker that dies costs its task; when none is left the
    question waits ``patience`` seconds for one.

    ``seconds`` is a limit for all of it, ``memory`` what each worker may hold. Play that can return to a position is not
    divided: one worker answers.
    """
    if ask not in ASKS:
        raise ValueError(f"ask is one of {', '.join(map(repr, ASKS))}, found {ask!r}")
    home = session or _session.default()
    text, definitions = _question(question, home)
    kept = None if tables is None else opened(tables)
    address = None if kept is None else kept.address
    if on is None and ask != "outcome":
        # Threads of one session share what they find from the moment on when it is found.
        together = _session.defined(definitions, threads=workers or os.cpu_count() or 1, tables=kept)
        bar = _bar(1, progress)
        try:
            found = together._engine.read(f"{ask}({text})", True, seconds, size(memory), None)
            bar.update(1)
        finally:
            bar.close()
            if kept is not None:
                kept.flush()
        return home._engine.read(_text(found), ask == "canonical")
    job = Job((("value", work),), ("task",), definitions, None, size(memory), None, address)
    pool = Threads(workers or os.cpu_count() or 1) if on is None else Dask(on, patience)
    bar = _bar(None, progress)
    notes = None if kept is None else (kept, question_of(__version__, ask, *definitions))
    run = Run(pool, job, seconds, bar)
    try:
        search = (Winner if ask == "outcome" else Worth)(text, ask, batch_seconds, pool, notes)
        try:
            found = run.search(search)
        except Returns:
            found = run.alone(text, ask)
    finally:
        pool.close()
        bar.close()
        if kept is not None:
            kept.flush()
    return home._engine.read(found, ask == "canonical")


def _question(question: Any, home: _session.Session) -> tuple[str, tuple[str, ...]]:
    """The text of a position, and the definitions that it needs."""
    if isinstance(question, FunctionPosition):
        question = question.in_language()
    if isinstance(question, Value):
        needs = question._needs()
        return question._source(), (needs[0],) if needs and needs[0] else ()
    if not isinstance(question, str):
        raise TypeError(f"expected a position, found {type(question).__name__}")
    # A text that means nothing is an error here, and not one of each worker.
    position = home._engine.read(question, True)
    if not isinstance(position, Game):
        raise TypeError(f"{question} is no position")
    return position._source(), _definitions(home, (("value", question),), Items(None, {}))


class Returns(Exception):
    """Play can come back to a position, or ends without a winner: the search cannot be divided."""


class Run:
    """Tasks of one question on their way."""

    def __init__(self, pool: Threads | Dask, job: Job, seconds: float | None, bar: Any) -> None:
        self._pool = pool
        self._job = job
        self._until = None if seconds is None else time.monotonic() + seconds
        self._bar = bar
        self._lost: dict[str, int] = {}

    def search(self, search: Any) -> str:
        """The answer of a search."""
        running: dict[Any, Task] = {}
        while (answer := search.answer()) is None:
            self._check()
            while len(running) <= self._pool.workers and (task := search.next()) is not None:
                running[self._submit(task)] = task
            if search.answer() is None and not running:
                raise Returns
            for future in self._pool.wait(running) if running else ():
                task = running.pop(future, None)
                if task is not None:
                    self._take(search, task, self._pool.result(future))
        return answer

    def alone(self, text: str, ask: str) -> str:
        """The answer by one worker."""
        task = ("alone", text, ask, 0, False)
        while True:
            future = self._submit(task)
            while future not in self._pool.wait([future]):
                self._check()
            rows = self._pool.result(future)
            if rows is not None:
                return json.loads(_said(task, rows))["answer"]
            self._count(text)

    def _submit(self, task: Task) -> Any:
        return self._pool.submit(self._job, [(task,)])

    def _take(self, search: Any, task: Task, rows: Any) -> None:
        if rows is None:
            self._count(task[1])
            search.back(task)
            return
        self._bar.update(1)
        reply = json.loads(_said(task, rows))
        if "memory" in reply:
            self._count(task[1])
        search.take(task, reply)

    def _count(self, text: str) -> None:
        """Notes that a worker died of a task."""
        self._lost[text] = self._lost.get(text, 0) + 1
        if self._lost[text] >= LIVES:
            raise RuntimeError(f"the workers that were asked about {text} died, or had no memory for it")

    def _check(self) -> None:
        if self._until is not None and time.monotonic() > self._until:
            raise LimitError("G0502", "stopped: the time allowed is over")


def _said(task: Task, rows: Any) -> str:
    """The reply of a worker."""
    text, code, message = (rows[name][0].as_py() for name in ("text", "code", "message"))
    if code == DRAW or (code and task[0] == "join"):
        # Values of play that returns are not those of their options alone.
        raise Returns
    if code == OUT_OF_MEMORY:
        raise LimitError(code, message)
    if code:
        raise EvalError(code, message)
    return text


class Node:
    """A position in the graph of a client."""

    __slots__ = ("text", "player", "children", "parents", "busy", "proof", "disproof", "answer", "limit")

    def __init__(self, text: str, player: str = "") -> None:
        self.text = text
        self.player = player
        #: The positions after a move, if they are in the graph.
        self.children: list[Node] | None = None
        self.parents: list[Node] = []
        #: How many tasks are under way here and below.
        self.busy = 0
        #: Estimates of the work to prove that the player who moves wins, and that not.
        self.proof = self.disproof = 1
        self.answer: Any = None
        #: How many times the steps of others it gets.
        self.limit = 1

    def is_leaf(self) -> bool:
        return self.children is None

    def reaches(self, other: Node) -> bool:
        """Whether another position follows, or is this one."""
        seen, waiting = {self}, [self]
        while waiting:
            node = waiting.pop()
            if node is other:
                return True
            fresh = {child for child in node.children or () if child not in seen}
            seen |= fresh
            waiting += fresh
        return False


class Search:
    """The part of a search that its client holds."""

    def __init__(
        self, text: str, ask: str, batch_seconds: float, pool: Any, notes: tuple[Tables, str] | None
    ) -> None:
        self.nodes: dict[tuple[str, str], Node] = {}
        self.ask = ask
        self._pool = pool
        self._batch_seconds = batch_seconds
        self._steps = STEPS
        self._leaves = 0
        #: The tasks under way, each with its node and all that are busy with it.
        self._running: dict[Task, tuple[Node, list[Node]]] = {}
        self._tables, self._about = notes or (None, "")
        self._known = {} if notes is None else notes[0].notes(self._about)
        self.roots = self._begin(text)

    def _begin(self, text: str) -> list[Node]:
        raise NotImplementedError

    def node(self, text: str, player: str = "") -> Node:
        """The node of a position."""
        found = self.nodes.get((text, player))
        if found is None:
            found = self.nodes[text, player] = Node(text, player)
            self._leaves += 1
        return found

    def open(self, node: Node, texts: Iterable[str], player: str = "") -> None:
        """Puts the positions after a node into the graph."""
        node.children = []
        self._leaves -= 1
        for text in dict.fromkeys(texts):
            child = self.node(text, player)
            if child.reaches(node):
                raise Returns
            node.children.append(child)
            child.parents.append(node)

    def up(self, node: Node, each: Callable[[Node], bool]) -> None:
        """Calls a function for a node and those before it, as long as it says that something has changed."""
        waiting = [node]
        while waiting:
            one = waiting.pop()
            if each(one):
                waiting += one.parents

    def task(self, kind: str, node: Node, about: str, waits: bool = False) -> Task:
        """A task about a node that is under way from now on."""
        task = (kind, node.text, about, self._steps * node.limit, waits)
        above = [node]
        seen = {node}
        for one in above:
            one.busy += 1
            fresh = [parent for parent in one.parents if parent not in seen]
            seen.update(fresh)
            above += fresh
        self._running[task] = node, above
        return task

    def back(self, task: Task) -> Node:
        """Takes a task back: it is done, or its worker died."""
        node, above = self._running.pop(task)
        for one in above:
            one.busy -= 1
        return node

    def key(self, task: Task) -> str:
        """The name of a task in the notes."""
        return json.dumps([task[2] if task[0] == "win" else self.ask, task[1]])

    def note(self, task: Task, reply: dict[str, Any]) -> None:
        """Writes down what a task has found."""
        if self._tables is not None:
            self._tables.note(self._about, self.key(task), json.dumps(reply))

    def noted(self, task: Task) -> dict[str, Any] | None:
        """What an earlier client has found of a task."""
        said = self._known.pop(self.key(task), None)
        return None if said is None else json.loads(said)

    def take(self, task: Task, reply: dict[str, Any]) -> None:
        """Takes the reply to a task."""
        node = self.back(task)
        seconds = reply.pop("seconds")
        if "memory" in reply:
            # Fewer steps take less of it.
            self._steps, node.limit = max(self._steps // 4, 1000), 1
            return
        if seconds < self._batch_seconds / 2 and "answer" not in reply:
            self._steps = min(2 * self._steps, 1 << 40)
        elif seconds > 2 * self._batch_seconds and node.limit == 1:
            self._steps = max(self._steps // 2, 1000)
        if "limit" in reply:
            # There are leaves enough.
            node.limit = min(2 * node.limit, MOST)
            return
        self.note(task, reply)
        self.learn(task, node, reply)

    def learn(self, task: Task, node: Node, reply: dict[str, Any]) -> None:
        raise NotImplementedError

    def next(self) -> Task | None:
        """The next task; none when all that helps is under way."""
        while self.answer() is None and (task := self._choose()) is not None:
            known = self.noted(task)
            if known is None:
                return task
            self.learn(task, self.back(task), known)
        return None

    def _choose(self) -> Task | None:
        raise NotImplementedError

    def answer(self) -> str | None:
        """The answer, if it is known."""
        raise NotImplementedError

    def leaf(self, root: Node, order: Callable[[Node], int]) -> Node | None:
        """The first leaf that nobody works on; of the positions after a move those come first that are least by an order."""
        seen = {root}
        path = [iter((root,))]
        while path:
            node = next(path[-1], None)
            if node is None:
                path.pop()
            elif node.is_leaf():
                if not node.busy:
                    return node
            else:
                left = [child for child in node.children or () if child.answer is None and child not in seen]
                seen.update(left)
                path.append(iter(sorted(left, key=order)))
        return None

    def waits(self, node: Node) -> bool:
        """Whether a position that is not finished is left as it is, because there are leaves enough."""
        return self._leaves >= LEAVES * self._pool.workers and node.limit < MOST


class Winner(Search):
    """Who wins, by proof numbers."""

    def _begin(self, text: str) -> list[Node]:
        return [self.node(text, player) for player in OTHER]

    def answer(self) -> str | None:
        wins = [root.answer for root in self.roots]
        if None in wins:
            return None
        left, right = wins
        return ("N" if right else "L") if left else ("R" if right else "P")

    def _choose(self) -> Task | None:
        for root in sorted(self.roots, key=lambda one: one.busy):
            leaf = None if root.answer is not None else self.leaf(root, lambda node: node.disproof * (1 + node.busy))
            if leaf is not None:
                return self.task("win", leaf, leaf.player, self.waits(leaf))
        return None

    def learn(self, task: Task, node: Node, reply: dict[str, Any]) -> None:
        if "answer" in reply:
            self._settle(node.text, reply["answer"])
            return
        if not node.is_leaf() or node.answer is not None:
            return
        other = OTHER[node.player]
        self.open(node, (text for text, _ in reply["moves"]), other)
        for text, known in reply["moves"]:
            if known is not None:
                self._settle(text, known)
        self.up(node, self._update)

    def _settle(self, text: str, wins: dict[str, bool]) -> None:
        """Notes who wins a position when each of these players begins."""
        for player, won in wins.items():
            node = self.nodes.get((text, player))
            if node is not None and node.answer is None:
                self._decide(node, won)
                for parent in node.parents:
                    self.up(parent, self._update)

    def _decide(self, node: Node, won: bool) -> None:
        node.answer = won
        node.proof, node.disproof = (0, NEVER) if won else (NEVER, 0)
        self._leaves -= node.is_leaf()

    def _update(self, node: Node) -> bool:
        """Finds the numbers of a node from those of its children; whether they have changed."""
        if node.answer is not None or node.children is None:
            return False
        before = node.proof, node.disproof
        node.proof = min((child.disproof for child in node.children), default=NEVER)
        node.disproof = min(sum(child.proof for child in node.children), NEVER)
        if node.proof == 0 or node.disproof == 0:
            self._decide(node, node.proof == 0)
        return (node.proof, node.disproof) != before


class Worth(Search):
    """The value of a position, or its nimber: from those of all options."""

    def _begin(self, text: str) -> list[Node]:
        self._ready: list[Node] = []
        #: The options of both players, by position.
        self._sides: dict[str, list[list[str]]] = {}
        root = self.node(text)
        root.limit = max(1, ALONE // STEPS)
        return [root]

    def answer(self) -> str | None:
        return self.roots[0].answer

    def _choose(self) -> Task | None:
        while self._ready:
            node = self._ready.pop()
            if node.answer is None and not node.busy:
                return self.task("join", node, self._joined(node))
        leaf = self.leaf(self.roots[0], lambda node: node.busy)
        # All options are needed, so a position is opened as soon as it is too long for one task: those of two workers should
        # meet the same positions at different times.
        return None if leaf is None else self.task(self.ask, leaf, self.ask)

    def _joined(self, node: Node) -> str:
        """What a position is made of, in the words of the language."""
        known = {child.text: child.answer for child in node.children or ()}
        if sum(map(len, known.values())) > LONGEST:
            return self.ask
        sides = [[known[text] for text in side] for side in self._sides[node.text]]
        if self.ask == "nimber":
            return f"mex([{', '.join(sides[0])}])"
        left, right = (", ".join(f"({game})" for game in dict.fromkeys(side)) for side in sides)
        return f"canonical(<{left}|{right}>)"

    def learn(self, task: Task, node: Node, reply: dict[str, Any]) -> None:
        if "answer" in reply:
            if node.answer is None:
                self._leaves -= node.is_leaf()
                node.answer = reply["answer"]
                self._wake(node.parents)
            return
        if not node.is_leaf():
            return
        sides = [[text for text, _ in side] for side in reply["sides"]]
        self._sides[node.text] = sides
        self.open(node, (text for side in sides for text in side))
        for text, answer in (pair for side in reply["sides"] for pair in side):
            child = self.nodes[text, ""]
            if answer is not None and child.answer is None:
                self._leaves -= child.is_leaf()
                child.answer = answer
                self._wake(child.parents)
        self._wake([node])

    def _wake(self, nodes: Iterable[Node]) -> None:
        """Notes the positions all of whose options are known."""
        for node in nodes:
            if node.answer is None and node.children is not None:
                if all(child.answer is not None for child in node.children):
                    self._ready.append(node)


def work(task: Task) -> str:
    """Does a task, on a worker, in the session of its thread."""
    begun = time.thread_time()
    reply = _reply(_session.default()._engine, *task)
    return json.dumps({**reply, "seconds": time.thread_time() - begun})


def _reply(engine: Any, kind: str, text: str, about: str, steps: int, waits: bool) -> dict[str, Any]:
    if kind in ("alone", "join"):
        asked = about if "(" in about else f"{about}({text})"
        return {"answer": _text(engine.read(asked, True))}
    try:
        return {"answer": _answered(engine, kind, text, steps)}
    except LimitError as limit:
        if limit.code == INTERRUPTED:
            raise
        if limit.code == OUT_OF_MEMORY:
            # The next task begins with an empty session.
            _worker.session = None
            return {"memory": steps}
    return {"limit": steps} if waits else _opened(engine, kind, text, about, min(steps // OPENED, STEPS))


def _answered(engine: Any, kind: str, text: str, steps: int) -> Any:
    """The answer to a question within a limit."""
    if kind != "win":
        return _text(engine.read(f"{kind}({text})", True, None, None, steps))
    outcome = str(engine.read(f"outcome({text})", False, None, None, steps))
    if outcome not in OUTCOMES:
        raise EvalError(DRAW, f"{text} may be drawn")
    return {player: OUTCOMES[outcome][n] == player for n, player in enumerate(OTHER)}


def _opened(engine: Any, kind: str, text: str, player: str, steps: int) -> dict[str, Any]:
    """The moves from a position, with the answers that are found at once."""

    def known(option: str) -> Any:
        try:
            return _answered(engine, kind, option, max(steps, 1000))
        except LimitError as limit:
            if limit.code == INTERRUPTED:
                raise
            return None

    if kind == "win":
        return {"moves": [(option, known(option)) for option in _options(engine, text, player)]}
    players = ("Left",) if kind == "nimber" else ("Left", "Right")
    return {"sides": [[(option, known(option)) for option in _options(engine, text, player)] for player in players]}


def _options(engine: Any, text: str, player: str) -> list[str]:
    """The options of a player, each in the form that all its mirror images share."""
    options = engine.read(f"moves({text}, {player})", True)
    return list(dict.fromkeys(_least(engine, option) for option in options))


def _least(engine: Any, option: Any) -> str:
    try:
        images = engine.call("orbit", (option,), True)
    except Error:
        return option._source()
    return min(image._source() for image in images)


def _text(value: Any) -> str:
    return value._source() if isinstance(value, Value) else str(value)


__all__ = ["solve"]
