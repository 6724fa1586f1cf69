-- How far a line of a program is indented.
local indent = {}

-- The signs of a line, without texts and comments.
local function code(line)
  line = line:gsub("\\.", ""):gsub('"[^"]*"?', '""')
  return (line:gsub("//.*$", ""):gsub("%s+$", ""))
end

-- How many brackets a line opens that it does not close, after those that close at its beginning.
local function opened(line)
  local depth = 0
  local rest = code(line):gsub("^%s*[%])}]+", "")
  for sign in rest:gmatch("[%[%](){}]") do
    depth = depth + (sign:match("[%[({]") and 1 or -1)
  end
  return depth
end

-- Whether the statement goes on below this line.
local function goes_on(line)
  local text = code(line)
  return text:match(":=$") or text:match("%->$") or text:match("%f[%w]then$") or text:match("%f[%w]else$")
end

function indent.of(number)
  local above = vim.fn.prevnonblank(number - 1)
  if above == 0 then
    return 0
  end
  local line, width = vim.fn.getline(above), vim.fn.shiftwidth()
  local found = vim.fn.indent(above)
  local before = vim.fn.prevnonblank(above - 1)
  if opened(line) ~= 0 then
    found = found + (opened(line) > 0 and width or -width)
  elseif goes_on(line) then
    found = found + width
  elseif before > 0 and goes_on(vim.fn.getline(before)) and opened(vim.fn.getline(before)) == 0 then
    found = found - width
  end
  if vim.fn.getline(number):match("^%s*[%])}]") then
    found = found - width
  end
  return math.max(found, 0)
end

return indent
