"""PartizanTokenGame on 300 vertices, how many values."""
from functools import lru_cache

from canonical import canonical


@lru_cache(None)
def value(p):
    return canonical([value(p + k) for k in (4, 6) if p + k < 300], [value(p + k) for k in (1, 9) if p + k < 300])


print(len({value(p) for p in reversed(range(300))}))
