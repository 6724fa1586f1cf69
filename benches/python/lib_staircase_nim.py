"""Staircase Nim, nimber of 8, 8, 8, 8."""
from functools import lru_cache
import sys

from nimbers import mex

sys.setrecursionlimit(10**5)


def moves(steps):
    for i in range(len(steps)):
        for k in range(1, steps[i] + 1):
            rest = list(steps)
            rest[i] -= k
            if i > 0:
                rest[i - 1] += k
            yield tuple(rest)


@lru_cache(None)
def nimber(steps):
    return mex({nimber(position) for position in moves(steps)})


print(nimber((8, 8, 8, 8)))
