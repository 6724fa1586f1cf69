-- Neovim with these files: nvim --headless -u NONE -i NONE --cmd "set rtp^=editors/neovim" -c "luafile editors/neovim/test/run.lua"
-- UPSTAR names the program; without it the language server is not tested.
local failed, passed = 0, 0
local function check(name, got, wanted)
  if vim.deep_equal(got, wanted) then
    passed = passed + 1
  else
    failed = failed + 1
    io.stderr:write(("failed: %s: got %s, wanted %s\n"):format(name, vim.inspect(got), vim.inspect(wanted)))
  end
end

local folder = vim.fn.tempname()
vim.fn.mkdir(folder, "p")
local function file(name, text)
  local path = folder .. "/" .. name
  local out = assert(io.open(path, "w"))
  out:write(text)
  out:close()
  return path
end
local program = os.getenv("UPSTAR")
vim.g.upstar_program = program or "there-is-no-such-program"
vim.cmd("syntax on | filetype plugin indent on")
vim.cmd("runtime! plugin/upstar.lua ftdetect/upstar.lua")

-- File type, comments, blanks.
vim.cmd("edit " .. file("one.game", "f(x) := x\n"))
check("file type", vim.bo.filetype, "upstar")
check("comment string", vim.bo.commentstring, "// %s")
check("indentation", { vim.bo.shiftwidth, vim.bo.expandtab }, { 2, true })
vim.cmd("edit " .. file("script", "#!/usr/bin/env upstar\n1\n"))
check("file type of a script", vim.bo.filetype, "upstar")

-- Indentation of whole programs is what it was.
local function indented(text)
  vim.cmd("edit! " .. file("indented.game", (text:gsub("\n +", "\n"))))
  vim.cmd("silent normal! gg=G")
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n"
end
for _, text in ipairs({
  "game G(n: heap) {\n  move n - k for k in 1..n\n  left 0\n}\nx := [\n  1,\n  2\n]\n",
  "fn f(x) {\n  if x > 0 {\n    return [x]\n  } else {\n    -x\n  }\n}\n1\n",
  "x :=\n  1 + 2\ny := \"{\" // {\nz\n",
}) do
  check("indentation of a program", indented(text), text)
end

-- Colours of syntax/upstar.vim.
vim.cmd("edit! " .. file("colours.game", 'game Mine(b: grid of ".#") {\n  left ".|." -> "#|#"\n}\nG := <0,*|0> + canonical(2v) // why\n//= 3\n<1|*>\n'))
local function group(line, word)
  local text = vim.fn.getline(line)
  local column = assert(text:find(word, 1, true), word)
  return vim.fn.synIDattr(vim.fn.synID(line, column, 1), "name")
end
vim.cmd("syntax sync fromstart")
if vim.treesitter and vim.treesitter.stop then
  pcall(vim.treesitter.stop)
  vim.bo.syntax = "upstar"
end
check("colour of a keyword", group(1, "game"), "upstarDeclaration")
check("colour of a kind", group(1, "grid"), "upstarKind")
check("colour of a clause", group(2, "left"), "upstarClause")
check("colour of a text", group(2, "|."), "upstarText")
check("colour of a star", group(4, "*"), "upstarGame")
check("colour of a star after a bar", group(6, "*"), "upstarGame")
check("colour of a function", group(4, "canonical"), "upstarFunction")
check("colour of a game", group(4, "2v"), "upstarGame")
check("colour of a comment", group(4, "why"), "upstarComment")
check("colour of an expectation", group(5, "3"), "upstarExpectation")

-- Colours by the tree, where the parser is installed.
if #vim.api.nvim_get_runtime_file("parser/upstar.so", false) > 0 and vim.treesitter.start then
  vim.cmd("edit! " .. file("tree.game", 'game Mine(b: grid of ".#") {\n  left ".|." -> "#|#"\n}\n'))
  vim.treesitter.start(0, "upstar")
  vim.treesitter.get_parser(0, "upstar"):parse()
  local found = vim.tbl_map(function(one) return one.capture end, vim.treesitter.get_captures_at_pos(0, 0, 5))
  check("the tree colours the name of a ruleset", vim.tbl_contains(found, "type"), true)
  for _, name in ipairs({ "highlights", "folds", "indents", "locals" }) do
    local query = vim.treesitter.query.get and vim.treesitter.query.get("upstar", name)
    check("query " .. name, query ~= nil, true)
  end
else
  io.stderr:write("not tested here: the parser of the tree is not installed, or this Neovim is older than 0.9\n")
end

-- The language server.
if program then
  vim.cmd("edit! " .. file("served.game", "G := <0,*|0>\ncanonicl(G)\nmean(G)\n"))
  local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
  vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 50)
  check("one client", #vim.tbl_values(clients()), 1)
  local found = vim.diagnostic.get(0)
  check("an error where it is", { #found, found[1] and found[1].lnum, found[1] and found[1].code }, { 1, 1, "G0201" })
  local asked = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 2, character = 1 } }
  local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", asked, 10000) or {}
  local hover = vim.inspect(answers)
  check("help at a name", hover:find("mean", 1, true) ~= nil, true)
  vim.api.nvim_buf_set_lines(0, 1, 2, false, { "canonical(G)" })
  vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end, 50)
  check("no error after it is fixed", #vim.diagnostic.get(0), 0)
else
  vim.cmd("edit! " .. file("alone.game", "1\n"))
  check("without the program the file opens all the same", vim.bo.filetype, "upstar")
  local windows, said, notify = #vim.api.nvim_list_wins(), nil, vim.notify
  vim.notify = function(message) said = message end
  vim.cmd("UpstarRun")
  vim.notify = notify
  check("without the program a command says so", said, "upstar: the program `there-is-no-such-program` is not found; :UpstarRun needs it")
  check("and opens nothing", #vim.api.nvim_list_wins(), windows)
end

local version = vim.version()
print(("Neovim %d.%d: %d passed, %d failed\n"):format(version.major, version.minor, passed, failed))
vim.cmd(failed > 0 and "cquit 1" or "qall!")
