"""FibonacciNim, nimber of (300, 299)."""
from functools import lru_cache
import sys

from nimbers import mex

sys.setrecursionlimit(10**5)


def moves(n, m):
    return ((n - k, 2 * k) for k in range(1, min(n, m) + 1))


@lru_cache(None)
def nimber(n, m):
    return mex({nimber(*position) for position in moves(n, m)})


print(nimber(300, 299))
