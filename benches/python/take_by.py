"""Take k of 3000 counters, k by 2."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1, 2)}))
print(g[2990:])
