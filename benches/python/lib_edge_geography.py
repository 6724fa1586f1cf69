"""EdgeGeography on 12 vertices with two edges each."""
from functools import lru_cache

from nimbers import mex


@lru_cache(None)
def nimber(edges, p):
    return mex({nimber(edges - {(a, b)}, b) for a, b in edges if a == p})


print(nimber(frozenset((i, (i + k) % 12) for i in range(12) for k in (1, 4)), 0))
