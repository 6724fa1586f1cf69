"""Take k of 3000 counters, with `isqrt` in the condition."""
from math import isqrt

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if isqrt(k) ** 2 != k}))
print(g[2990:])
