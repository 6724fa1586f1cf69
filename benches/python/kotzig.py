"""Kotzig's Nim with moves 1 to 4, n = 22."""
from functools import lru_cache

N, STEPS = 22, (1, 2, 3, 4)


@lru_cache(None)
def wins(taken, at):
    return any(not wins(taken | {q}, q) for k in STEPS if (q := (at + k) % N) not in taken)


print("N" if wins(frozenset({0}), 0) else "P")
