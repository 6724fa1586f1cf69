-- Comments, blanks and colours of a program of Upstar.
vim.bo.commentstring = "// %s"
vim.bo.comments = "s1:/*,mb:*,ex:*/,:///,://"
vim.bo.suffixesadd = ".game"
vim.bo.include = [[^\s*use\s\+"\zs[^"]\+]]
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
vim.opt_local.formatoptions:remove("t")
vim.opt_local.formatoptions:append("croql")
vim.b.undo_ftplugin =
  "setlocal commentstring< comments< suffixesadd< include< expandtab< shiftwidth< softtabstop< formatoptions<"

-- By the tree of the program where its parser is installed, otherwise by syntax/upstar.vim.
if vim.treesitter and vim.treesitter.start then
  pcall(vim.treesitter.start, 0, "upstar")
end
