"""WeightedArcKayles on a cycle of 10 with two counters each."""
from functools import lru_cache

from nimbers import mex


@lru_cache(None)
def nimber(counters):
    found = set()
    for i in range(10):
        j = (i + 1) % 10
        if counters[i] and counters[j]:
            rest = list(counters)
            rest[i] -= 1
            rest[j] -= 1
            found.add(nimber(tuple(rest)))
    return mex(found)


print(nimber((2,) * 10))
