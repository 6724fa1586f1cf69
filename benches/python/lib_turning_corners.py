"""Turning Corners, nimber of (40, 41)."""
from functools import lru_cache

from nimbers import mex


@lru_cache(None)
def nimber(x, y):
    return mex({nimber(a, y) ^ nimber(x, b) ^ nimber(a, b) for a in range(x) for b in range(y)})


print(nimber(40, 41))
