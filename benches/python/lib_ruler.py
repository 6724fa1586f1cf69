"""Ruler, heads up to place 300."""

from nimbers import nimbers_of_heads


def turns(x):
    """The other coins that may be turned with the one at place x."""
    for y in range(x + 1):
        yield range(y, x)


print(sum(nimbers_of_heads(turns, 300)))
