"""Take k of 3000 counters, with a function in the condition."""

from nimbers import mex


def odd(k):
    return k % 2 == 1


g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if odd(k)}))
print(g[2990:])
