"""Circular Nim CN(5, 2) at 7, 7, 7, 7, 7."""
from functools import lru_cache


def moves(heaps):
    n = len(heaps)
    for i in range(n):
        j = (i + 1) % n
        for a in range(heaps[i] + 1):
            for b in range(heaps[j] + 1):
                if a + b < heaps[i] + heaps[j]:
                    rest = list(heaps)
                    rest[i], rest[j] = a, b
                    yield tuple(rest)


@lru_cache(None)
def wins(heaps):
    return any(not wins(rest) for rest in moves(heaps))


print("N" if wins((7, 7, 7, 7, 7)) else "P")
