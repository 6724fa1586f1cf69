-- Indentation of a program of Upstar: by the brackets that are open where a line begins, and one step more
-- where a binding goes on.
if vim.b.did_indent then
  return
end
vim.b.did_indent = 1
vim.bo.indentexpr = "v:lua.require'upstar.indent'.of(v:lnum)"
vim.bo.indentkeys = "0},0],0),!^F,o,O"
vim.b.undo_indent = "setlocal indentexpr< indentkeys<"
