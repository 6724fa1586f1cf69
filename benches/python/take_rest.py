"""Take k of 3000 counters, with `k % 3` in the condition."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if k % 3 != 0}))
print(g[2990:])
