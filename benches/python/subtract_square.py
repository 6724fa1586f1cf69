"""Subtract a square, to 10**5."""
from math import isqrt

from nimbers import mex

g = []
for n in range(10**5 + 1):
    g.append(mex({g[n - k * k] for k in range(1, isqrt(n) + 1)}))
print(sum(g))
