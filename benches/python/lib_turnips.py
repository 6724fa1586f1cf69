"""Turnips, heads up to place 1000."""


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


def turns(x):
    """The other coins that may be turned with the one at place x."""
    for d in range(1, x // 2 + 1):
        yield x - d, x - 2 * d


def nim_sum(places):
    total = 0
    for y in places:
        total ^= g[y]
    return total


g = []
for x in range(1001):
    g.append(mex({nim_sum(places) for places in turns(x)}))
print(sum(g))
