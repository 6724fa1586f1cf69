"""VertexGeography on 20 vertices with three edges each."""
from functools import lru_cache

from nimbers import mex


@lru_cache(None)
def nimber(left, p):
    return mex({nimber(left - {p}, q) for k in (1, 3, 7) if (q := (p + k) % 20) in left and q != p})


print(nimber(frozenset(range(20)), 0))
