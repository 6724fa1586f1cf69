"""RulerFives, heads up to place 20000."""


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


def turns(x):
    """The other coins that may be turned with the one at place x."""
    for y in range(max(x - 4, 0), x + 1):
        yield range(y, x)


def nim_sum(places):
    total = 0
    for y in places:
        total ^= g[y]
    return total


g = []
for x in range(20001):
    g.append(mex({nim_sum(places) for places in turns(x)}))
print(sum(g))
