"""Wythoff, nimbers up to (120, 120)."""
from functools import lru_cache
import sys

from nimbers import mex

sys.setrecursionlimit(10**5)


def moves(a, b):
    yield from ((a - k, b) for k in range(1, a + 1))
    yield from ((a, b - k) for k in range(1, b + 1))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


@lru_cache(None)
def nimber(a, b):
    return mex({nimber(*position) for position in moves(a, b)})


print(sum(nimber(a, b) for a in range(121) for b in range(121)))
