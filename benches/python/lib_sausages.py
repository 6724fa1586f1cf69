"""Sausages, a chain of 20."""
from functools import lru_cache


@lru_cache(None)
def value(chains):
    """What the player to move eats more than the other one."""
    best = None
    for i, n in enumerate(chains):
        for a in range(1, n // 2 + 1):
            parts = (a, n - a)
            rest = sorted(chains[:i] + chains[i + 1:] + tuple(k for k in parts if k > 1))
            found = parts.count(1) - value(tuple(rest))
            best = found if best is None else max(best, found)
    return 0 if best is None else best


print(value((20,)))
