"""Rules of Python functions, written in the language.

A position and all that follow it become a ruleset of the language, which reads its moves from maps. So explanations, the
explorer and certificates need no functions. Where very many positions follow, only the near ones have moves of their own.
Positions that are far away have the moves of their values. Values and outcomes are the same.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from . import _upstar
from ._errors import Error, LimitError
from ._functions import FunctionRuleset
from ._names import CONSTANTS
from ._values import Game, Position
from ._workers import INTERRUPTED

#: So many positions are written with their own moves.
MOST = 5_000

#: The options of Left and of Right: each a list of positions and games.
Moves = tuple[list[list[Any]], list[list[Any]]]
#: Characters that a board cannot show.
NEVER = frozenset("|\"\\~{}' \t")
#: Why a question about forms is refused.
MANY = "too many positions follow to write all their rules"
#: Functions whose answers depend on moves and not on values.
OF_FORMS = re.compile(
    r"\b(?:\w*misere\w*|genus|is_tame|is_wild|mate|is_rest\w+|is_half_tame|remoteness|suspense|followers|positions|form"
    r"|compound_\w+|(?:\w+_)?(?:conjunctive|selective|disjunctive)|sequential|ordinal_\w+|conway_product|certify)\b"
)
#: A text in quotes.
QUOTED = r'"(?:[^"\\]|\\.)*"'


def asks_about_forms(kind: str, text: str, name: str) -> bool:
    """Whether an answer depends on moves and not on values."""
    return kind == "certificate" or OF_FORMS.search(f"{name} {re.sub(QUOTED, '', text)}") is not None


class Written:
    """Positions of functions as rules of the language, declared in a session."""

    def __init__(self, ruleset: FunctionRuleset, starts: Iterable[Hashable], session: Any, **settings: Any) -> None:
        self.ruleset = ruleset
        self.session = session
        self.name = _name(ruleset.name)
        if any(self.name in _upstar.declared(text) for text in session._engine.definitions):
            raise ValueError(f"the session has a ruleset {self.name} already: give another name, or another session")
        #: Positions all of whose followers are declared with their own moves.
        self.whole: frozenset[Hashable] = frozenset()
        #: The positions by their texts in the language.
        self.of: dict[str, Hashable] = {}
        self._labels: dict[Hashable, str] = {}
        # The type and the shape of boards.
        self._board: tuple[str, tuple[int, ...]] | None = None
        # The numbers of objects that look alike, by how they look.
        self._numbers: dict[str, int] = {}
        self.write(starts, **settings)

    def text(self, position: Hashable) -> str:
        """A position as the language writes it."""
        return f"{self.name}({self._labels[position]})"

    def position(self, position: Hashable) -> Position:
        """A position as a value of the session."""
        return self.session._engine.read(self.text(position), True)

    def write(
        self,
        starts: Iterable[Hashable],
        *,
        levels: int = 2,
        valued: bool = True,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Declares the ruleset for positions and what follows them. Without values, those that are too far have no moves."""
        self.whole = frozenset()
        known, far = _follow(self.ruleset, list(starts), levels, stopped)
        own = frozenset(known)
        for position in far:
            known[position] = _of_value(self.ruleset, position, stopped) if valued else ([], [])
        self._name_all(known, is_whole=not far)
        self._declare(known)
        self.whole = frozenset() if far else own

    def _name_all(self, known: dict[Hashable, Moves], *, is_whole: bool) -> None:
        """Names what has no name yet, in the way in which the others have theirs."""
        is_new = not self._labels
        boards = _boards(self.ruleset, known) if is_new or self._board else None
        if boards is not None and (is_new or boards[1:] == self._board):
            self._board = boards[1:]
            self._labels.update(boards[0])
        elif self._board is not None:
            raise ValueError(f"a position follows whose board is not like that of {self.name}")
        elif is_new and is_whole and _are_integers(known):
            self._labels.update((position, str(position)) for position in known)
        else:
            taken = set(self._labels.values())
            for position in known:
                if position not in self._labels:
                    self._labels[position] = label = _label(position, taken, self._numbers)
                    taken.add(label)
        for position in known:
            text = self.text(position)
            if self.of.setdefault(text, position) != position:
                raise ValueError(f"two positions of {self.name} are drawn alike: {text}")

    def _declare(self, known: dict[Hashable, Moves]) -> None:
        """Declares the ruleset. Where all options are single positions, the maps list those alone; otherwise each option has a
        list of positions and one of games."""
        name, labels = self.name, self._labels
        parameter = key = "p"
        if self._board is not None:
            symbols = sorted({symbol for position in known for symbol in labels[position]} - set('"|'))
            empty = next((symbol for symbol in "._-0" if symbol in symbols), symbols[0])
            alphabet = empty + "".join(symbol for symbol in symbols if symbol != empty)
            parameter, key = f'p: {self._board[0]} of "{alphabet}"', "list(p)"
        options = [option for sides in known.values() for side in sides for option in side]
        is_plain = all(len(option) == 1 and not isinstance(option[0], Game) for option in options)
        written = self._single if is_plain else self._sum
        reached = f"{name}(o)" if is_plain else f"sum([{name}(x) for x in o[1]] + o[2])"
        clauses = {"move": 0} if self.ruleset.is_impartial else {"left": 0, "right": 1}
        for clause, side in clauses.items():
            rows = (f"{self._key(p)}: [{', '.join(map(written, moves[side]))}]" for p, moves in known.items())
            self.session.cell(f"{name}_{clause} := {{{', '.join(rows)}}};")
        rules = " ".join(f"{clause} {reached} for o in {name}_{clause}[{key}]" for clause in clauses)
        self.session.cell(f"game {name}({parameter}) {{ {rules} }}")

    def _key(self, position: Hashable) -> str:
        label = self._labels[position]
        if self._board is None:
            return label
        return "[" + ",".join(f'"{symbol}"' for symbol in label[1:-1].replace("|", "")) + "]"

    def _single(self, option: list[Any]) -> str:
        return self._labels[option[0]]

    def _sum(self, option: list[Any]) -> str:
        positions = ", ".join(self._labels[part] for part in option if not isinstance(part, Game))
        games = ", ".join(f"({part.ascii})" for part in option if isinstance(part, Game))
        return f"([{positions}], [{games}])"


class Explored:
    """What an explorer asks about positions of functions. Rules that are too many to be written are written around what is
    shown."""

    def __init__(self, ruleset: FunctionRuleset, start: Hashable, session: Any) -> None:
        self.stopped = False
        self._original = ruleset
        # With games of its own: a cell that computes never waits for the explorer, nor is stopped by it.
        ruleset = FunctionRuleset(session._engine, *ruleset._functions, ruleset.name, ruleset._draw)
        self._written = Written(ruleset, [start], session, levels=1, valued=False)
        self._about: tuple[set[Hashable], bool] = {start}, False
        # Calls of the rules in the language, as the page sends them back.
        self._calls = re.compile(rf"\b{self._written.name}\((?:{QUOTED}|-?\d+)\)")
        self.text = self._written.text(start)

    def position(self, text: str) -> Any:
        """The position of functions that a text is; None for another one, such as a sum."""
        of = self._written.of
        return self._original._position(of[text]) if text in of else None

    def ask(self, kind: str, text: str, name: str, seconds: float | None) -> dict[str, Any]:
        """The answer of the engine about a text, or the error of a function."""
        from ._session import limits

        self.stopped = False
        written = self._written
        try:
            with limits(seconds=seconds):
                if text in written.of and written.of[text] not in written.whole and name == "outcome":
                    # Who wins is found long before the values of all that follows.
                    kind, text, name = "fact", str(written.ruleset._position(written.of[text]).outcome), ""
                self._prepare(kind, text, name)
                return json.loads(written.session._engine.explore(kind, text, name, seconds))
        except Exception as error:  # noqa: BLE001
            return _refused(error)

    def _prepare(self, kind: str, text: str, name: str) -> None:
        written = self._written
        about = {written.of[call] for call in self._calls.findall(text) if call in written.of}
        if about <= written.whole:
            return
        is_refused = asks_about_forms(kind, text, name)
        valued = kind != "position" and not is_refused
        if not (about <= self._about[0] and self._about[1] >= valued):
            # A declaration that is ended leaves nothing that can be used.
            self._about = set(), False
            written.write(about, levels=1, valued=valued, stopped=lambda: self.stopped)
            self._about = about, valued
        if is_refused and not about <= written.whole:
            raise ValueError(MANY)


def _refused(error: Exception) -> dict[str, Any]:
    """An error as the page shows it."""
    known = isinstance(error, Error)
    code, message = (error.code, error.message) if known else (type(error).__name__, str(error))
    fault = {"severity": "error", "code": code, "message": message, "span": None}
    return {"error": {**fault, "notes": [], "helps": [], "places": []}, "restart": False}


def _follow(
    ruleset: FunctionRuleset, starts: list[Hashable], levels: int, stopped: Callable[[], bool]
) -> tuple[dict[Hashable, Moves], list[Hashable]]:
    """The moves of all that follow, if that is not too much; otherwise those of some levels, and the positions after them."""
    known: dict[Hashable, Moves] = {}
    level = list(dict.fromkeys(starts))
    cut: tuple[int, list[Hashable]] = 0, level
    depth = 0
    while level:
        found: dict[Hashable, None] = {}
        for position in level:
            if depth > 0 and len(known) >= MOST:
                return dict(itertools.islice(known.items(), cut[0])), cut[1]
            _go_on(stopped)
            known[position] = moves = _moves(ruleset, position)
            parts = (part for side in moves for option in side for part in option)
            found.update(dict.fromkeys(part for part in parts if not isinstance(part, Game)))
        level = [position for position in found if position not in known]
        depth += 1
        if depth == 1 or (depth <= levels and len(known) + len(level) <= MOST):
            cut = len(known), level
    return known, []


def _go_on(stopped: Callable[[], bool]) -> None:
    if stopped():
        raise LimitError(INTERRUPTED, "interrupted")


def _moves(ruleset: FunctionRuleset, position: Hashable) -> Moves:
    rules = ruleset._asked(position)
    left = rules.moves(position, "Left")
    right = left if ruleset.is_impartial else rules.moves(position, "Right")
    return _options(left), _options(right)


def _options(options: list[Any]) -> list[list[Any]]:
    return [option if isinstance(option, list) else [option] for option in options]


def _of_value(ruleset: FunctionRuleset, position: Hashable, stopped: Callable[[], bool]) -> Moves:
    """The moves of the value of a position."""
    _go_on(stopped)
    value = ruleset._asked(position).value(position)
    try:
        return [[game] for game in value.left], [[game] for game in value.right]
    except Error:
        raise ValueError(
            f"{position!r} is worth {value}, which has no options, and too many positions follow to write the rules of all"
        ) from None


def _name(name: str) -> str:
    """A name of the language for a ruleset."""
    name = re.sub(r"\W", "", name, flags=re.ASCII).lstrip("0123456789_")
    # A word of the language begins with a small letter.
    if not name or name == "lambda":
        return "Rules"
    name = name[:1].upper() + name[1:]
    return f"{name}_" if name in CONSTANTS else name


def _boards(
    ruleset: FunctionRuleset, known: dict[Hashable, Moves]
) -> tuple[dict[Hashable, str], str, tuple[int, ...]] | None:
    """Each position as a board, with the type and the shape of them all; None when they are no boards of one shape."""
    boards: dict[Hashable, str] = {}
    for position in known:
        text = position if ruleset._draw is None else ruleset._draw(position)
        rows = re.split(r"[|\n]", text.strip()) if isinstance(text, str) else []
        if all(len(row) > 1 and not row[1::2].strip(" ") for row in rows):
            rows = [row[::2] for row in rows]
        boards[position] = "|".join(rows)
    shapes = {tuple(map(len, board.split("|"))) for board in boards.values()}
    shape = shapes.pop() if len(shapes) == 1 else ()
    is_rectangle = len(set(shape)) == 1 and shape[0] > 0
    # One row may be a word where nobody says how a position looks.
    is_word = len(shape) == 1 and (shape[0] == 1 or ruleset._draw is None)
    are_alike = len(set(boards.values())) < len(boards)
    if not is_rectangle or is_word or are_alike or not NEVER.isdisjoint("".join(boards.values()).replace("|", "")):
        return None
    return {p: f'"{board}"' for p, board in boards.items()}, "strip" if len(shape) == 1 else "grid", shape


def _are_integers(known: dict[Hashable, Moves]) -> bool:
    """Whether integers can name the positions. Beside them, a game that is an integer would be read as a position."""
    options = (option for sides in known.values() for side in sides for option in side)
    return all(type(position) is int for position in known) and all(
        option and not any(isinstance(part, Game) for part in option) for option in options
    )


def _label(position: Hashable, taken: set[str], numbers: dict[str, int]) -> str:
    """A position as a text of the language that no other one has."""
    plain = repr(position)
    for words in ([position] if isinstance(position, str) and position.isprintable() else []) + [plain]:
        text = _text(words)
        if text not in taken:
            return text
    while True:
        numbers[plain] = numbers.get(plain, 1) + 1
        text = _text(f"{plain} #{numbers[plain]}")
        if text not in taken:
            return text


def _text(words: str) -> str:
    """Words as a text of the language, which writes characters by number as ``\\u{1b}``."""
    return re.sub(r"(\\\\)|\\u([0-9a-f]{4})|\\([bf])", _escape, json.dumps(words, ensure_ascii=False))


def _escape(found: re.Match[str]) -> str:
    backslashes, code, letter = found.groups()
    if backslashes:
        return backslashes
    return f"\\u{{{code or {'b': '8', 'f': 'c'}[letter]}}}"


__all__ = ["Explored", "Written", "asks_about_forms"]
