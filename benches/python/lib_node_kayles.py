"""NodeKayles on the 5x5 grid."""
from functools import lru_cache

from nimbers import mex

CELLS = [(i, j) for i in range(5) for j in range(5)]
NEAR = {p: [q for q in CELLS if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1] for p in CELLS}


@lru_cache(None)
def nimber(left):
    return mex({nimber(left - {p, *NEAR[p]}) for p in left})


print(nimber(frozenset(CELLS)))
