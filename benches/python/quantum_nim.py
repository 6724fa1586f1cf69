"""Quantum Nim from (6, 6), one move or two in superposition."""
from functools import lru_cache


def after(s, i, k):
    if i == 0:
        return frozenset((a - k, b) for a, b in s if a >= k)
    return frozenset((a, b - k) for a, b in s if b >= k)


@lru_cache(None)
def wins(s):
    ways = [t for i in range(2) for k in range(1, 7) if (t := after(s, i, k))]
    return any(not wins(t | u) for t in ways for u in ways)


print("N" if wins(frozenset({(6, 6)})) else "P")
