"""Subtraction of 3, 7, 12 and 31, up to 200000."""

from nimbers import mex

g = []
for n in range(200001):
    g.append(mex({g[n - s] for s in (3, 7, 12, 31) if s <= n}))
print(sum(g))
