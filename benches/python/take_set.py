"""Take k of 3000 counters, with a set literal in the condition."""

from nimbers import mex

g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if k % 7 in {1, 2, 4}}))
print(g[2990:])
