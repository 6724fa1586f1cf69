; What can be folded away.
[(block) (clauses) (marking) (list) (brace) (form) (arguments)] @fold
