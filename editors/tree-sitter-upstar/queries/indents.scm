; Neovim's indentation.
[(block) (clauses) (marking) (list) (brace) (form) (arguments) (tuple)] @indent.begin
["}" "]" ")"] @indent.branch @indent.end
(comment) @indent.auto
