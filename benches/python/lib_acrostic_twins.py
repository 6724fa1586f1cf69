"""Acrostic Twins, nimber of (120, 121)."""
from functools import lru_cache
import sys

sys.setrecursionlimit(10**5)


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


def moves(x, y):
    yield from ((a, y) for a in range(x))
    yield from ((x, b) for b in range(y))


@lru_cache(None)
def nimber(x, y):
    return mex({nimber(*position) for position in moves(x, y)})


print(nimber(120, 121))
