"""The names of the language with their types. Written by ``python/stubs.py``."""

import builtins
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from ._values import Collection, Enumeration, Game, Outcome, Player, Position, Ruleset, Value

GameLike: TypeAlias = Game | int | Fraction
NumberLike: TypeAlias = Game | int | Fraction
IntegerLike: TypeAlias = Game | int
CollectionLike: TypeAlias = (
    builtins.list[Any]
    | builtins.tuple[Any, ...]
    | builtins.set[Any]
    | builtins.frozenset[Any]
    | builtins.range
    | Mapping[Any, Any]
    | Collection
    | Enumeration
    | Iterator[Any]
)

RULESETS: builtins.frozenset[str]
FUNCTIONS: builtins.frozenset[str]
CONSTANTS: builtins.frozenset[str]


def safe(name: str) -> str: ...
def signature(name: str, *, of_value: bool = ...) -> Any: ...


class Rules(Ruleset):
    """A ruleset that is no family: called, it gives a position."""

    def __call__(self, *values: Any, **limits: Any) -> Position: ...
__all__ = [
    'D',
    'L',
    'Left',
    'Max',
    'Min',
    'N',
    'N_check',
    'N_hat',
    'P',
    'P_check',
    'P_hat',
    'R',
    'Right',
    'argmax',
    'argmin',
    'atomic_weight',
    'backward_induction',
    'best_moves',
    'birthday',
    'blocked_moves',
    'board',
    'boards',
    'breathes',
    'canonical',
    'ceil',
    'cells',
    'certify',
    'chain_put',
    'chain_without',
    'checkerboard',
    'clique',
    'coin_rulesets',
    'columns',
    'companion',
    'components',
    'compound_moves',
    'compound_outcome',
    'confusion_interval',
    'conjunctive',
    'connected',
    'connects',
    'contents',
    'continued_conjunctive',
    'contract',
    'conway_product',
    'cool',
    'cut',
    'cycle',
    'day',
    'degree',
    'denominator',
    'difference',
    'digraph',
    'diminished_disjunctive',
    'disjunctive',
    'distinguisher',
    'div',
    'divisors',
    'dominates',
    'dots_and_boxes',
    'downsum',
    'downsum_variety',
    'draw',
    'edges',
    'ends',
    'exceptions',
    'explain',
    'factor',
    'far_star',
    'find',
    'first_heaps',
    'floor',
    'followers',
    'form',
    'found_first',
    'freed',
    'freeze',
    'full',
    'fusion',
    'gale_board',
    'gaps',
    'gcd',
    'genus',
    'graph',
    'graphs',
    'green_steps',
    'green_value',
    'grid_graph',
    'group',
    'groups',
    'grundy',
    'has_liberties',
    'head_value',
    'heap_code',
    'heap_rulesets',
    'heat',
    'hex_connects',
    'how',
    'identify',
    'ilog',
    'impartial',
    'incentives',
    'infinity',
    'insert',
    'intersection',
    'is_all_small',
    'is_atomic',
    'is_connected',
    'is_even',
    'is_even_tempered',
    'is_evil',
    'is_function',
    'is_game',
    'is_half_tame',
    'is_infinitesimal',
    'is_integer',
    'is_linked',
    'is_loopy',
    'is_misere_invertible',
    'is_misere_prime',
    'is_nimber',
    'is_number',
    'is_number_tiny',
    'is_numberish',
    'is_odd',
    'is_odd_tempered',
    'is_odious',
    'is_plumtree',
    'is_prime',
    'is_restive',
    'is_restless',
    'is_stopper',
    'is_stopper_sided',
    'is_tame',
    'is_wild',
    'isqrt',
    'join',
    'keys',
    'knight_moves',
    'label',
    'latex',
    'left_incentives',
    'left_options',
    'left_stop',
    'left_wall',
    'length',
    'liberties',
    'line',
    'link',
    'loony',
    'lowered',
    'mate',
    'mean',
    'meet',
    'mex',
    'minimal_generators',
    'miny',
    'misere',
    'misere_canonical',
    'misere_compound_moves',
    'misere_compound_outcome',
    'misere_day',
    'misere_difference',
    'misere_equal',
    'misere_leq',
    'misere_partitions',
    'misere_parts',
    'misere_quotient',
    'misere_remoteness',
    'misere_suspense',
    'misere_universe',
    'moves',
    'neighbours',
    'nim_inverse',
    'nim_power',
    'nim_product',
    'nim_quotient',
    'nim_square_root',
    'nim_sum',
    'nimber',
    'norton',
    'numerator',
    'octal',
    'oeis_like',
    'offside',
    'omega',
    'on_diagonals',
    'one_less',
    'onside',
    'opponent',
    'orbit',
    'ordinal_power',
    'ordinal_product',
    'ordinal_sum',
    'outcome',
    'overheat',
    'partitions',
    'path',
    'period',
    'permutations',
    'phutball_field',
    'play',
    'plot',
    'positions',
    'positions_worth',
    'power',
    'power_sum',
    'principal_line',
    'product',
    'reduced',
    'remoteness',
    'remove',
    'replay',
    'reverse',
    'rewritten',
    'right_incentives',
    'right_options',
    'right_stop',
    'right_wall',
    'rooted_trees',
    'rows',
    'rulesets_with',
    'sample',
    'save',
    'selective',
    'sensible_options',
    'sequence',
    'sequential',
    'shifted',
    'shortened_selective',
    'show',
    'shows',
    'sign',
    'sign_expansion',
    'small_boards',
    'sort',
    'stalk',
    'start',
    'stop_count',
    'stops',
    'strategy',
    'strong_left_stop',
    'strong_right_stop',
    'subordinate',
    'subsets',
    'subzero_thermograph',
    'suspense',
    'table',
    'take_and_break',
    'tally',
    'temperature',
    'text',
    'text_times',
    'thermograph',
    'tinted',
    'tiny',
    'to',
    'totient',
    'tree',
    'trees',
    'turned',
    'turns',
    'ugly_product',
    'union',
    'up_power',
    'up_power_sum',
    'up_to_symmetry',
    'upsum',
    'upsum_variety',
    'uptimal_expansion',
    'value',
    'values',
    'variety',
    'vertices',
    'winning_moves',
    'without',
]
def canonical(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The canonical form of a game, position or sum."""
def form(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """A bracket as it was typed, not its canonical form."""
def outcome(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Outcome:
    """Who wins: `L` Left, `R` Right, `N` the next player, `P` the previous one."""
def nimber(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The n for which an impartial game equals *n, by the mex rule."""
def grundy(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """Another name for `nimber`."""
def left_options(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
    """Left's options in the canonical form; as typed for `form(G)`."""
def right_options(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
    """Right's options in the canonical form; as typed for `form(G)`."""
def birthday(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The day a game is born: the depth of its canonical form; as typed for `form(G)`."""
def left_stop(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The number at which play stops when Left begins and both play well."""
def right_stop(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The number at which play stops when Right begins and both play well."""
def stops(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.tuple[GameLike, GameLike]:
    """The Left stop and the Right stop."""
def is_number(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether the value of a game is a number."""
def is_integer(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether the value of a game is an integer."""
def is_nimber(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether the value of a game is a nimber; 0 is one."""
def is_infinitesimal(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a game lies between every negative and every positive fraction."""
def tiny(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Tiny-G, the game <0||0|-G>: positive, and smaller than every up."""
def miny(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Miny-G, the game <G|0||0>: the negative of tiny-G."""
def up_power(n: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The n-th power of up: the next smaller order of infinitesimal each time."""
def up_power_sum(n: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The sum of the powers of up from the first to the n-th."""
def power(G: GameLike, x: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The power of a game <0|H>: <0|H - power_sum(G, x - 1)>, of a smaller order the larger x is."""
def power_sum(G: GameLike, x: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The sum of the powers of a game up to the exponent: 0 for 0, and else G : y with the y for which x is 1 : y."""
def mean(G: Any, komaster: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int | Fraction:
    """The mean value: what each of many copies of a game is worth."""
def temperature(G: Any, komaster: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int | Fraction:
    """How much a move is worth: where the mast of the thermograph begins."""
def cool(G: GameLike, t: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """A game in which each move costs a tax of t, until neither player wants to move."""
def freeze(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """A game cooled by its own temperature."""
def heat(G: GameLike, t: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """A game in which each move, but those in numbers, gains t."""
def overheat(G: GameLike, s: GameLike, t: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Overheating from s to t: n becomes n copies of s, and each other move gains t."""
def norton(G: GameLike, U: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The Norton product of a game and a unit."""
def confusion_interval(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.tuple[GameLike, GameLike]:
    """The numbers confused with a game: those x with `low <| x <| high`, as (low, high)."""
def is_even_tempered(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether every line of play reaches a number after an even number of moves."""
def is_odd_tempered(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether every line of play reaches a number after an odd number of moves."""
def thermograph(G_or_left_wall: Any, right_wall_or_komaster: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The thermograph of a game, with a komaster or none; or that with these walls."""
def subzero_thermograph(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """The thermograph of a game from temperature -1 on."""
def left_wall(G: Any, t: NumberLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The left wall of a thermograph: its corners, or its value at temperature t."""
def right_wall(G: Any, t: NumberLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The right wall of a thermograph: its corners, or its value at temperature t."""
def is_all_small(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether in every follower both players can move, or neither."""
def is_numberish(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a game is a number plus an infinitesimal."""
def reduced(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The reduced canonical form: the simplest game that differs by an infinitesimal."""
def incentives(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
    """What each move gains: G^L - G and G - G^R, the dominated ones left out."""
def left_incentives(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
    """What each of Left's moves gains, the dominated ones left out."""
def right_incentives(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
    """What each of Right's moves gains, the dominated ones left out."""
def followers(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """All that can be reached from a game, the game itself first."""
def stop_count(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """How many lines of play lead from a game to a number, in turn or not."""
def far_star(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The least n such that neither *n nor any larger nimber is a follower of a game."""
def is_even(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether every line of play in the canonical form has an even number of moves."""
def is_odd(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether every line of play in the canonical form has an odd number of moves."""
def atomic_weight(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """How many ups a game is worth, remote stars aside."""
def is_atomic(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a game has an atomic weight."""
def uptimal_expansion(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The number, the coefficients of the powers of up, and the nimber of a game that is a sum of these."""
def companion(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The image of a game under the one symmetry, besides the identity, of the games born by a day."""
def day(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
    """All values born by day n, for n up to 3."""
def join(G: GameLike, H: GameLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The least game born by day n that is at least G and H."""
def meet(G: GameLike, H: GameLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The greatest game born by day n that is at most G and H."""
def is_number_tiny(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a game is a number plus tiny-H or miny-H, for a positive H."""
def is_plumtree(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether the only cycles in the simplest form of a stopper are passes."""
def upsum_variety(G: GameLike, d: GameLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The upsum variety of a stopper for an idempotent d: the upsum of G with the downsum of -G and -d."""
def downsum_variety(G: GameLike, d: GameLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The downsum variety of a stopper for an idempotent d: the downsum of G with the upsum of -G and d."""
def ordinal_sum(G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """`G : H`: play in both, but a move in G ends H."""
def subordinate(G: GameLike, H: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The game X for which `H : X` equals G: what H carries to become G."""
def disjunctive(G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Play in one of them, the same as `G + H`."""
def diminished_disjunctive(G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Play in one of them; when neither player can move in one, play is over."""
def conjunctive(G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Play in both at once; when one has ended, so has the compound."""
def selective(G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Play in one or in both at once."""
def continued_conjunctive(G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Play in both at once, and in one alone when the other has ended: when neither player can move there."""
def shortened_selective(G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Play in one or in both at once; when neither player can move in one, play is over."""
def sequential(G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Play in G until neither player can move there, and then in H."""
def conway_product(G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Conway's product; for numbers the usual one."""
def remoteness(G: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """How many moves play lasts when the winner wants to win soon, the loser to lose late."""
def misere_remoteness(G: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The remoteness when the player who cannot move wins."""
def suspense(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """How many moves play lasts when the winner wants to win late, the loser to lose soon."""
def misere_suspense(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The suspense when the player who cannot move wins."""
def compound_outcome(how: Any, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Outcome:
    """Who wins a compound of any number of impartial games."""
def misere_compound_outcome(how: Any, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Outcome:
    """Who wins a compound when the player who cannot move wins."""
def compound_moves(how: Any, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The winning moves in a compound of impartial games: what the components become."""
def misere_compound_moves(how: Any, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The winning moves in a compound when the player who cannot move wins."""
def onside(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The onside of a game: its value when Left wins infinite play."""
def offside(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The offside of a game: its value when Right wins infinite play."""
def is_loopy(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a game equals no game that ends."""
def is_stopper(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a game equals a stopper, a game with no infinite alternating play."""
def is_stopper_sided(G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether both sides of a game are stoppers."""
def strong_left_stop(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The Left stop, in which `over` and `under` are disregarded: a number, `on` or `off`."""
def strong_right_stop(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The Right stop, in which `over` and `under` are disregarded: a number, `on` or `off`."""
def variety(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The variety of a stopper: what it has besides its degree."""
def upsum(G: GameLike, H: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The onside of a sum."""
def downsum(G: GameLike, H: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The offside of a sum."""
def infinity(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The value of an impartial game that goes on forever unless a player moves to one of these nimbers. May be typed `∞`."""
def moves(P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """Where a player can move from a position, sum or game."""
def winning_moves(P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The moves after which the player who made them wins."""
def blocked_moves(P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """In a ruleset with `blocking`, the moves that the opponent forbids before the player moves."""
def best_moves(P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The moves that no other move beats, whatever else is on the table."""
def sensible_options(P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The moves that account for an option of the canonical form: for Left those at least as good as one of them."""
def play(P: Any, you: Player = ..., first: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """Play from a position against the machine, at the prompt."""
def replay(P: Any, first: Player, moves: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The position that a list of moves leads to, when `first` begins."""
def strategy(P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """What a player does wherever play can lead: a map from positions to moves."""
def value(P: Position, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """What Max gets from a position on, in a game about points."""
def principal_line(P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[Position]:
    """A line of best moves to the end of a game about points or decided by a goal."""
def backward_induction(P: Position, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The values of all positions that can follow, in the order in which they are found."""
def opponent(player: Player, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Player:
    """The other player."""
def explain(what: Any, depth: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """Why a game has its value, a comparison holds, or a question has its answer."""
def certify(question: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The certificate of an answer: facts that another program checks by the rules alone."""
def how(P: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """Which engine answers questions about a position, and what keeps a faster one away."""
def misere(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """A game in misère play: the player who cannot move wins."""
def genus(P: Any, superscript: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The genus of an impartial game: its nimber, and its misère Grundy values with 0, 1, 2, ... heaps of two beside it."""
def is_tame(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether an impartial game is tame in misère play; a sum of tame games is played like Nim."""
def is_wild(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether an impartial game is not tame in misère play."""
def mate(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """Conway's mate of an impartial game in misère play: in the sum of both the previous player wins."""
def misere_day(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """All impartial games in misère play that are born by day n, in simplest form."""
def is_linked(P: GameLike, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether there is a game with which both P and Q are won by the previous player in misère play."""
def link(P: GameLike, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """A game T such that the previous player wins P + T and Q + T in misère play."""
def distinguisher(P: GameLike, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """A game T such that P + T and Q + T have different outcomes in misère play."""
def misere_difference(P: GameLike, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The game whose sum with Q equals P in misère play."""
def misere_parts(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """All parts of a game in misère play: games that can be subtracted from it."""
def is_misere_prime(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a game in misère play has no parts but 0, `*`, itself and itself plus `*`, and is neither 0 nor `*`."""
def misere_partitions(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """All ways to write a game in misère play as a sum of primes."""
def is_restive(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether an impartial game is restive in misère play: wild, with tame options only, and of nimber 0 or 1 in normal play."""
def is_restless(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether an impartial game is restless in misère play: wild, with tame options only, and of misère Grundy value 0 or 1."""
def is_half_tame(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether the sum of two copies of an impartial game is tame in misère play."""
def start(R: Ruleset, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The usual opening position of a ruleset, the same as `R()`."""
def contents(P: Position, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The heap, board or graph of a position; several values as a tuple."""
def impartial(R: Ruleset, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The ruleset in which each player may make the moves of both."""
def is_function(f: Any, n: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether something is a function, and takes n arguments."""
def is_game(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether something is a game with moves: a value, a position, or a sum of these."""
def turns(R: Ruleset, x: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The sets of places whose coins may be turned when the rightmost is at x."""
def sequence(R: Ruleset, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The nimbers of the heaps 0 to n of a ruleset, as a list."""
def period(R: Any, n: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """How the nimbers of a ruleset of heaps repeat, with the theorem that proves it; or how a list seems to."""
def exceptions(R: Ruleset, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The heaps whose nimbers are not those of the period continued to the left."""
def heap_code(R: Ruleset, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
    """The code of a ruleset of heaps whose moves take and break."""
def take_and_break(code: str, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """What may be left of a heap of n by a code: lists of heaps."""
def misere_universe(P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
    """The least universe of misère play that contains a game: 'dicot', 'dead-ending' or 'all'."""
def misere_leq(P: GameLike, Q: GameLike, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether P ≤ Q in misère play within a universe: beside no game of it does Left do better in P."""
def misere_equal(P: GameLike, Q: GameLike, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether two games are equal in misère play within a universe: no game of it tells them apart."""
def misere_canonical(P: GameLike, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The simplest form of a game in misère play within a universe: equal games have the same."""
def is_misere_invertible(P: GameLike, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether the sum of a game with some game of a universe equals 0 in misère play."""
def misere_quotient(R: Any, n: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The misère quotient of impartial games, proved: of the heaps 1 to n of a ruleset R, or of a position, a sum or a list R and all that follows."""
def board(P: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The board of a position."""
def cells(b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The places of a board: numbers on a strip, pairs (row, column) on a grid."""
def rows(b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """How many rows a board has."""
def columns(b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """How many columns a board has."""
def group(b: Any, p: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The places connected with p along rows and columns through cells with the same symbol."""
def liberties(b: Any, p: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The empty cells beside the group of the cell p."""
def shows(b: Any, pattern: str, directions: str = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a pattern is somewhere on a board."""
def rewritten(b: Any, pattern: str, replacement: str, /, *values: str, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The boards to which a rewrite rule leads."""
def connects(b: Any, symbol: Any, side: Any, side4: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether cells that show a symbol lead from one side of a board to another."""
def hex_connects(b: Any, symbol: Any, side: str, side4: str, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether cells that show a symbol lead from one side of a board of Hex to another."""
def line(b: Any, symbol: Any, k: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether k cells in a straight line show a symbol."""
def full(b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether no cell of a board is empty, or no vertex of a graph."""
def dominates(g: Any, symbol: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether each vertex of a graph shows a symbol, or has a neighbour that does."""
def graph(x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """The graph of a position, or the graph that a text or a list of edges describes."""
def digraph(x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """The graph with directed edges that a text or a list of edges describes."""
def vertices(g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
    """The vertices of a graph: numbers."""
def edges(g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The edges of a graph: pairs of vertices, or triples with a label."""
def label(e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The label of an edge; an empty text when it has none."""
def ends(e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The two ends of an edge."""
def to(e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """Where a directed edge ends."""
def neighbours(g: Any, p: Any, labels: str = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The vertices to which edges lead from p; the cells beside a cell."""
def degree(g: Any, p: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """How many edges lead away from the vertex p of a graph; of a game, its degree of loopiness."""
def remove(g: Any, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """A graph without a vertex and its edges, without an edge, or without a list or set of these."""
def cut(g: Any, e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """A graph without an edge, and without all that is then cut off from the ground."""
def contract(g: Any, e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """A graph without an edge, its two ends made one vertex."""
def connected(g: Any, p: IntegerLike, q: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a path leads from a vertex of a graph to another, whatever the direction of edges."""
def components(g: Any, p: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The connected components of a graph; with p, its parts that meet only in p."""
def is_connected(g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a graph is connected: it has one component."""
def green_value(g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The nimber of Green Hackenbush on a graph of any size."""
def fusion(g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """The tree that a green picture becomes when all its circuits are fused."""
def green_steps(g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """How the value of a green picture is found: principles, pictures before and after."""
def stalk(labels: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """A path from the ground, vertex 0, with these labels or this many edges."""
def path(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """The path with n vertices."""
def cycle(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """The cycle with n vertices; with one, a loop."""
def clique(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """The complete graph with n vertices."""
def grid_graph(m: IntegerLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """The graph of an m by n board: cells are vertices, neighbours are joined."""
def draw(P: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The picture of a position, a sum of positions, a board, a graph or a loopy game."""
def plot(G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """The picture of a thermograph."""
def tree(G: Any, depth: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """The game tree: Left's options slant to the left, Right's to the right."""
def save(file: str, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """Writes a picture as an SVG file or as source for LaTeX, and values as CSV or JSON."""
def table(rows: Any, header: Any = ..., columns: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
    """A table of values, drawn at the prompt."""
def abs(x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int | Fraction:
    """A number without its sign."""
def floor(x: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The largest integer that is not above a number."""
def ceil(x: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The smallest integer that is not below a number."""
def gcd(m: Any, /, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The greatest common divisor of some integers, or of those in a collection."""
def min(x: Any, /, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The smallest of some values, or of a collection."""
def max(x: Any, /, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The largest of some values, or of a collection."""
def nim_sum(m: Any, /, *values: IntegerLike, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The sum of integers in binary without carrying (xor), or of those in a collection; also of ordinals."""
def nim_product(m: IntegerLike, n: IntegerLike, /, *values: IntegerLike, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The product of integers in the field of nimbers, of any size."""
def mex(xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The least of 0, 1, 2, ... that is not in a collection."""
def div(m: IntegerLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The integer quotient: m / n, rounded down."""
def isqrt(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The largest integer whose square is not above n."""
def ilog(n: IntegerLike, base: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The largest k for which base**k is not above n; the base is 2 by default."""
def sign(x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """1 for a positive number, -1 for a negative one, 0 for 0."""
def numerator(x: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The numerator of a fraction in lowest terms, which has the sign of the fraction."""
def denominator(x: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """The denominator of a fraction in lowest terms, at least 1."""
def gaps(S: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
    """The positive integers that are no sums of multiples of those in a collection."""
def minimal_generators(S: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
    """Those of a collection of positive integers that are no sums of multiples of others."""
def is_evil(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a number has an even number of ones in binary."""
def is_odious(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether a number has an odd number of ones in binary."""
def ugly_product(m: IntegerLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The ugly product: over nim-sums it is bilinear, and 2**i times a smaller 2**j is 2**i + 2**(j - 1)."""
def nim_quotient(m: IntegerLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The number whose nim-product with n is m."""
def nim_inverse(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The number whose nim-product with n is 1."""
def nim_power(n: IntegerLike, k: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The nim-product of k copies of n, or of -k copies of its inverse."""
def nim_square_root(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """The number whose nim-product with itself is n."""
def is_prime(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether an integer is prime."""
def factor(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The prime factors of a positive integer: a map from each to its exponent."""
def divisors(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
    """The integers from 1 to n that divide n, in ascending order."""
def totient(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """How many of the integers from 1 to n have no common divisor with n but 1."""
def ordinal_product(a: Any, b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Cantor's product of ordinals: a, repeated b times. Of games, an ordinal sum of copies of a, one on the other, for each move of b."""
def ordinal_power(a: Any, b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
    """Cantor's power of ordinals: the product of b factors a."""
def sign_expansion(x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The signs of a number in the tree of numbers: a list of runs, each a sign and how often it comes."""
def length(xs: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
    """How many elements a collection has, or symbols a text."""
def list(xs: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The elements of a collection as a list, or the symbols of a board."""
def set(xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The elements of a collection, each once."""
def union(A: Any, B: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The elements of either collection, as a set; of two maps, the map with the entries of both."""
def intersection(A: Any, B: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The elements of A that are in B, as a set."""
def without(xs: Any, i: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """A list or text without the element at a place, a map without a key, or a set without an element."""
def insert(xs: Any, i: Any, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """A list or text with x as its element number i, before the one that was there."""
def sum(xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The sum of the elements of a collection; 0 when there are none."""
def map(xs: CollectionLike, f: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """What a function makes of each element, as a list."""
def filter(xs: CollectionLike, f: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The elements for which a function gives true, as a list."""
def reverse(xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The elements of a collection in the opposite order, as a list."""
def sort(xs: CollectionLike, key: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The elements of a collection in ascending order, as a list; by a key if one is given."""
def keys(m: Mapping[Any, Any], /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The keys of a map, as a list."""
def values(m: Mapping[Any, Any], /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The values of a map, as a list."""
def all(xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether every element of a collection of truth values is true."""
def any(xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
    """Whether some element of a collection of truth values is true."""
def text(x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
    """A value as it prints; a board as the text that it is typed as."""
def show(label: str, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The value x, shown after the label when alone in a statement."""
def latex(x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
    """A value as source for LaTeX, to be put in mathematics."""
def difference(xs: Any, k: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The elements of a collection that are not in another, as a set; of one list, the differences of consecutive elements."""
def oeis_like(xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
    """A sequence as one looks it up: its elements with commas between them, nimbers by their sizes."""
def boards(R: Ruleset, rows: Any, columns: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
    """All positions of a ruleset on boards of a size."""
def up_to_symmetry(xs: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """Of boards that turns and mirrors make of each other, the first one."""
def orbit(P: Position, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[Position]:
    """The positions that turns and mirrors which keep the rules make of one on a board."""
def graphs(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
    """All graphs with n vertices, one of each shape: without loops and double edges."""
def trees(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
    """All trees with n vertices, one of each shape."""
def rooted_trees(n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
    """All trees with n vertices of which one is the root, one of each shape."""
def permutations(xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
    """The elements of a collection in every order, as lists."""
def subsets(xs: CollectionLike, k: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
    """The subsets of a collection as lists; with k, those with k elements."""
def product(xs: CollectionLike, /, *values: CollectionLike, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
    """The tuples with an element of each collection; later ones vary faster."""
def partitions(n: IntegerLike, k: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
    """The ways to write n as a sum of positive integers; with k, of k of them."""
def positions(P: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """All positions that moves of either player lead to, P itself first."""
def tally(xs: Any, key: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """How often each element occurs, or each value of a function of them: a map."""
def groups(xs: Any, key: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The elements of a collection by the value of a function: a map to lists."""
def find(xs: Any, condition: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The first element for which a function gives true."""
def argmin(xs: Any, key: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The first element for which a function gives its least value."""
def argmax(xs: Any, key: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """The first element for which a function gives its greatest value."""
def sample(xs: Any, k: IntegerLike, seed: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
    """k different elements of a collection, chosen at random."""
omega: Any
loony: Any
L: Any
R: Any
N: Any
P: Any
D: Any
N_hat: Any
N_check: Any
P_hat: Any
P_check: Any
Left: Any
Right: Any
Max: Any
Min: Any
def breathes(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def chain_put(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def chain_without(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def checkerboard(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def coin_rulesets(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def dots_and_boxes(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def first_heaps(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def found_first(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def freed(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def gale_board(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def has_liberties(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def head_value(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def heap_rulesets(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def identify(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def knight_moves(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def lowered(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def octal(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def on_diagonals(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def one_less(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def phutball_field(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def positions_worth(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def rulesets_with(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def shifted(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def small_boards(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def text_times(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def tinted(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
def turned(*values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...

class Methods:
    @property
    def kind(self) -> str: ...
    def form(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """A bracket as it was typed, not its canonical form."""
    def nimber(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The n for which an impartial game equals *n, by the mex rule."""
    def grundy(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """Another name for `nimber`."""
    def left_options(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """Left's options in the canonical form; as typed for `form(G)`."""
    def right_options(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """Right's options in the canonical form; as typed for `form(G)`."""
    def birthday(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The day a game is born: the depth of its canonical form; as typed for `form(G)`."""
    def left_stop(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The number at which play stops when Left begins and both play well."""
    def right_stop(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The number at which play stops when Right begins and both play well."""
    def stops(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.tuple[GameLike, GameLike]:
        """The Left stop and the Right stop."""
    def is_number(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the value of a game is a number."""
    def is_integer(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the value of a game is an integer."""
    def is_nimber(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the value of a game is a nimber; 0 is one."""
    def is_infinitesimal(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game lies between every negative and every positive fraction."""
    def tiny(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Tiny-G, the game <0||0|-G>: positive, and smaller than every up."""
    def miny(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Miny-G, the game <G|0||0>: the negative of tiny-G."""
    def up_power(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The n-th power of up: the next smaller order of infinitesimal each time."""
    def up_power_sum(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The sum of the powers of up from the first to the n-th."""
    def power(self, x: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The power of a game <0|H>: <0|H - power_sum(G, x - 1)>, of a smaller order the larger x is."""
    def power_sum(self, x: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The sum of the powers of a game up to the exponent: 0 for 0, and else G : y with the y for which x is 1 : y."""
    def cool(self, t: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """A game in which each move costs a tax of t, until neither player wants to move."""
    def freeze(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """A game cooled by its own temperature."""
    def heat(self, t: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """A game in which each move, but those in numbers, gains t."""
    def overheat(self, s: GameLike, t: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Overheating from s to t: n becomes n copies of s, and each other move gains t."""
    def norton(self, U: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The Norton product of a game and a unit."""
    def confusion_interval(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.tuple[GameLike, GameLike]:
        """The numbers confused with a game: those x with `low <| x <| high`, as (low, high)."""
    def is_even_tempered(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether every line of play reaches a number after an even number of moves."""
    def is_odd_tempered(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether every line of play reaches a number after an odd number of moves."""
    def subzero_thermograph(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The thermograph of a game from temperature -1 on."""
    def left_wall(self, t: NumberLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The left wall of a thermograph: its corners, or its value at temperature t."""
    def right_wall(self, t: NumberLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The right wall of a thermograph: its corners, or its value at temperature t."""
    def is_all_small(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether in every follower both players can move, or neither."""
    def is_numberish(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game is a number plus an infinitesimal."""
    def reduced(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The reduced canonical form: the simplest game that differs by an infinitesimal."""
    def incentives(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """What each move gains: G^L - G and G - G^R, the dominated ones left out."""
    def left_incentives(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """What each of Left's moves gains, the dominated ones left out."""
    def right_incentives(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """What each of Right's moves gains, the dominated ones left out."""
    def followers(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """All that can be reached from a game, the game itself first."""
    def stop_count(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many lines of play lead from a game to a number, in turn or not."""
    def far_star(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The least n such that neither *n nor any larger nimber is a follower of a game."""
    def is_even(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether every line of play in the canonical form has an even number of moves."""
    def is_odd(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether every line of play in the canonical form has an odd number of moves."""
    def atomic_weight(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """How many ups a game is worth, remote stars aside."""
    def is_atomic(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game has an atomic weight."""
    def uptimal_expansion(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The number, the coefficients of the powers of up, and the nimber of a game that is a sum of these."""
    def companion(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The image of a game under the one symmetry, besides the identity, of the games born by a day."""
    def day(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """All values born by day n, for n up to 3."""
    def join(self, H: GameLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The least game born by day n that is at least G and H."""
    def meet(self, H: GameLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The greatest game born by day n that is at most G and H."""
    def is_number_tiny(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game is a number plus tiny-H or miny-H, for a positive H."""
    def is_plumtree(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the only cycles in the simplest form of a stopper are passes."""
    def upsum_variety(self, d: GameLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The upsum variety of a stopper for an idempotent d: the upsum of G with the downsum of -G and -d."""
    def downsum_variety(self, d: GameLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The downsum variety of a stopper for an idempotent d: the downsum of G with the upsum of -G and d."""
    def ordinal_sum(self, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """`G : H`: play in both, but a move in G ends H."""
    def subordinate(self, H: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The game X for which `H : X` equals G: what H carries to become G."""
    def disjunctive(self, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in one of them, the same as `G + H`."""
    def diminished_disjunctive(self, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in one of them; when neither player can move in one, play is over."""
    def conjunctive(self, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in both at once; when one has ended, so has the compound."""
    def selective(self, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in one or in both at once."""
    def continued_conjunctive(self, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in both at once, and in one alone when the other has ended: when neither player can move there."""
    def shortened_selective(self, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in one or in both at once; when neither player can move in one, play is over."""
    def sequential(self, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in G until neither player can move there, and then in H."""
    def conway_product(self, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Conway's product; for numbers the usual one."""
    def remoteness(self, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """How many moves play lasts when the winner wants to win soon, the loser to lose late."""
    def misere_remoteness(self, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The remoteness when the player who cannot move wins."""
    def suspense(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many moves play lasts when the winner wants to win late, the loser to lose soon."""
    def misere_suspense(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The suspense when the player who cannot move wins."""
    def compound_outcome(self, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Outcome:
        """Who wins a compound of any number of impartial games."""
    def misere_compound_outcome(self, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Outcome:
        """Who wins a compound when the player who cannot move wins."""
    def compound_moves(self, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The winning moves in a compound of impartial games: what the components become."""
    def misere_compound_moves(self, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The winning moves in a compound when the player who cannot move wins."""
    def onside(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The onside of a game: its value when Left wins infinite play."""
    def offside(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The offside of a game: its value when Right wins infinite play."""
    def is_loopy(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game equals no game that ends."""
    def is_stopper(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game equals a stopper, a game with no infinite alternating play."""
    def is_stopper_sided(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether both sides of a game are stoppers."""
    def strong_left_stop(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The Left stop, in which `over` and `under` are disregarded: a number, `on` or `off`."""
    def strong_right_stop(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The Right stop, in which `over` and `under` are disregarded: a number, `on` or `off`."""
    def variety(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The variety of a stopper: what it has besides its degree."""
    def upsum(self, H: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The onside of a sum."""
    def downsum(self, H: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The offside of a sum."""
    def infinity(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The value of an impartial game that goes on forever unless a player moves to one of these nimbers. May be typed `∞`."""
    def winning_moves(self, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The moves after which the player who made them wins."""
    def blocked_moves(self, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """In a ruleset with `blocking`, the moves that the opponent forbids before the player moves."""
    def best_moves(self, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The moves that no other move beats, whatever else is on the table."""
    def sensible_options(self, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The moves that account for an option of the canonical form: for Left those at least as good as one of them."""
    def play(self, you: Player = ..., first: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Play from a position against the machine, at the prompt."""
    def replay(self, first: Player, moves: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The position that a list of moves leads to, when `first` begins."""
    def strategy(self, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """What a player does wherever play can lead: a map from positions to moves."""
    def principal_line(self, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[Position]:
        """A line of best moves to the end of a game about points or decided by a goal."""
    def backward_induction(self, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The values of all positions that can follow, in the order in which they are found."""
    def opponent(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Player:
        """The other player."""
    def certify(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The certificate of an answer: facts that another program checks by the rules alone."""
    def how(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Which engine answers questions about a position, and what keeps a faster one away."""
    def misere(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A game in misère play: the player who cannot move wins."""
    def genus(self, superscript: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The genus of an impartial game: its nimber, and its misère Grundy values with 0, 1, 2, ... heaps of two beside it."""
    def is_tame(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether an impartial game is tame in misère play; a sum of tame games is played like Nim."""
    def is_wild(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether an impartial game is not tame in misère play."""
    def mate(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Conway's mate of an impartial game in misère play: in the sum of both the previous player wins."""
    def misere_day(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """All impartial games in misère play that are born by day n, in simplest form."""
    def is_linked(self, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether there is a game with which both P and Q are won by the previous player in misère play."""
    def link(self, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A game T such that the previous player wins P + T and Q + T in misère play."""
    def distinguisher(self, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A game T such that P + T and Q + T have different outcomes in misère play."""
    def misere_difference(self, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The game whose sum with Q equals P in misère play."""
    def misere_parts(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """All parts of a game in misère play: games that can be subtracted from it."""
    def is_misere_prime(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game in misère play has no parts but 0, `*`, itself and itself plus `*`, and is neither 0 nor `*`."""
    def misere_partitions(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """All ways to write a game in misère play as a sum of primes."""
    def is_restive(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether an impartial game is restive in misère play: wild, with tame options only, and of nimber 0 or 1 in normal play."""
    def is_restless(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether an impartial game is restless in misère play: wild, with tame options only, and of misère Grundy value 0 or 1."""
    def is_half_tame(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the sum of two copies of an impartial game is tame in misère play."""
    def start(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The usual opening position of a ruleset, the same as `R()`."""
    def contents(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The heap, board or graph of a position; several values as a tuple."""
    def impartial(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The ruleset in which each player may make the moves of both."""
    def is_function(self, n: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether something is a function, and takes n arguments."""
    def is_game(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether something is a game with moves: a value, a position, or a sum of these."""
    def turns(self, x: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The sets of places whose coins may be turned when the rightmost is at x."""
    def sequence(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The nimbers of the heaps 0 to n of a ruleset, as a list."""
    def period(self, n: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """How the nimbers of a ruleset of heaps repeat, with the theorem that proves it; or how a list seems to."""
    def exceptions(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The heaps whose nimbers are not those of the period continued to the left."""
    def heap_code(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
        """The code of a ruleset of heaps whose moves take and break."""
    def take_and_break(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """What may be left of a heap of n by a code: lists of heaps."""
    def misere_universe(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
        """The least universe of misère play that contains a game: 'dicot', 'dead-ending' or 'all'."""
    def misere_leq(self, Q: GameLike, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether P ≤ Q in misère play within a universe: beside no game of it does Left do better in P."""
    def misere_equal(self, Q: GameLike, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether two games are equal in misère play within a universe: no game of it tells them apart."""
    def misere_canonical(self, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The simplest form of a game in misère play within a universe: equal games have the same."""
    def is_misere_invertible(self, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the sum of a game with some game of a universe equals 0 in misère play."""
    def misere_quotient(self, n: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The misère quotient of impartial games, proved: of the heaps 1 to n of a ruleset R, or of a position, a sum or a list R and all that follows."""
    def board(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The board of a position."""
    def cells(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The places of a board: numbers on a strip, pairs (row, column) on a grid."""
    def rows(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many rows a board has."""
    def columns(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many columns a board has."""
    def group(self, p: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The places connected with p along rows and columns through cells with the same symbol."""
    def liberties(self, p: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The empty cells beside the group of the cell p."""
    def shows(self, pattern: str, directions: str = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a pattern is somewhere on a board."""
    def rewritten(self, pattern: str, replacement: str, /, *values: str, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The boards to which a rewrite rule leads."""
    def connects(self, symbol: Any, side: Any, side4: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether cells that show a symbol lead from one side of a board to another."""
    def hex_connects(self, symbol: Any, side: str, side4: str, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether cells that show a symbol lead from one side of a board of Hex to another."""
    def line(self, symbol: Any, k: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether k cells in a straight line show a symbol."""
    def full(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether no cell of a board is empty, or no vertex of a graph."""
    def dominates(self, symbol: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether each vertex of a graph shows a symbol, or has a neighbour that does."""
    def graph(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The graph of a position, or the graph that a text or a list of edges describes."""
    def digraph(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The graph with directed edges that a text or a list of edges describes."""
    def vertices(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
        """The vertices of a graph: numbers."""
    def edges(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The edges of a graph: pairs of vertices, or triples with a label."""
    def label(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The label of an edge; an empty text when it has none."""
    def ends(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The two ends of an edge."""
    def to(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Where a directed edge ends."""
    def neighbours(self, p: Any, labels: str = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The vertices to which edges lead from p; the cells beside a cell."""
    def degree(self, p: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """How many edges lead away from the vertex p of a graph; of a game, its degree of loopiness."""
    def remove(self, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A graph without a vertex and its edges, without an edge, or without a list or set of these."""
    def cut(self, e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A graph without an edge, and without all that is then cut off from the ground."""
    def contract(self, e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A graph without an edge, its two ends made one vertex."""
    def connected(self, p: IntegerLike, q: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a path leads from a vertex of a graph to another, whatever the direction of edges."""
    def components(self, p: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The connected components of a graph; with p, its parts that meet only in p."""
    def is_connected(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a graph is connected: it has one component."""
    def green_value(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The nimber of Green Hackenbush on a graph of any size."""
    def fusion(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The tree that a green picture becomes when all its circuits are fused."""
    def green_steps(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """How the value of a green picture is found: principles, pictures before and after."""
    def stalk(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """A path from the ground, vertex 0, with these labels or this many edges."""
    def path(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The path with n vertices."""
    def cycle(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The cycle with n vertices; with one, a loop."""
    def clique(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The complete graph with n vertices."""
    def grid_graph(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The graph of an m by n board: cells are vertices, neighbours are joined."""
    def plot(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The picture of a thermograph."""
    def tree(self, depth: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The game tree: Left's options slant to the left, Right's to the right."""
    def save(self, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Writes a picture as an SVG file or as source for LaTeX, and values as CSV or JSON."""
    def table(self, header: Any = ..., columns: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """A table of values, drawn at the prompt."""
    def abs(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int | Fraction:
        """A number without its sign."""
    def floor(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The largest integer that is not above a number."""
    def ceil(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The smallest integer that is not below a number."""
    def gcd(self, /, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The greatest common divisor of some integers, or of those in a collection."""
    def min(self, /, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The smallest of some values, or of a collection."""
    def max(self, /, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The largest of some values, or of a collection."""
    def nim_sum(self, /, *values: IntegerLike, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The sum of integers in binary without carrying (xor), or of those in a collection; also of ordinals."""
    def nim_product(self, n: IntegerLike, /, *values: IntegerLike, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The product of integers in the field of nimbers, of any size."""
    def mex(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The least of 0, 1, 2, ... that is not in a collection."""
    def div(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The integer quotient: m / n, rounded down."""
    def isqrt(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The largest integer whose square is not above n."""
    def ilog(self, base: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The largest k for which base**k is not above n; the base is 2 by default."""
    def sign(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """1 for a positive number, -1 for a negative one, 0 for 0."""
    def numerator(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The numerator of a fraction in lowest terms, which has the sign of the fraction."""
    def denominator(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The denominator of a fraction in lowest terms, at least 1."""
    def gaps(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
        """The positive integers that are no sums of multiples of those in a collection."""
    def minimal_generators(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
        """Those of a collection of positive integers that are no sums of multiples of others."""
    def is_evil(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a number has an even number of ones in binary."""
    def is_odious(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a number has an odd number of ones in binary."""
    def ugly_product(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The ugly product: over nim-sums it is bilinear, and 2**i times a smaller 2**j is 2**i + 2**(j - 1)."""
    def nim_quotient(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The number whose nim-product with n is m."""
    def nim_inverse(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The number whose nim-product with n is 1."""
    def nim_power(self, k: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The nim-product of k copies of n, or of -k copies of its inverse."""
    def nim_square_root(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The number whose nim-product with itself is n."""
    def is_prime(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether an integer is prime."""
    def factor(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The prime factors of a positive integer: a map from each to its exponent."""
    def divisors(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
        """The integers from 1 to n that divide n, in ascending order."""
    def totient(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many of the integers from 1 to n have no common divisor with n but 1."""
    def ordinal_product(self, b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Cantor's product of ordinals: a, repeated b times. Of games, an ordinal sum of copies of a, one on the other, for each move of b."""
    def ordinal_power(self, b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Cantor's power of ordinals: the product of b factors a."""
    def sign_expansion(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The signs of a number in the tree of numbers: a list of runs, each a sign and how often it comes."""
    def length(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many elements a collection has, or symbols a text."""
    def list(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection as a list, or the symbols of a board."""
    def set(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection, each once."""
    def union(self, B: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of either collection, as a set; of two maps, the map with the entries of both."""
    def intersection(self, B: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of A that are in B, as a set."""
    def without(self, i: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A list or text without the element at a place, a map without a key, or a set without an element."""
    def insert(self, i: Any, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A list or text with x as its element number i, before the one that was there."""
    def sum(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The sum of the elements of a collection; 0 when there are none."""
    def map(self, f: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """What a function makes of each element, as a list."""
    def filter(self, f: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements for which a function gives true, as a list."""
    def reverse(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection in the opposite order, as a list."""
    def sort(self, key: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection in ascending order, as a list; by a key if one is given."""
    def keys(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The keys of a map, as a list."""
    def values(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The values of a map, as a list."""
    def all(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether every element of a collection of truth values is true."""
    def any(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether some element of a collection of truth values is true."""
    def show(self, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The value x, shown after the label when alone in a statement."""
    def difference(self, k: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection that are not in another, as a set; of one list, the differences of consecutive elements."""
    def oeis_like(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
        """A sequence as one looks it up: its elements with commas between them, nimbers by their sizes."""
    def boards(self, rows: Any, columns: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """All positions of a ruleset on boards of a size."""
    def up_to_symmetry(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Of boards that turns and mirrors make of each other, the first one."""
    def orbit(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[Position]:
        """The positions that turns and mirrors which keep the rules make of one on a board."""
    def graphs(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """All graphs with n vertices, one of each shape: without loops and double edges."""
    def trees(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """All trees with n vertices, one of each shape."""
    def rooted_trees(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """All trees with n vertices of which one is the root, one of each shape."""
    def permutations(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """The elements of a collection in every order, as lists."""
    def subsets(self, k: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """The subsets of a collection as lists; with k, those with k elements."""
    def product(self, /, *values: CollectionLike, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """The tuples with an element of each collection; later ones vary faster."""
    def partitions(self, k: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """The ways to write n as a sum of positive integers; with k, of k of them."""
    def positions(self, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """All positions that moves of either player lead to, P itself first."""
    def tally(self, key: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """How often each element occurs, or each value of a function of them: a map."""
    def groups(self, key: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection by the value of a function: a map to lists."""
    def find(self, condition: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The first element for which a function gives true."""
    def argmin(self, key: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The first element for which a function gives its least value."""
    def argmax(self, key: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The first element for which a function gives its greatest value."""
    def sample(self, k: IntegerLike, seed: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """k different elements of a collection, chosen at random."""

class Functions:
    def canonical(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The canonical form of a game, position or sum."""
    def form(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """A bracket as it was typed, not its canonical form."""
    def outcome(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Outcome:
        """Who wins: `L` Left, `R` Right, `N` the next player, `P` the previous one."""
    def nimber(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The n for which an impartial game equals *n, by the mex rule."""
    def grundy(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """Another name for `nimber`."""
    def left_options(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """Left's options in the canonical form; as typed for `form(G)`."""
    def right_options(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """Right's options in the canonical form; as typed for `form(G)`."""
    def birthday(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The day a game is born: the depth of its canonical form; as typed for `form(G)`."""
    def left_stop(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The number at which play stops when Left begins and both play well."""
    def right_stop(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The number at which play stops when Right begins and both play well."""
    def stops(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.tuple[GameLike, GameLike]:
        """The Left stop and the Right stop."""
    def is_number(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the value of a game is a number."""
    def is_integer(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the value of a game is an integer."""
    def is_nimber(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the value of a game is a nimber; 0 is one."""
    def is_infinitesimal(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game lies between every negative and every positive fraction."""
    def tiny(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Tiny-G, the game <0||0|-G>: positive, and smaller than every up."""
    def miny(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Miny-G, the game <G|0||0>: the negative of tiny-G."""
    def up_power(self, n: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The n-th power of up: the next smaller order of infinitesimal each time."""
    def up_power_sum(self, n: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The sum of the powers of up from the first to the n-th."""
    def power(self, G: GameLike, x: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The power of a game <0|H>: <0|H - power_sum(G, x - 1)>, of a smaller order the larger x is."""
    def power_sum(self, G: GameLike, x: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The sum of the powers of a game up to the exponent: 0 for 0, and else G : y with the y for which x is 1 : y."""
    def mean(self, G: Any, komaster: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int | Fraction:
        """The mean value: what each of many copies of a game is worth."""
    def temperature(self, G: Any, komaster: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int | Fraction:
        """How much a move is worth: where the mast of the thermograph begins."""
    def cool(self, G: GameLike, t: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """A game in which each move costs a tax of t, until neither player wants to move."""
    def freeze(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """A game cooled by its own temperature."""
    def heat(self, G: GameLike, t: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """A game in which each move, but those in numbers, gains t."""
    def overheat(self, G: GameLike, s: GameLike, t: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Overheating from s to t: n becomes n copies of s, and each other move gains t."""
    def norton(self, G: GameLike, U: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The Norton product of a game and a unit."""
    def confusion_interval(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.tuple[GameLike, GameLike]:
        """The numbers confused with a game: those x with `low <| x <| high`, as (low, high)."""
    def is_even_tempered(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether every line of play reaches a number after an even number of moves."""
    def is_odd_tempered(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether every line of play reaches a number after an odd number of moves."""
    def thermograph(self, G_or_left_wall: Any, right_wall_or_komaster: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The thermograph of a game, with a komaster or none; or that with these walls."""
    def subzero_thermograph(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The thermograph of a game from temperature -1 on."""
    def left_wall(self, G: Any, t: NumberLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The left wall of a thermograph: its corners, or its value at temperature t."""
    def right_wall(self, G: Any, t: NumberLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The right wall of a thermograph: its corners, or its value at temperature t."""
    def is_all_small(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether in every follower both players can move, or neither."""
    def is_numberish(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game is a number plus an infinitesimal."""
    def reduced(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The reduced canonical form: the simplest game that differs by an infinitesimal."""
    def incentives(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """What each move gains: G^L - G and G - G^R, the dominated ones left out."""
    def left_incentives(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """What each of Left's moves gains, the dominated ones left out."""
    def right_incentives(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """What each of Right's moves gains, the dominated ones left out."""
    def followers(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """All that can be reached from a game, the game itself first."""
    def stop_count(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many lines of play lead from a game to a number, in turn or not."""
    def far_star(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The least n such that neither *n nor any larger nimber is a follower of a game."""
    def is_even(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether every line of play in the canonical form has an even number of moves."""
    def is_odd(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether every line of play in the canonical form has an odd number of moves."""
    def atomic_weight(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """How many ups a game is worth, remote stars aside."""
    def is_atomic(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game has an atomic weight."""
    def uptimal_expansion(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The number, the coefficients of the powers of up, and the nimber of a game that is a sum of these."""
    def companion(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The image of a game under the one symmetry, besides the identity, of the games born by a day."""
    def day(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[GameLike]:
        """All values born by day n, for n up to 3."""
    def join(self, G: GameLike, H: GameLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The least game born by day n that is at least G and H."""
    def meet(self, G: GameLike, H: GameLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The greatest game born by day n that is at most G and H."""
    def is_number_tiny(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game is a number plus tiny-H or miny-H, for a positive H."""
    def is_plumtree(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the only cycles in the simplest form of a stopper are passes."""
    def upsum_variety(self, G: GameLike, d: GameLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The upsum variety of a stopper for an idempotent d: the upsum of G with the downsum of -G and -d."""
    def downsum_variety(self, G: GameLike, d: GameLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The downsum variety of a stopper for an idempotent d: the downsum of G with the upsum of -G and d."""
    def ordinal_sum(self, G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """`G : H`: play in both, but a move in G ends H."""
    def subordinate(self, G: GameLike, H: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The game X for which `H : X` equals G: what H carries to become G."""
    def disjunctive(self, G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in one of them, the same as `G + H`."""
    def diminished_disjunctive(self, G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in one of them; when neither player can move in one, play is over."""
    def conjunctive(self, G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in both at once; when one has ended, so has the compound."""
    def selective(self, G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in one or in both at once."""
    def continued_conjunctive(self, G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in both at once, and in one alone when the other has ended: when neither player can move there."""
    def shortened_selective(self, G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in one or in both at once; when neither player can move in one, play is over."""
    def sequential(self, G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Play in G until neither player can move there, and then in H."""
    def conway_product(self, G: Any, H: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Conway's product; for numbers the usual one."""
    def remoteness(self, G: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """How many moves play lasts when the winner wants to win soon, the loser to lose late."""
    def misere_remoteness(self, G: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The remoteness when the player who cannot move wins."""
    def suspense(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many moves play lasts when the winner wants to win late, the loser to lose soon."""
    def misere_suspense(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The suspense when the player who cannot move wins."""
    def compound_outcome(self, how: Any, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Outcome:
        """Who wins a compound of any number of impartial games."""
    def misere_compound_outcome(self, how: Any, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Outcome:
        """Who wins a compound when the player who cannot move wins."""
    def compound_moves(self, how: Any, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The winning moves in a compound of impartial games: what the components become."""
    def misere_compound_moves(self, how: Any, Gs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The winning moves in a compound when the player who cannot move wins."""
    def onside(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The onside of a game: its value when Left wins infinite play."""
    def offside(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The offside of a game: its value when Right wins infinite play."""
    def is_loopy(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game equals no game that ends."""
    def is_stopper(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game equals a stopper, a game with no infinite alternating play."""
    def is_stopper_sided(self, G: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether both sides of a game are stoppers."""
    def strong_left_stop(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The Left stop, in which `over` and `under` are disregarded: a number, `on` or `off`."""
    def strong_right_stop(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The Right stop, in which `over` and `under` are disregarded: a number, `on` or `off`."""
    def variety(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The variety of a stopper: what it has besides its degree."""
    def upsum(self, G: GameLike, H: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The onside of a sum."""
    def downsum(self, G: GameLike, H: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The offside of a sum."""
    def infinity(self, /, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The value of an impartial game that goes on forever unless a player moves to one of these nimbers. May be typed `∞`."""
    def moves(self, P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Where a player can move from a position, sum or game."""
    def winning_moves(self, P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The moves after which the player who made them wins."""
    def blocked_moves(self, P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """In a ruleset with `blocking`, the moves that the opponent forbids before the player moves."""
    def best_moves(self, P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The moves that no other move beats, whatever else is on the table."""
    def sensible_options(self, P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The moves that account for an option of the canonical form: for Left those at least as good as one of them."""
    def play(self, P: Any, you: Player = ..., first: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Play from a position against the machine, at the prompt."""
    def replay(self, P: Any, first: Player, moves: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The position that a list of moves leads to, when `first` begins."""
    def strategy(self, P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """What a player does wherever play can lead: a map from positions to moves."""
    def value(self, P: Position, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """What Max gets from a position on, in a game about points."""
    def principal_line(self, P: Any, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[Position]:
        """A line of best moves to the end of a game about points or decided by a goal."""
    def backward_induction(self, P: Position, player: Player = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The values of all positions that can follow, in the order in which they are found."""
    def opponent(self, player: Player, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Player:
        """The other player."""
    def explain(self, what: Any, depth: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Why a game has its value, a comparison holds, or a question has its answer."""
    def certify(self, question: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The certificate of an answer: facts that another program checks by the rules alone."""
    def how(self, P: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Which engine answers questions about a position, and what keeps a faster one away."""
    def misere(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A game in misère play: the player who cannot move wins."""
    def genus(self, P: Any, superscript: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The genus of an impartial game: its nimber, and its misère Grundy values with 0, 1, 2, ... heaps of two beside it."""
    def is_tame(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether an impartial game is tame in misère play; a sum of tame games is played like Nim."""
    def is_wild(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether an impartial game is not tame in misère play."""
    def mate(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Conway's mate of an impartial game in misère play: in the sum of both the previous player wins."""
    def misere_day(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """All impartial games in misère play that are born by day n, in simplest form."""
    def is_linked(self, P: GameLike, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether there is a game with which both P and Q are won by the previous player in misère play."""
    def link(self, P: GameLike, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A game T such that the previous player wins P + T and Q + T in misère play."""
    def distinguisher(self, P: GameLike, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A game T such that P + T and Q + T have different outcomes in misère play."""
    def misere_difference(self, P: GameLike, Q: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The game whose sum with Q equals P in misère play."""
    def misere_parts(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """All parts of a game in misère play: games that can be subtracted from it."""
    def is_misere_prime(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a game in misère play has no parts but 0, `*`, itself and itself plus `*`, and is neither 0 nor `*`."""
    def misere_partitions(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """All ways to write a game in misère play as a sum of primes."""
    def is_restive(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether an impartial game is restive in misère play: wild, with tame options only, and of nimber 0 or 1 in normal play."""
    def is_restless(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether an impartial game is restless in misère play: wild, with tame options only, and of misère Grundy value 0 or 1."""
    def is_half_tame(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the sum of two copies of an impartial game is tame in misère play."""
    def start(self, R: Ruleset, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The usual opening position of a ruleset, the same as `R()`."""
    def contents(self, P: Position, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The heap, board or graph of a position; several values as a tuple."""
    def impartial(self, R: Ruleset, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The ruleset in which each player may make the moves of both."""
    def is_function(self, f: Any, n: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether something is a function, and takes n arguments."""
    def is_game(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether something is a game with moves: a value, a position, or a sum of these."""
    def turns(self, R: Ruleset, x: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The sets of places whose coins may be turned when the rightmost is at x."""
    def sequence(self, R: Ruleset, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The nimbers of the heaps 0 to n of a ruleset, as a list."""
    def period(self, R: Any, n: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """How the nimbers of a ruleset of heaps repeat, with the theorem that proves it; or how a list seems to."""
    def exceptions(self, R: Ruleset, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The heaps whose nimbers are not those of the period continued to the left."""
    def heap_code(self, R: Ruleset, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
        """The code of a ruleset of heaps whose moves take and break."""
    def take_and_break(self, code: str, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """What may be left of a heap of n by a code: lists of heaps."""
    def misere_universe(self, P: GameLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
        """The least universe of misère play that contains a game: 'dicot', 'dead-ending' or 'all'."""
    def misere_leq(self, P: GameLike, Q: GameLike, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether P ≤ Q in misère play within a universe: beside no game of it does Left do better in P."""
    def misere_equal(self, P: GameLike, Q: GameLike, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether two games are equal in misère play within a universe: no game of it tells them apart."""
    def misere_canonical(self, P: GameLike, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The simplest form of a game in misère play within a universe: equal games have the same."""
    def is_misere_invertible(self, P: GameLike, U: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether the sum of a game with some game of a universe equals 0 in misère play."""
    def misere_quotient(self, R: Any, n: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The misère quotient of impartial games, proved: of the heaps 1 to n of a ruleset R, or of a position, a sum or a list R and all that follows."""
    def board(self, P: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The board of a position."""
    def cells(self, b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The places of a board: numbers on a strip, pairs (row, column) on a grid."""
    def rows(self, b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many rows a board has."""
    def columns(self, b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many columns a board has."""
    def group(self, b: Any, p: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The places connected with p along rows and columns through cells with the same symbol."""
    def liberties(self, b: Any, p: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The empty cells beside the group of the cell p."""
    def shows(self, b: Any, pattern: str, directions: str = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a pattern is somewhere on a board."""
    def rewritten(self, b: Any, pattern: str, replacement: str, /, *values: str, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The boards to which a rewrite rule leads."""
    def connects(self, b: Any, symbol: Any, side: Any, side4: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether cells that show a symbol lead from one side of a board to another."""
    def hex_connects(self, b: Any, symbol: Any, side: str, side4: str, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether cells that show a symbol lead from one side of a board of Hex to another."""
    def line(self, b: Any, symbol: Any, k: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether k cells in a straight line show a symbol."""
    def full(self, b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether no cell of a board is empty, or no vertex of a graph."""
    def dominates(self, g: Any, symbol: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether each vertex of a graph shows a symbol, or has a neighbour that does."""
    def graph(self, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The graph of a position, or the graph that a text or a list of edges describes."""
    def digraph(self, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The graph with directed edges that a text or a list of edges describes."""
    def vertices(self, g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
        """The vertices of a graph: numbers."""
    def edges(self, g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The edges of a graph: pairs of vertices, or triples with a label."""
    def label(self, e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The label of an edge; an empty text when it has none."""
    def ends(self, e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The two ends of an edge."""
    def to(self, e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Where a directed edge ends."""
    def neighbours(self, g: Any, p: Any, labels: str = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The vertices to which edges lead from p; the cells beside a cell."""
    def degree(self, g: Any, p: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """How many edges lead away from the vertex p of a graph; of a game, its degree of loopiness."""
    def remove(self, g: Any, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A graph without a vertex and its edges, without an edge, or without a list or set of these."""
    def cut(self, g: Any, e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A graph without an edge, and without all that is then cut off from the ground."""
    def contract(self, g: Any, e: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A graph without an edge, its two ends made one vertex."""
    def connected(self, g: Any, p: IntegerLike, q: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a path leads from a vertex of a graph to another, whatever the direction of edges."""
    def components(self, g: Any, p: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The connected components of a graph; with p, its parts that meet only in p."""
    def is_connected(self, g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a graph is connected: it has one component."""
    def green_value(self, g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The nimber of Green Hackenbush on a graph of any size."""
    def fusion(self, g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The tree that a green picture becomes when all its circuits are fused."""
    def green_steps(self, g: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """How the value of a green picture is found: principles, pictures before and after."""
    def stalk(self, labels: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """A path from the ground, vertex 0, with these labels or this many edges."""
    def path(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The path with n vertices."""
    def cycle(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The cycle with n vertices; with one, a loop."""
    def clique(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The complete graph with n vertices."""
    def grid_graph(self, m: IntegerLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The graph of an m by n board: cells are vertices, neighbours are joined."""
    def draw(self, P: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The picture of a position, a sum of positions, a board, a graph or a loopy game."""
    def plot(self, G: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The picture of a thermograph."""
    def tree(self, G: Any, depth: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """The game tree: Left's options slant to the left, Right's to the right."""
    def save(self, file: str, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Writes a picture as an SVG file or as source for LaTeX, and values as CSV or JSON."""
    def table(self, rows: Any, header: Any = ..., columns: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Value:
        """A table of values, drawn at the prompt."""
    def abs(self, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int | Fraction:
        """A number without its sign."""
    def floor(self, x: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The largest integer that is not above a number."""
    def ceil(self, x: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The smallest integer that is not below a number."""
    def gcd(self, m: Any, /, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The greatest common divisor of some integers, or of those in a collection."""
    def min(self, x: Any, /, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The smallest of some values, or of a collection."""
    def max(self, x: Any, /, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The largest of some values, or of a collection."""
    def nim_sum(self, m: Any, /, *values: IntegerLike, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The sum of integers in binary without carrying (xor), or of those in a collection; also of ordinals."""
    def nim_product(self, m: IntegerLike, n: IntegerLike, /, *values: IntegerLike, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The product of integers in the field of nimbers, of any size."""
    def mex(self, xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The least of 0, 1, 2, ... that is not in a collection."""
    def div(self, m: IntegerLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The integer quotient: m / n, rounded down."""
    def isqrt(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The largest integer whose square is not above n."""
    def ilog(self, n: IntegerLike, base: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The largest k for which base**k is not above n; the base is 2 by default."""
    def sign(self, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """1 for a positive number, -1 for a negative one, 0 for 0."""
    def numerator(self, x: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The numerator of a fraction in lowest terms, which has the sign of the fraction."""
    def denominator(self, x: NumberLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """The denominator of a fraction in lowest terms, at least 1."""
    def gaps(self, S: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
        """The positive integers that are no sums of multiples of those in a collection."""
    def minimal_generators(self, S: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
        """Those of a collection of positive integers that are no sums of multiples of others."""
    def is_evil(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a number has an even number of ones in binary."""
    def is_odious(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether a number has an odd number of ones in binary."""
    def ugly_product(self, m: IntegerLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The ugly product: over nim-sums it is bilinear, and 2**i times a smaller 2**j is 2**i + 2**(j - 1)."""
    def nim_quotient(self, m: IntegerLike, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The number whose nim-product with n is m."""
    def nim_inverse(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The number whose nim-product with n is 1."""
    def nim_power(self, n: IntegerLike, k: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The nim-product of k copies of n, or of -k copies of its inverse."""
    def nim_square_root(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """The number whose nim-product with itself is n."""
    def is_prime(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether an integer is prime."""
    def factor(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The prime factors of a positive integer: a map from each to its exponent."""
    def divisors(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[int]:
        """The integers from 1 to n that divide n, in ascending order."""
    def totient(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many of the integers from 1 to n have no common divisor with n but 1."""
    def ordinal_product(self, a: Any, b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Cantor's product of ordinals: a, repeated b times. Of games, an ordinal sum of copies of a, one on the other, for each move of b."""
    def ordinal_power(self, a: Any, b: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> GameLike:
        """Cantor's power of ordinals: the product of b factors a."""
    def sign_expansion(self, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The signs of a number in the tree of numbers: a list of runs, each a sign and how often it comes."""
    def length(self, xs: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> int:
        """How many elements a collection has, or symbols a text."""
    def list(self, xs: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection as a list, or the symbols of a board."""
    def set(self, xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection, each once."""
    def union(self, A: Any, B: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of either collection, as a set; of two maps, the map with the entries of both."""
    def intersection(self, A: Any, B: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of A that are in B, as a set."""
    def without(self, xs: Any, i: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A list or text without the element at a place, a map without a key, or a set without an element."""
    def insert(self, xs: Any, i: Any, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """A list or text with x as its element number i, before the one that was there."""
    def sum(self, xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The sum of the elements of a collection; 0 when there are none."""
    def map(self, xs: CollectionLike, f: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """What a function makes of each element, as a list."""
    def filter(self, xs: CollectionLike, f: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements for which a function gives true, as a list."""
    def reverse(self, xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection in the opposite order, as a list."""
    def sort(self, xs: CollectionLike, key: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection in ascending order, as a list; by a key if one is given."""
    def keys(self, m: Mapping[Any, Any], /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The keys of a map, as a list."""
    def values(self, m: Mapping[Any, Any], /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The values of a map, as a list."""
    def all(self, xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether every element of a collection of truth values is true."""
    def any(self, xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> bool:
        """Whether some element of a collection of truth values is true."""
    def text(self, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
        """A value as it prints; a board as the text that it is typed as."""
    def show(self, label: str, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The value x, shown after the label when alone in a statement."""
    def latex(self, x: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
        """A value as source for LaTeX, to be put in mathematics."""
    def difference(self, xs: Any, k: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection that are not in another, as a set; of one list, the differences of consecutive elements."""
    def oeis_like(self, xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> str:
        """A sequence as one looks it up: its elements with commas between them, nimbers by their sizes."""
    def boards(self, R: Ruleset, rows: Any, columns: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """All positions of a ruleset on boards of a size."""
    def up_to_symmetry(self, xs: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """Of boards that turns and mirrors make of each other, the first one."""
    def orbit(self, P: Position, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> builtins.list[Position]:
        """The positions that turns and mirrors which keep the rules make of one on a board."""
    def graphs(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """All graphs with n vertices, one of each shape: without loops and double edges."""
    def trees(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """All trees with n vertices, one of each shape."""
    def rooted_trees(self, n: IntegerLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """All trees with n vertices of which one is the root, one of each shape."""
    def permutations(self, xs: CollectionLike, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """The elements of a collection in every order, as lists."""
    def subsets(self, xs: CollectionLike, k: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """The subsets of a collection as lists; with k, those with k elements."""
    def product(self, xs: CollectionLike, /, *values: CollectionLike, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """The tuples with an element of each collection; later ones vary faster."""
    def partitions(self, n: IntegerLike, k: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Enumeration:
        """The ways to write n as a sum of positive integers; with k, of k of them."""
    def positions(self, P: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """All positions that moves of either player lead to, P itself first."""
    def tally(self, xs: Any, key: Any = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """How often each element occurs, or each value of a function of them: a map."""
    def groups(self, xs: Any, key: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The elements of a collection by the value of a function: a map to lists."""
    def find(self, xs: Any, condition: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The first element for which a function gives true."""
    def argmin(self, xs: Any, key: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The first element for which a function gives its least value."""
    def argmax(self, xs: Any, key: Any, /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """The first element for which a function gives its greatest value."""
    def sample(self, xs: Any, k: IntegerLike, seed: IntegerLike = ..., /, *, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any:
        """k different elements of a collection, chosen at random."""
    omega: Any
    loony: Any
    L: Any
    R: Any
    N: Any
    P: Any
    D: Any
    N_hat: Any
    N_check: Any
    P_hat: Any
    P_check: Any
    Left: Any
    Right: Any
    Max: Any
    Min: Any
    def breathes(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def chain_put(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def chain_without(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def checkerboard(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def coin_rulesets(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def dots_and_boxes(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def first_heaps(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def found_first(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def freed(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def gale_board(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def has_liberties(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def head_value(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def heap_rulesets(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def identify(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def knight_moves(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def lowered(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def octal(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def on_diagonals(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def one_less(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def phutball_field(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def positions_worth(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def rulesets_with(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def shifted(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def small_boards(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def text_times(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def tinted(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...
    def turned(self, *values: Any, games: bool = ..., seconds: float | None = ..., memory: int | str | None = ..., steps: int | None = ...) -> Any: ...

class Library:
    @property
    def AcrosticTwins(self) -> Rules: ...
    @property
    def AllBut(self) -> Ruleset: ...
    @property
    def Amazons(self) -> Rules: ...
    @property
    def AntiClobber(self) -> Rules: ...
    @property
    def ArcKayles(self) -> Rules: ...
    @property
    def AtLeastHalf(self) -> Rules: ...
    @property
    def BackslidingToadsAndFrogs(self) -> Rules: ...
    @property
    def BridgIt(self) -> Rules: ...
    @property
    def CakeProduct(self) -> Ruleset: ...
    @property
    def CannibalClobber(self) -> Rules: ...
    @property
    def CeyloneseFoxAndGeese(self) -> Rules: ...
    @property
    def ChildishHackenbush(self) -> Rules: ...
    @property
    def Chomp(self) -> Rules: ...
    @property
    def Clobber(self) -> Rules: ...
    @property
    def Col(self) -> Rules: ...
    @property
    def Connect(self) -> Ruleset: ...
    @property
    def ConstrainedWythoff(self) -> Ruleset: ...
    @property
    def Cram(self) -> Rules: ...
    @property
    def Cutcake(self) -> Rules: ...
    @property
    def DawsonsChess(self) -> Rules: ...
    @property
    def DawsonsKayles(self) -> Rules: ...
    @property
    def DawsonsPawns(self) -> Rules: ...
    @property
    def Dicotic(self) -> Rules: ...
    @property
    def Domineering(self) -> Rules: ...
    @property
    def DotsAndBoxes(self) -> Ruleset: ...
    @property
    def Eatcake(self) -> Rules: ...
    @property
    def EdgeGeography(self) -> Rules: ...
    @property
    def ElephantsAndRhinos(self) -> Rules: ...
    @property
    def EndNim(self) -> Rules: ...
    @property
    def EntrepreneurialChess(self) -> Rules: ...
    @property
    def Euclid(self) -> Rules: ...
    @property
    def Fence(self) -> Ruleset: ...
    @property
    def FibonacciNim(self) -> Rules: ...
    @property
    def Fission(self) -> Rules: ...
    @property
    def Fjords(self) -> Rules: ...
    @property
    def FlippingCoins(self) -> Rules: ...
    @property
    def FoxAndGeese(self) -> Rules: ...
    @property
    def GenCol(self) -> Ruleset: ...
    @property
    def GenHackenbush(self) -> Ruleset: ...
    @property
    def GenMem(self) -> Ruleset: ...
    @property
    def GenWythoff(self) -> Ruleset: ...
    @property
    def GraphClobber(self) -> Rules: ...
    @property
    def GraphCol(self) -> Rules: ...
    @property
    def GraphSnort(self) -> Rules: ...
    @property
    def GrundysGame(self) -> Rules: ...
    @property
    def Grunt(self) -> Rules: ...
    @property
    def GuilesGame(self) -> Rules: ...
    @property
    def Hackenbush(self) -> Rules: ...
    @property
    def HackenbushString(self) -> Rules: ...
    @property
    def HareAndHounds(self) -> Rules: ...
    @property
    def HeapGame(self) -> Ruleset: ...
    @property
    def Hex(self) -> Rules: ...
    @property
    def InARow(self) -> Ruleset: ...
    @property
    def Kayles(self) -> Rules: ...
    @property
    def Kings(self) -> Rules: ...
    @property
    def Knights(self) -> Rules: ...
    @property
    def Konane(self) -> Rules: ...
    @property
    def LaskersNim(self) -> Rules: ...
    @property
    def Leapfrog(self) -> Ruleset: ...
    @property
    def MaundyCake(self) -> Rules: ...
    @property
    def Mem(self) -> Rules: ...
    @property
    def MockTurtleFives(self) -> Rules: ...
    @property
    def MockTurtles(self) -> Rules: ...
    @property
    def Moebius(self) -> Rules: ...
    @property
    def Mogul(self) -> Rules: ...
    @property
    def Moidores(self) -> Rules: ...
    @property
    def MooresNim(self) -> Ruleset: ...
    @property
    def Motley(self) -> Rules: ...
    @property
    def Nim(self) -> Rules: ...
    @property
    def Nimstring(self) -> Rules: ...
    @property
    def NoGo(self) -> Rules: ...
    @property
    def NodeKayles(self) -> Rules: ...
    @property
    def Northcott(self) -> Rules: ...
    @property
    def OwnedWalk(self) -> Ruleset: ...
    @property
    def PartizanArcKayles(self) -> Rules: ...
    @property
    def PartizanEuclid(self) -> Rules: ...
    @property
    def PartizanSplittles(self) -> Ruleset: ...
    @property
    def PartizanSubtraction(self) -> Ruleset: ...
    @property
    def PartizanTakeAndBreak(self) -> Ruleset: ...
    @property
    def PartizanTokenGame(self) -> Ruleset: ...
    @property
    def PawnWalk(self) -> Ruleset: ...
    @property
    def PayoffWalk(self) -> Ruleset: ...
    @property
    def Phutball(self) -> Rules: ...
    @property
    def Push(self) -> Rules: ...
    @property
    def Queens(self) -> Rules: ...
    @property
    def Rooks(self) -> Rules: ...
    @property
    def Ruler(self) -> Rules: ...
    @property
    def RulerFives(self) -> Rules: ...
    @property
    def Sausages(self) -> Ruleset: ...
    @property
    def Scale(self) -> Ruleset: ...
    @property
    def ShannonSwitching(self) -> Rules: ...
    @property
    def Shove(self) -> Rules: ...
    @property
    def SilverDollar(self) -> Rules: ...
    @property
    def SilverDollarAndBag(self) -> Rules: ...
    @property
    def Snort(self) -> Rules: ...
    @property
    def Spawning(self) -> Ruleset: ...
    @property
    def Splittles(self) -> Ruleset: ...
    @property
    def StaircaseNim(self) -> Rules: ...
    @property
    def StringsAndCoins(self) -> Rules: ...
    @property
    def Subtraction(self) -> Ruleset: ...
    @property
    def SylverCoinage(self) -> Rules: ...
    @property
    def Sym(self) -> Rules: ...
    @property
    def TakeAndBreak(self) -> Ruleset: ...
    @property
    def TakeAway(self) -> Ruleset: ...
    @property
    def Tartan(self) -> Ruleset: ...
    @property
    def TicTacToe(self) -> Rules: ...
    @property
    def TintedCol(self) -> Rules: ...
    @property
    def TintedSnort(self) -> Rules: ...
    @property
    def ToadsAndFrogs(self) -> Rules: ...
    @property
    def TokenGame(self) -> Ruleset: ...
    @property
    def TopEntails(self) -> Rules: ...
    @property
    def TopplingDominoes(self) -> Rules: ...
    @property
    def Treblecross(self) -> Rules: ...
    @property
    def TripletFives(self) -> Rules: ...
    @property
    def Triplets(self) -> Rules: ...
    @property
    def TurnAndEatcake(self) -> Rules: ...
    @property
    def TurnedCakeProduct(self) -> Ruleset: ...
    @property
    def TurningCorners(self) -> Rules: ...
    @property
    def TurningTurtles(self) -> Rules: ...
    @property
    def Turnips(self) -> Rules: ...
    @property
    def Twins(self) -> Rules: ...
    @property
    def Twisted(self) -> Rules: ...
    @property
    def UndirectedEdgeGeography(self) -> Rules: ...
    @property
    def UndirectedVertexGeography(self) -> Rules: ...
    @property
    def VertexGeography(self) -> Rules: ...
    @property
    def WeightedArcKayles(self) -> Rules: ...
    @property
    def Welter(self) -> Rules: ...
    @property
    def Wythoff(self) -> Rules: ...
    def __getattr__(self, name: str) -> Ruleset: ...
