"""Sym, heads up to place 18."""
from itertools import combinations

from nimbers import nimbers_of_heads


def turns(x):
    """The other coins that may be turned with the one at place x."""
    for y in range(x + 1):
        for k in range((x - y) // 2 + 1):
            for inner in combinations(range(y + 1, (x + y) // 2 + 1), k):
                yield {z for p in (y, *inner) for z in (p, x + y - p)} - {x}


print(sum(nimbers_of_heads(turns, 18)))
