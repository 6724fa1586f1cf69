"""Take k of 3000 counters, with `abs` in the condition."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if abs(n - 2 * k) > 3}))
print(g[2990:])
