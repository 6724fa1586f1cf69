"""TripletFives, heads up to place 20000."""
from itertools import combinations

from nimbers import nimbers_of_heads


def turns(x):
    """The other coins that may be turned with the one at place x."""
    for k in (2,):
        yield from combinations(range(max(x - 4, 0), x), k)


print(sum(nimbers_of_heads(turns, 20000)))
