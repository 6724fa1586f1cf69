-- The language server, for Neovim 0.11 and newer.
return {
  cmd = { vim.g.upstar_program or "upstar", "lsp" },
  filetypes = { "upstar" },
  root_markers = { ".git" },
}
