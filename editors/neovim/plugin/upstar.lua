-- Starts the language server for programs of Upstar, where the program is installed; `vim.g.upstar_program` is its name.
if vim.g.loaded_upstar then
  return
end
vim.g.loaded_upstar = true

-- Clients by the folders of their files.
local started = {}

-- The program, where it is found; otherwise `notify` says what needs it.
local function program(notify, needs)
  local name = vim.g.upstar_program or "upstar"
  if vim.fn.executable(name) == 1 then
    return name
  end
  notify("upstar: the program `" .. name .. "` is not found; " .. needs, vim.log.levels.WARN)
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "upstar",
  callback = function(event)
    local name = program(vim.notify_once, "errors and completion need it")
    if not name then
      return
    end
    if vim.lsp.enable then
      vim.lsp.config("upstar", { cmd = { name, "lsp" } })
      vim.lsp.enable("upstar")
    elseif vim.lsp.start then
      vim.lsp.start({ name = "upstar", cmd = { name, "lsp" }, root_dir = vim.fn.fnamemodify(event.file, ":p:h") })
    elseif vim.lsp.start_client then
      -- Neovim 0.7 does not look for the client of a folder itself.
      local root = vim.fn.fnamemodify(event.file, ":p:h")
      if not (started[root] and vim.lsp.get_client_by_id(started[root])) then
        started[root] = vim.lsp.start_client({ name = "upstar", cmd = { name, "lsp" }, root_dir = root })
      end
      vim.lsp.buf_attach_client(event.buf, started[root])
    end
  end,
})

-- Runs the program on the file, in a terminal below.
local function command(name, arguments, description)
  vim.api.nvim_create_user_command(name, function()
    local found = program(vim.notify, ":" .. name .. " needs it")
    if not found then
      return
    end
    vim.cmd("update")
    local file = vim.fn.expand("%:p")
    local words = vim.list_extend({ found }, arguments)
    vim.cmd("botright 12split")
    vim.cmd("enew")
    vim.fn.termopen(vim.list_extend(words, { file }))
  end, { desc = description })
end
command("UpstarRun", {}, "Run this program")
command("UpstarCheck", { "check" }, "Check the exercises of this program")
