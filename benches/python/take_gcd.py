"""Take k of 3000 counters, with `gcd` in the condition."""
from math import gcd

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if gcd(n, k) == 1}))
print(g[2990:])
