-- Programs of Upstar by their names, and scripts by their first line.
vim.api.nvim_create_autocmd({ "BufNewFile", "BufRead" }, {
  pattern = "*.game",
  callback = function()
    vim.bo.filetype = "upstar"
  end,
})
vim.api.nvim_create_autocmd({ "BufNewFile", "BufRead" }, {
  pattern = "*",
  callback = function(event)
    local first = vim.api.nvim_buf_get_lines(event.buf, 0, 1, false)[1] or ""
    -- Any file that begins with `#` is taken for a configuration.
    if (vim.bo.filetype == "" or vim.bo.filetype == "conf") and first:match("^#!.*upstar") then
      vim.bo.filetype = "upstar"
    end
  end,
})
