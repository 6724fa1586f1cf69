"""TintedSnort, how many values of paths up to 11."""

from colouring import values_of_paths

print(len(values_of_paths(11, keeps_own=True)))
