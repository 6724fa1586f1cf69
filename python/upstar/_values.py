"""Values of the language that Python has no type for."""

from __future__ import annotations

import json
import math
import numbers
import operator
from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from fractions import Fraction
from typing import Any

from . import _upstar
from ._errors import Error
from ._higher import answer, is_of_python, of_language
from ._names import Methods
from ._upstar import Handle


class Player(str):
    """A player, ``Left`` or ``Right``: a text that the language knows as a player."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self):
        return Player, (str(self),)


class Outcome(str):
    """Who wins, such as ``N``: a text that the language knows as an outcome.

    >>> import upstar as up
    >>> up.game("*").outcome
    N
    >>> up.game("*").outcome == "N"
    True
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self):
        return Outcome, (str(self),)


Left = Player("Left")
Right = Player("Right")

def _player(player: str) -> Player:
    """``"Left"``, ``"left"`` and ``Left``."""
    name = str(player).capitalize()
    if name not in ("Left", "Right"):
        raise ValueError(f"expected a player, Left or Right, found {player!r}")
    return Player(name)


class Value(Methods, Handle):
    """A value of the language. It belongs to the session that has made it.

    Its functions are methods too: ``g.birthday()`` is ``up.birthday(g)``.
    """

    __slots__ = ("_cached_text",)

    @property
    def text(self) -> str:
        """The value as text, which reads back."""
        try:
            # As long as there is none, `self._cached_text` would look for a method of the language.
            return object.__getattribute__(self, "_cached_text")
        except AttributeError:
            self._cached_text = text = self._text("unicode")
            return text

    @property
    def ascii(self) -> str:
        """The value as text that a keyboard can type, which reads back."""
        return self._text("ascii")

    @property
    def latex(self) -> str:
        """Source for LaTeX."""
        return self._text("latex")

    @property
    def svg(self) -> str | None:
        """The picture of a value that has one."""
        return self._svg()

    def outside(self) -> dict[str, Any]:
        """The value as other programs are given it: kind, text, LaTeX, picture and data.

        >>> import upstar as up
        >>> up.game("<0|*>").outside()
        {'version': 1, 'kind': 'form', 'text': '↑', 'latex': '\\\\uparrow'}
        """
        return json.loads(self._outside())

    def __repr__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self._shown()

    def __format__(self, spec: str) -> str:
        if spec.partition(" ")[0] in ("unicode", "ascii", "latex"):
            return self._text(spec)
        return format(str(self), spec)

    def __add__(self, other: Any) -> Any:
        return self._operation("+", other, False)

    def __radd__(self, other: Any) -> Any:
        return self._operation("+", other, True)

    def __sub__(self, other: Any) -> Any:
        return self._operation("-", other, False)

    def __rsub__(self, other: Any) -> Any:
        return self._operation("-", other, True)

    def __mul__(self, other: Any) -> Any:
        return self._operation("*", other, False)

    def __rmul__(self, other: Any) -> Any:
        return self._operation("*", other, True)

    def __neg__(self) -> Any:
        return self._negative()

    def __pos__(self) -> Any:
        return self

    def _operation(self, op: str, other: Any, turned: bool) -> Any:
        return self._binary(op, other, turned) if _is_value(other) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self._compare("==", other) if _is_value(other) else NotImplemented

    def __lt__(self, other: Any) -> bool:
        return self._compare("<", other) if _is_value(other) else NotImplemented

    def __le__(self, other: Any) -> bool:
        return self._compare("<=", other) if _is_value(other) else NotImplemented

    def __gt__(self, other: Any) -> bool:
        return self._compare(">", other) if _is_value(other) else NotImplemented

    def __ge__(self, other: Any) -> bool:
        return self._compare(">=", other) if _is_value(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> Value:
        return self

    def __deepcopy__(self, memo: dict) -> Value:
        return self

    def __reduce__(self):
        definitions, identity = self._needs() or ("", None)
        return restore, (self._source(), definitions, identity)

    def _repr_latex_(self) -> str | None:
        latex, _ = self._drawn()
        return None if latex is None else f"${latex}$"

    def _repr_svg_(self) -> str | None:
        return self._svg()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        bundle = {"text/plain": str(self)}
        latex, svg = self._drawn()
        if latex is not None:
            bundle["text/latex"] = f"${latex}$"
        if svg is not None:
            bundle["image/svg+xml"] = svg
        return bundle


def _is_value(other: object) -> bool:
    """Whether a value can be computed with: floats and what the language does not know cannot."""
    known = (Handle, numbers.Rational, str, list, tuple, set, frozenset, dict, range)
    return isinstance(other, known)


class Game(Value):
    """A game: a number, a short or a loopy game, a position, a sum of positions.

    Games are equal when they have the same value, and ``<=`` is the partial order of games.

    >>> import upstar as up
    >>> g = up.game("{0,*|0}") + up.star(2)
    >>> g, g.outcome, g.temperature
    (↑*3, L, 0)
    >>> up.game("{0|*}") > 0, up.star() <= 0, up.star().confused(0)
    (True, False, True)
    >>> up.game("{1|}") == 2 and hash(up.game("{1|}")) == hash(2)
    True
    """

    __slots__ = ()

    def canonical(self, **limits: Any) -> Game:
        """The canonical form.

        >>> import upstar as up
        >>> up.game("<0,*|*>").canonical()
        ↑
        """
        return self._ask("canonical", **limits)

    @property
    def outcome(self) -> Outcome:
        """Who wins: ``L``, ``R``, ``N``, ``P``, and ``D`` for a draw."""
        return call(self, "outcome")

    @property
    def temperature(self) -> Any:
        """How much the first move is worth."""
        return call(self, "temperature")

    @property
    def mean(self) -> Any:
        """The mean value."""
        return call(self, "mean")

    @property
    def thermograph(self) -> Value:
        """The thermograph, drawn in a notebook."""
        return call(self, "thermograph")

    @property
    def left(self) -> list[Game]:
        """Left's options in the canonical form.

        >>> import upstar as up
        >>> up.game("^*").left
        [0, *]
        """
        return self._ask("left_options")

    @property
    def right(self) -> list[Game]:
        """Right's options in the canonical form."""
        return self._ask("right_options")

    def __iter__(self) -> Iterator[Game]:
        """The options, Left's first."""
        yield from self.left
        yield from self.right

    def confused(self, other: Any) -> bool:
        """Whether neither game is at least the other: ``G || H`` in the language.

        >>> import upstar as up
        >>> up.star().confused(0), up.game("^").confused(up.star())
        (True, True)
        """
        return self._compare("||", other)

    def explain(self, *depth: int, **limits: Any) -> Value:
        """Why the game has its value."""
        return call(self, "explain", *depth, **limits)

    def __int__(self) -> int:
        key = self._key()
        if not isinstance(key, int):
            raise TypeError(f"{self!r} is no integer")
        return key

    def as_integer_ratio(self) -> tuple[int, int]:
        """Numerator and denominator of a game that is a number.

        >>> import upstar as up
        >>> up.game("<0|1>").as_integer_ratio()
        (1, 2)
        """
        key = self._key()
        if isinstance(key, str):
            raise TypeError(f"{self!r} is no number")
        return key.as_integer_ratio()

    def _ask(self, name: str, *args: Any, **limits: Any) -> Any:
        return call(self, name, *args, games=True, **limits)


class Number(Game):
    """A game that is a number, and a number of Python.

    >>> import upstar as up
    >>> from fractions import Fraction
    >>> Fraction(up.game("3/4")), int(up.game("<1|>").canonical())
    (Fraction(3, 4), 2)
    >>> up.game("7/2") // 2, up.game("7/2") % 2, round(up.game("9/4")), [10, 20, 30][up.game(1)]
    (1, 3/2, 2, 20)
    """

    __slots__ = ()

    @property
    def numerator(self) -> int:
        """The numerator in lowest terms."""
        return self._key().numerator

    @property
    def denominator(self) -> int:
        """The denominator in lowest terms."""
        return self._key().denominator

    def __float__(self) -> float:
        return float(self._key())

    def __bool__(self) -> bool:
        return self._key() != 0

    def __index__(self) -> int:
        return int(self)

    def __abs__(self) -> Number:
        return self._made(abs(self._key()))

    def __trunc__(self) -> int:
        return math.trunc(self._key())

    def __floor__(self) -> int:
        return math.floor(self._key())

    def __ceil__(self) -> int:
        return math.ceil(self._key())

    def __round__(self, digits: int | None = None) -> Any:
        rounded = round(self._key(), digits)
        return rounded if digits is None else self._made(rounded)

    def __truediv__(self, other: Any) -> Any:
        return self._arithmetic(operator.truediv, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._arithmetic(operator.truediv, other, self)

    def __floordiv__(self, other: Any) -> Any:
        return self._arithmetic(operator.floordiv, self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._arithmetic(operator.floordiv, other, self)

    def __mod__(self, other: Any) -> Any:
        return self._arithmetic(operator.mod, self, other)

    def __rmod__(self, other: Any) -> Any:
        return self._arithmetic(operator.mod, other, self)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __pow__(self, exponent: Any) -> Any:
        return self._arithmetic(operator.pow, self, exponent)

    def _arithmetic(self, compute: Any, one: Any, other: Any) -> Any:
        """A number that Python computes with fractions; exact, or not at all."""
        if not (isinstance(one, numbers.Rational) and isinstance(other, numbers.Rational)):
            return NotImplemented
        found = compute(_fraction(one), _fraction(other))
        return self._made(found) if isinstance(found, numbers.Rational) else NotImplemented

    def _made(self, number: numbers.Rational) -> Any:
        return self._engine.convert(number, True)


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.numerator), int(number.denominator))


numbers.Rational.register(Number)


class Position(Game):
    """A position of a ruleset, or a sum of positions.

    ``==`` compares values, as for all games. The hash is that of the text, so that sets and dictionaries keep positions
    apart: searches of graphs work, and no value is computed.

    >>> import upstar as up
    >>> p = up.rulesets.Domineering(2, 3)
    >>> p.moves("Right")[0]
    Domineering("##.|...")
    >>> p.value(), p.outcome
    (<2|-1/2>, N)
    """

    __slots__ = ()

    def __hash__(self) -> int:
        """A hash of how the position is written, which costs nothing to find."""
        return hash(self._source())

    # Python forgets it where there is a hash.
    __eq__ = Game.__eq__

    def moves(self, player: str | None = None, **limits: Any) -> list[Position]:
        """The positions that a player can move to, by the rules.

        The player may be left out when both have the same moves.
        """
        players = () if player is None else (_player(player),)
        return self._ask("moves", *players, **limits)

    def value(self, **limits: Any) -> Game:
        """The canonical form of the position."""
        return self._ask("canonical", **limits)

    def draw(self) -> Value:
        """The position as a picture."""
        return call(self, "draw")


class Ruleset(Value):
    """A ruleset, or a family of them: called, it gives a position."""

    __slots__ = ()

    def __call__(self, *args: Any, **limits: Any) -> Any:
        return _call(self._engine, self, args, True, **limits)

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        return page(self._engine, self.text.split("(")[0])


class Function(Value):
    """A function of a program."""

    __slots__ = ()

    def __call__(self, *args: Any, games: bool = False, **limits: Any) -> Any:
        return _call(self._engine, self, args, games, **limits)


class Collection(Value):
    """A set."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items())

    def __len__(self) -> int:
        return self._length()

    def __contains__(self, item: Any) -> bool:
        return self._compare("in", item)


class _Items(ItemsView):
    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return iter(self._mapping._items())


class _Values(ValuesView):
    def __iter__(self) -> Iterator[Any]:
        return (value for _, value in self._mapping._items())


class Map(Value, Mapping):
    """A map with keys such as games; one whose keys are numbers and texts is a ``dict``.

    Games are found by their values, and positions by how they are written.

    >>> import upstar as up
    >>> counts = up.eval("tally([canonical(P) for P in boards(Domineering, 2, 2)])")
    >>> counts[0], counts[up.star()], up.game("^") in counts, sum(counts.values())
    (7, 4, False, 16)
    """

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        try:
            found = self._get(key)
        except TypeError:
            # Nothing that could be a key.
            found = None
        if found is None:
            raise KeyError(key)
        return found[0]

    def __iter__(self) -> Iterator[Any]:
        return (key for key, _ in self._items())

    def __len__(self) -> int:
        return self._length()

    def items(self) -> ItemsView[Any, Any]:
        return _Items(self)

    def values(self) -> ValuesView[Any]:
        return _Values(self)

    # Python forgets it where there is equality.
    __hash__ = Value.__hash__


class Enumeration(Value):
    """An enumeration such as ``boards(Domineering, 3, 4)``, whose elements are found one after the other.

    >>> import upstar as up
    >>> boards = up.eval("boards(Clobber, 1, 2)")
    >>> len(boards), boards[-1]
    (9, Clobber("oo"))
    >>> [board.outcome for board in boards if board.outcome != "P"]
    [N, N]
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        code, count = 0, 1
        while True:
            elements, code = self._elements(code, count)
            if not elements:
                return
            yield from elements
            count = min(2 * count, 64)

    def __len__(self) -> int:
        return call(self, "length")

    def __getitem__(self, index: int) -> Any:
        place = operator.index(index)
        place = place + len(self) if place < 0 else place
        found = None if place < 0 else self._nth(place)
        if found is None:
            raise IndexError(f"{self.text} has {len(self)} elements, found the index {index}")
        return found

    def __contains__(self, item: Any) -> bool:
        return self._compare("in", item)


def size(memory: int | str | None) -> int | None:
    """Bytes: a number, or a text such as ``500M`` or ``2G``."""
    if memory is None or isinstance(memory, int):
        return memory
    units = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}
    text = memory.strip().upper().removesuffix("B").removesuffix("I")
    digits = text.rstrip("KMGT")
    try:
        return int(float(digits) * (1 << units[text[len(digits) :]]))
    except (ValueError, KeyError):
        raise ValueError(f"expected a size such as '500M' or '2G', found {memory!r}") from None


def _call(
    engine: Any,
    callee: Any,
    args: tuple,
    games: bool,
    *,
    seconds: float | None = None,
    memory: int | str | None = None,
    steps: int | None = None,
) -> Any:
    """Calls a function of the language, also with functions of Python, and ``tally`` with an iterator."""
    if any(map(is_of_python, args)) or (args and isinstance(args[0], Iterator)):
        from ._session import limits

        args = tuple(of_language(argument, engine) for argument in args)
        with limits(seconds=seconds, memory=memory, steps=steps):
            found = answer(engine, callee, args)
        if found is not NotImplemented:
            return found
    return engine.call(callee, args, games, seconds, size(memory), steps)


def call(value: Handle, name: str, *args: Any, games: bool = False, **limits: Any) -> Any:
    """Calls a function of the language in the session of a value."""
    return _call(value._engine, name, (value, *args), games, **limits)


def page(engine: Any, name: str) -> str | None:
    """The page of a name, as a docstring."""
    found = engine.page(name)
    if found is None:
        return None
    signature, summary, details, examples, see_also, source = found
    parts = [signature, summary]
    if details:
        parts.append(details)
    if examples:
        shown = (f"    {asked}\n    {answer}" for asked, answer in examples)
        parts.append("In the language::\n\n" + "\n".join(shown))
    if see_also:
        parts.append("See also: " + ", ".join(see_also))
    if source:
        parts.append(f"Source: {source}")
    return "\n\n".join(parts)


def restore(text: str, definitions: str, identity: bytes | None) -> Any:
    """The value of a text: what pickles contain.

    In the default session, if the names in the text mean there what they meant; otherwise in a session with the
    definitions that it needs.
    """
    from ._session import default, with_definitions

    try:
        value = default()._engine.restored(text, identity)
    except Error:
        # Some name is not known here. A limit is met again below.
        value = None
    if value is None:
        value = with_definitions(definitions)._engine.restored(text, identity)
    if value is None:
        raise ValueError(f"{text} cannot be restored: it reads names whose values have no text")
    return value


#: The classes of values, by their kinds.
CLASSES: dict[str, type[Value]] = {
    "number": Number,
    "surreal number": Game,
    "game": Game,
    "form": Game,
    "loopy game": Game,
    "infinite nimber": Game,
    "position": Position,
    "sum of positions": Position,
    "ruleset": Ruleset,
    "function": Function,
    "set": Collection,
    "map": Map,
    "enumeration": Enumeration,
}

_upstar.register(CLASSES, Value)
