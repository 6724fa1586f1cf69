"""A token game with the last move forbidden in misère play, (60, 61)."""
from functools import lru_cache


def moves(a, b, last):
    if last != 1:
        yield from ((a - k, b, 1) for k in range(1, a + 1))
    if last != 2:
        yield from ((a, b - k, 2) for k in range(1, b + 1))
    if last != 3:
        yield from ((a - k, b - k, 3) for k in range(1, min(a, b) + 1))


@lru_cache(None)
def wins(a, b, last):
    stuck = True
    for position in moves(a, b, last):
        stuck = False
        if not wins(*position):
            return True
    return stuck


print("N" if wins(60, 61, 0) else "P")
