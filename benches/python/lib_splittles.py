"""Splittles of 1, 2 and 5, up to 1500."""


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


g = []
for n in range(1501):
    g.append(mex({g[a] ^ g[n - s - a] for s in (1, 2, 5) for a in range(n - s + 1)}))
print(sum(g))
