"""Splittles of 1, 2 and 5, up to 1500."""

from nimbers import mex

g = []
for n in range(1501):
    g.append(mex({g[a] ^ g[n - s - a] for s in (1, 2, 5) for a in range(n - s + 1)}))
print(sum(g))
