"""RulerFives, heads up to place 20000."""

from nimbers import nimbers_of_heads


def turns(x):
    """The other coins that may be turned with the one at place x."""
    for y in range(max(x - 4, 0), x + 1):
        yield range(y, x)


print(sum(nimbers_of_heads(turns, 20000)))
