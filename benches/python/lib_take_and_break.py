"""TakeAndBreak by the code 0.356, up to 2000."""

from nimbers import mex

CODE = [(1, 3), (2, 5), (3, 6)]


def options(n):
    found = set()
    for k, digit in CODE:
        if digit & 1 and n == k:
            found.add(0)
        if digit & 2 and n > k:
            found.add(g[n - k])
        if digit & 4:
            found |= {g[a] ^ g[n - k - a] for a in range(1, n - k)}
    return found


g = []
for n in range(2001):
    g.append(mex(options(n)))
print(sum(g))
