"""Circular Nim CN(6, 3) at 4, 4, 4, 4, 4, 4."""
from functools import lru_cache
from itertools import product

K = 3


def moves(heaps):
    n = len(heaps)
    for i in range(n):
        places = [(i + j) % n for j in range(K)]
        for sizes in product(*[range(heaps[p] + 1) for p in places]):
            rest = list(heaps)
            for p, size in zip(places, sizes):
                rest[p] = size
            if tuple(rest) != heaps:
                yield tuple(rest)


@lru_cache(None)
def wins(heaps):
    return any(not wins(rest) for rest in moves(heaps))


print("N" if wins((4, 4, 4, 4, 4, 4)) else "P")
