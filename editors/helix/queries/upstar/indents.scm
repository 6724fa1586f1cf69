; Indentation in Helix.
[(block) (clauses) (marking) (list) (brace) (form) (arguments) (tuple)] @indent
["}" "]" ")"] @outdent
