"""Chomp, nimber of 8x8."""
from functools import lru_cache
import sys

from nimbers import mex

sys.setrecursionlimit(10**5)


def moves(rows):
    for i in range(len(rows)):
        for j in range(rows[i]):
            if i > 0 or j > 0:
                yield rows[:i] + tuple(min(row, j) for row in rows[i:])


@lru_cache(None)
def nimber(rows):
    return mex({nimber(position) for position in moves(rows)})


print(nimber((8,) * 8))
