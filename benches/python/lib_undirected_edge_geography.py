"""UndirectedEdgeGeography on the 3x5 grid."""
from functools import lru_cache

from nimbers import mex

CELLS = [(i, j) for i in range(3) for j in range(5)]
NEAR = {p: [q for q in CELLS if abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1] for p in CELLS}


@lru_cache(None)
def nimber(edges, p):
    return mex({nimber(edges - {frozenset({p, q})}, q) for q in NEAR[p] if frozenset({p, q}) in edges})


print(nimber(frozenset(frozenset({p, q}) for p in CELLS for q in NEAR[p]), (0, 0)))
