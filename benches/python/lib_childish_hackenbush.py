"""ChildishHackenbush, how many values of three pictures with ten edges."""

from hackenbush import values_of_pictures

print(len(values_of_pictures(lambda e: e[2] == "g")))
