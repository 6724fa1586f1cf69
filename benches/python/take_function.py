"""Take k of 3000 counters, with a function in the condition."""


def mex(found):
    n = 0
    while n in found:
        n += 1
    return n


def odd(k):
    return k % 2 == 1


g = []
for n in range(3001):
    g.append(mex({g[n - k] for k in range(1, n + 1) if odd(k)}))
print(g[2990:])
