"""Acrostic Twins, nimber of (120, 121)."""
from functools import lru_cache
import sys

from nimbers import mex

sys.setrecursionlimit(10**5)


def moves(x, y):
    yield from ((a, y) for a in range(x))
    yield from ((x, b) for b in range(y))


@lru_cache(None)
def nimber(x, y):
    return mex({nimber(*position) for position in moves(x, y)})


print(nimber(120, 121))
