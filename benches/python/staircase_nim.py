"""Staircase Nim, nimber of 10, 11, 12, 13."""
from functools import lru_cache

from nimbers import mex


@lru_cache(None)
def nimber(steps):
    found = set()
    for i in range(len(steps)):
        for k in range(1, steps[i] + 1):
            rest = list(steps)
            rest[i] -= k
            if i > 0:
                rest[i - 1] += k
            found.add(nimber(tuple(rest)))
    return mex(found)


print(nimber((10, 11, 12, 13)))
