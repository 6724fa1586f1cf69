"""Canonical forms of short games: what the programs about values import."""
from functools import lru_cache
import sys

sys.setrecursionlimit(10**5)
NUMBERS, GAMES = {}, []


def form(left, right):
    """The number of the game with these options."""
    key = frozenset(left), frozenset(right)
    if key not in NUMBERS:
        NUMBERS[key] = len(GAMES)
        GAMES.append(key)
    return NUMBERS[key]


@lru_cache(None)
def le(g, h):
    return not any(le(h, x) for x in GAMES[g][0]) and not any(le(y, g) for y in GAMES[h][1])


def canonical(left, right):
    """The canonical form of the game with these options, which are canonical."""
    left, right = set(left), set(right)
    g = form(left, right)
    for mine, side in (left, 0), (right, 1):
        todo = list(mine)
        while todo:
            x = todo.pop()
            back = (y for y in GAMES[x][1 - side] if (le(y, g) if side == 0 else le(g, y)))
            y = next(back, None)
            if y is not None:
                mine.discard(x)
                todo += [z for z in GAMES[y][side] if z not in mine]
                mine |= GAMES[y][side]
    return form({x for x in left if not any(x != y and le(x, y) for y in left)},
                {x for x in right if not any(x != y and le(y, x) for y in right)})


@lru_cache(None)
def add(g, h):
    (gl, gr), (hl, hr) = GAMES[g], GAMES[h]
    return canonical([add(x, h) for x in gl] + [add(g, x) for x in hl], [add(x, h) for x in gr] + [add(g, x) for x in hr])


def total(games):
    g = form((), ())
    for h in games:
        g = add(g, h)
    return g


@lru_cache(None)
def negative(g):
    return canonical([negative(x) for x in GAMES[g][1]], [negative(x) for x in GAMES[g][0]])
