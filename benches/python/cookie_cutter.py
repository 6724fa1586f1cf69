"""Cookie Cutter, 2x2 on 4x5."""
from functools import lru_cache

from nimbers import mex

ROWS, COLUMNS = 4, 5


@lru_cache(None)
def nimber(cookies):
    found = set()
    for i in range(-1, ROWS):
        for j in range(-1, COLUMNS):
            rest = cookies - {(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)}
            if rest != cookies:
                found.add(nimber(rest))
    return mex(found)


print(nimber(frozenset((i, j) for i in range(ROWS) for j in range(COLUMNS))))
