"""A token game with the last move forbidden, (60, 61)."""
from functools import lru_cache


@lru_cache(None)
def wins(a, b, last):
    return (last != 1 and any(not wins(a - k, b, 1) for k in range(1, a + 1))
            or last != 2 and any(not wins(a, b - k, 2) for k in range(1, b + 1))
            or last != 3 and any(not wins(a - k, b - k, 3) for k in range(1, min(a, b) + 1)))


print("N" if wins(60, 61, 0) else "P")
