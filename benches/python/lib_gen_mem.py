"""GenMem by a function, nimber of (150, 3)."""
from functools import lru_cache
import sys

from nimbers import mex

sys.setrecursionlimit(10**5)


def moves(n, m):
    return ((n - k, k) for k in range(1, n + 1) if k != m)


@lru_cache(None)
def nimber(n, m):
    return mex({nimber(*position) for position in moves(n, m)})


print(nimber(150, 3))
