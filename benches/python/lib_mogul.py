"""Mogul, heads up to place 20."""
from itertools import combinations


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


def turns(x):
    """The other coins that may be turned with the one at place x."""
    for k in range(7):
        yield from combinations(range(0, x), k)


def nim_sum(places):
    total = 0
    for y in places:
        total ^= g[y]
    return total


g = []
for x in range(21):
    g.append(mex({nim_sum(places) for places in turns(x)}))
print(sum(g))
