"""Moore's Nim with two heaps at a time, nimber of 9, 9, 9."""
from functools import lru_cache
from itertools import combinations, product
import sys

from nimbers import mex

sys.setrecursionlimit(10**5)


def moves(heaps):
    for k in (1, 2):
        for places in combinations(range(len(heaps)), k):
            for sizes in product(*[range(heaps[p]) for p in places]):
                rest = list(heaps)
                for p, size in zip(places, sizes):
                    rest[p] = size
                yield tuple(rest)


@lru_cache(None)
def nimber(heaps):
    return mex({nimber(position) for position in moves(heaps)})


print(nimber((9, 9, 9)))
