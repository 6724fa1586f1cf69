"""Euclid, nimbers up to (300, 300)."""
from functools import lru_cache
import sys

from nimbers import mex

sys.setrecursionlimit(10**5)


def moves(a, b):
    if b > 0:
        yield from ((a - k * b, b) for k in range(1, a // b + 1))
    if a > 0:
        yield from ((a, b - k * a) for k in range(1, b // a + 1))


@lru_cache(None)
def nimber(a, b):
    return mex({nimber(*position) for position in moves(a, b)})


print(sum(nimber(a, b) for a in range(301) for b in range(301)))
