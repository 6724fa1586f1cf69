"""A pawn's walk with 300 payoffs."""

PAYOFFS = [i * i % 97 for i in range(1, 301)]
row, steps = PAYOFFS, 299
while len(row) > 1:
    steps -= 1
    # Max begins, and moves after an even number of steps.
    best = max if steps % 2 == 0 else min
    row = [best(a, b) for a, b in zip(row, row[1:])]
print(row[0])
