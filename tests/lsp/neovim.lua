-- The built-in client of Neovim, driven without a screen: each feature, and what it has answered, as JSON.
local program, folder, output = unpack(vim.split(vim.env.UPSTAR_TEST, "\n"))
local results = { waited = {} }

local function wait(condition)
  local held = vim.wait(30000, condition, 20)
  table.insert(results.waited, held)
  return held
end

vim.opt.hidden = true
vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/homework.game"))
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = "upstar", cmd = { program, "lsp" }, root_dir = folder })
vim.lsp.buf_attach_client(buffer, id)
wait(function() return vim.lsp.get_client_by_id(id).initialized end)

local function ask(method, line, column, more)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = { line = line, character = column },
  }
  params = vim.tbl_extend("force", params, more or {})
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 30000)
  local answer = answers and answers[id] or {}
  -- The field has another name in older versions.
  return answer.result or { error = (answer.err or answer.error or {}).message }
end

results.hover = ask("textDocument/hover", 5, 0)
results.definition = ask("textDocument/definition", 5, 0)
results.references = ask("textDocument/references", 5, 0, { context = { includeDeclaration = true } })
results.completion = ask("textDocument/completion", 5, 3)
results.signature = ask("textDocument/signatureHelp", 5, 7)
results.symbols = ask("textDocument/documentSymbol", 0, 0)
results.lenses = ask("textDocument/codeLens", 0, 0)
results.folds = ask("textDocument/foldingRange", 0, 0)
results.highlights = ask("textDocument/documentHighlight", 4, 0)
results.refused = ask("textDocument/rename", 5, 0, { newName = "mean" })

-- The client itself applies a renaming, in both files.
local edit = ask("textDocument/rename", 5, 0, { newName = "twice" })
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
results.renamed = vim.api.nvim_buf_get_lines(buffer, 5, 6, false)
results.other = vim.fn.getbufline(vim.fn.bufnr("shapes.game"), 2)

-- Typing: diagnostics come and go. The other file is not open for the server, which reads it from the disk.
local function count()
  return #vim.diagnostic.get(buffer)
end
vim.cmd("silent wall")
vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { "// Homework" })
vim.api.nvim_buf_set_lines(buffer, 0, 1, false, {})
wait(function() return count() == 0 end)
results.clean = count()
vim.api.nvim_buf_set_lines(buffer, 4, 5, false, { "G := <0,*|*> + outcom" })
wait(function() return count() > 0 end)
results.problems = vim.diagnostic.get(buffer)
vim.api.nvim_buf_set_text(buffer, 4, 12, 4, 21, { "" })
wait(function() return count() == 0 end)
results.gone = count()

results.run = vim.lsp.buf_request_sync(buffer, "workspace/executeCommand", {
  command = "upstar.check",
  arguments = { { uri = vim.uri_from_bufnr(buffer) } },
}, 30000)[id].result
wait(function() return count() > 0 end)
results.failed = vim.diagnostic.get(buffer)

vim.lsp.stop_client(id)
results.stopped = wait(function() return vim.lsp.client_is_stopped(id) end)
local file = io.open(output, "w")
file:write(vim.json.encode(results))
file:close()
vim.cmd("qall!")
