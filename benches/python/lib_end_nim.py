"""End-Nim, nimber of 5, 5, 5, 5, 5, 5."""
from functools import lru_cache
import sys

from nimbers import mex

sys.setrecursionlimit(10**5)


def moves(heaps):
    if heaps:
        for n in range(heaps[0]):
            yield ((n,) if n else ()) + heaps[1:]
    if len(heaps) > 1:
        for n in range(heaps[-1]):
            yield heaps[:-1] + ((n,) if n else ())


@lru_cache(None)
def nimber(heaps):
    return mex({nimber(position) for position in moves(heaps)})


print(nimber((5, 5, 5, 5, 5, 5)))
