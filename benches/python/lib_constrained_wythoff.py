"""ConstrainedWythoff by a function, nimber of (40, 41)."""
from functools import lru_cache
import sys

from nimbers import mex

sys.setrecursionlimit(10**5)


def moves(a, b):
    yield from ((a - x, b) for x in range(1, a + 1))
    yield from ((a, b - y) for y in range(1, b + 1))
    yield from ((a - x, b - y) for x in range(1, a + 1) for y in range(1, b + 1) if max(x, y) < min(x, y) + 2)


@lru_cache(None)
def nimber(a, b):
    return mex({nimber(*position) for position in moves(a, b)})


print(nimber(40, 41))
