"""Rules that are functions of Python."""

from __future__ import annotations

import html
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from ._upstar import Rules
from ._values import Game, Outcome, Position, Value, _player

#: A function that lists what a player can move to.
Options = Callable[[Any], Iterable[Any]]


class FunctionRuleset:
    """A ruleset whose rules are functions; called with a position, it answers questions about it.

    A position is any hashable object. An option is a position, a game such as ``up.star(2)``, or a list of these that
    are left side by side. Where positions are not tuples, a tuple is such a list as well.

    >>> import upstar as up
    >>> def kayles(n):
    ...     return [[a, n - k - a] for k in (1, 2) if k <= n for a in range((n - k) // 2 + 1)]
    >>> Kayles = up.ruleset(moves=kayles)
    >>> [Kayles(n).nimber for n in range(8)]
    [0, 1, 2, 3, 1, 4, 3, 2]

    Functions are asked once for each position that a question meets, and must always answer the same. What they raise is
    raised again.
    """

    def __init__(
        self,
        engine: Any,
        left: Options,
        right: Options,
        name: str | None = None,
        draw: Callable[[Any], str] | None = None,
    ) -> None:
        self.name = name or getattr(left, "__name__", "Rules")
        self._engine = engine
        self._functions = left, right
        self._draw = draw
        self._rules: dict[bool, Rules] = {}

    def __call__(self, *position: Hashable) -> FunctionPosition:
        """A position; of several objects the tuple of them."""
        return FunctionPosition(self, position[0] if len(position) == 1 else position)

    def __repr__(self) -> str:
        return self.name

    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same function."""
        left, right = self._functions
        return left is right

    def _position(self, position: Hashable) -> FunctionPosition:
        return FunctionPosition(self, position)

    def _asked(self, position: Hashable) -> Rules:
        tuples = isinstance(position, tuple)
        if tuples not in self._rules:
            self._rules[tuples] = Rules(self._engine, *self._functions, tuples)
        return self._rules[tuples]


class FunctionPosition:
    """A position of a ruleset of functions. Positions are equal when their objects are.

    >>> import upstar as up
    >>> steps = up.ruleset(left=lambda n: range(n), right=lambda n: [n - 1] if n else [], name="Steps")
    >>> p = steps(2)
    >>> p, p.value(), p.outcome, p.moves("Left"), p.winning_moves("Right")
    (Steps(2), ↑, L, [Steps(0), Steps(1)], [])
    """

    __slots__ = ("ruleset", "position", "_picture")

    def __init__(self, ruleset: FunctionRuleset, position: Hashable) -> None:
        self.ruleset = ruleset
        self.position = position
        self._picture: str | None = None

    def value(self) -> Game:
        """The canonical form."""
        return self.ruleset._asked(self.position).value(self.position)

    canonical = value

    @property
    def outcome(self) -> Outcome:
        """Who wins: ``L``, ``R``, ``N``, ``P``, and ``D`` for a draw."""
        return self.ruleset._asked(self.position).outcome(self.position)

    @property
    def misere_outcome(self) -> Outcome:
        """Who wins when the last move loses."""
        return self.ruleset._asked(self.position).outcome(self.position, True)

    @property
    def nimber(self) -> Any:
        """The nimber of an impartial position."""
        return self.ruleset._asked(self.position).nimber(self.position)

    def moves(self, player: str | None = None) -> list[Any]:
        """What a player can move to: positions, games, and lists of these. Without a player, what both can."""
        if player is None:
            moves = self.moves("Left")
            if moves != self.moves("Right"):
                raise ValueError("the players have different moves: say which player moves")
            return moves
        return self._positions(player, False)

    def winning_moves(self, player: str) -> list[Any]:
        """The moves with which a player wins."""
        return self._positions(player, True)

    def _positions(self, player: str, winning: bool) -> list[Any]:
        rules = self.ruleset._asked(self.position)
        found = rules.moves(self.position, _player(player), winning)
        return [self._made(option) for option in found]

    def _made(self, option: Any) -> Any:
        if isinstance(option, list):
            return [self._made(part) for part in option]
        return option if isinstance(option, Game) else FunctionPosition(self.ruleset, option)

    def explain(self, *depth: int, **limits: Any) -> Value:
        """Why the position has its value, with so many levels of reasons: see :meth:`in_language`.

        >>> import upstar as up
        >>> nim = up.ruleset(moves=lambda n: range(n), name="Nim")
        >>> print(nim(1).explain())
        Nim(1) = *
        ├─ the options and their nimbers
        │     nimber  options
        │     0       Nim(0)
        ├─ the least number that no option has is 1
        └─ the nimber is not 0, so the next player wins
        """
        from ._session import limits as within

        with within(**limits):
            return self.in_language(levels=max((3, *depth)) + 1).explain(*depth)

    def in_language(self, session: Any = None, *, levels: int = 2, whole: bool = False) -> Position:
        """The position in a ruleset of the language. Above 5,000 positions only those of the first ``levels`` have their
        own moves.

        Positions are boards where ``draw``, or the text that a position is, shows rows of the same length; otherwise they
        are integers or texts. The ruleset is declared in a session, or in a new one. Positions after the first levels have
        the moves of their values: values and outcomes in normal play stay right. With ``whole`` they are an error.

        >>> import upstar as up
        >>> steps = up.ruleset(left=lambda n: range(n), right=lambda n: [n - 1] if n else [], name="Steps")
        >>> p = steps(3).in_language()
        >>> p, p.moves("Left"), p.birthday()
        (Steps(3), [Steps(0), Steps(1), Steps(2)], 3)
        """
        from ._session import Session

        return in_language([self], session or Session(), levels=levels, whole=whole)[0]

    def draw(self) -> str:
        """The position as a picture: what the function ``draw`` of the ruleset says, a text or SVG."""
        return repr(self) if self.ruleset._draw is None else self.ruleset._draw(self.position)

    def _repr_svg_(self) -> str | None:
        drawn = self._drawn()
        return drawn if drawn and _is_svg(drawn) else None

    def _repr_html_(self) -> str | None:
        drawn = self._drawn()
        return f"<pre>{html.escape(drawn)}</pre>" if drawn and not _is_svg(drawn) else None

    def _drawn(self) -> str | None:
        """The picture, which is drawn once for all ways of showing it."""
        if self.ruleset._draw is None:
            return None
        if self._picture is None:
            self._picture = str(self.draw())
        return self._picture

    def __repr__(self) -> str:
        inside = repr(self.position)
        return f"{self.ruleset.name}{inside if isinstance(self.position, tuple) else f'({inside})'}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FunctionPosition):
            return NotImplemented
        return self.ruleset is other.ruleset and self.position == other.position

    def __hash__(self) -> int:
        return hash((id(self.ruleset), self.position))

    def __add__(self, other: Any) -> Any:
        """The value of the sum with another position or game."""
        return self.value() + (other.value() if isinstance(other, FunctionPosition) else other)

    def __radd__(self, other: Any) -> Any:
        return self + other

    def __neg__(self) -> Any:
        return -self.value()

    def __sub__(self, other: Any) -> Any:
        return self + -other


def _is_svg(drawn: str) -> bool:
    return drawn.lstrip().startswith("<svg")


def in_language(
    positions: Iterable[FunctionPosition], session: Any, *, levels: int = 2, whole: bool = False
) -> list[Position]:
    """Positions in rulesets of the language, which are declared in a session. With ``whole`` all that follow are written."""
    from ._written import MANY, Written

    listed = list(positions)
    starts: dict[FunctionRuleset, dict[Hashable, None]] = {}
    for one in listed:
        starts.setdefault(one.ruleset, {})[one.position] = None
    written = {ruleset: Written(ruleset, some, session, levels=levels) for ruleset, some in starts.items()}
    if whole and any(one.position not in written[one.ruleset].whole for one in listed):
        raise ValueError(MANY)
    return [written[one.ruleset].position(one.position) for one in listed]


#: What a position answers without a ruleset of the language.
ASKED: dict[str, Callable[[FunctionPosition], Any]] = {
    "canonical": lambda p: p.value(),
    "nimber": lambda p: p.nimber,
    "outcome": lambda p: p.outcome,
}
#: Functions that need no more than the value of a position.
OF_VALUES = frozenset(
    "atomic_weight birthday canonical confusion_interval cool far_star freeze heat incentives is_all_small is_infinitesimal is_integer"
    " is_nimber is_number is_numberish left_incentives left_stop left_wall mean nimber norton overheat reduced right_incentives"
    " right_stop right_wall stops subzero_thermograph temperature thermograph uptimal_expansion".split()
)


def as_arguments(name: str, args: tuple[Any, ...], engine: Any) -> tuple[tuple[Any, ...], Any]:
    """The arguments of a function of the language, with positions of functions as values or in rulesets of the language.

    These are declared in one session, which knows what the other arguments need. The engine is that of the call.
    """
    from ._session import defined
    from ._written import asks_about_forms

    own = [one for one in args if isinstance(one, FunctionPosition)]
    if name in OF_VALUES:
        made: list[Any] = [one.value() for one in own]
    else:
        session = defined(tuple(engine.definitions) if any(isinstance(one, Value) for one in args) else ())
        made, engine = list(in_language(own, session, whole=asks_about_forms("", "", name))), session._engine
    found = iter(made)
    return tuple(next(found) if isinstance(one, FunctionPosition) else one for one in args), engine
