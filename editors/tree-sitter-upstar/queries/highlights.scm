; Colours by the tree of a program. Names of captures are those of Neovim and of `tree-sitter highlight`.

(name) @variable

(shebang) @keyword.directive
(comment) @comment @spell
(documentation) @comment.documentation @spell
(expectation) @comment.note

(text) @string
(escape) @string.escape
(number) @number
(game) @constant
(genus) @number
(loopy) @constant.builtin
(pass) @constant.builtin
(blank) @constant.builtin
(boolean) @boolean
(label) @label

["fn"] @keyword.function
["game"] @keyword.type
["use"] @keyword.import
["return"] @keyword.return
["for" "while"] @keyword.repeat
["if" "then" "else"] @keyword.conditional
["and" "or" "not" "is" "in" "by"] @keyword.operator
[
  "check" "exercise" "hint" "sheet" "ask" "generate" "where" "all"
  "with" "question" "questions" "at" "level" "show" "points" "point"
  "accept" "partial" "wrong" "given" "from" "allow"
  "parts" "start" "draw_as" "play" "score" "gain" "move" "left" "right" "turn" "complimenting" "entailing" "wins" "draw" "of" "repeatedly"
] @keyword
[(break) (continue)] @keyword.repeat
(play ["misere" "misère"] @keyword)
(kind "on" @keyword)
(kind ["heap" "code" "coins" "strip" "grid" "graph" "digraph"] @type.builtin)
(kind_of_answer) @type.builtin
(direction) @keyword
(no_moves) @keyword

[
  "+" "-" "−" "*" "∗" "⋆" "·" "×" "/" "%" "**" "&" ".." ":=" "->" "=" "±" "+-"
  "==" "!=" "≠" "<=" "≤" ">=" "≥" "||" "‖" "<|" "|>" "⧏" "⧐"
] @operator
(binary operator: _ @operator)
(binary operator: ["and" "or" "is" "in" "not" "by"] @keyword.operator)
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
(form ["<" ">"] @punctuation.bracket)
(bars) @punctuation.bracket
["," ";" "." ":"] @punctuation.delimiter
(binary operator: ":" @operator)

(call function: (name) @function.call)
((call function: (name) @type) (#match? @type "^[A-Z]"))
(method name: (name) @function.method)
(function_definition name: (name) @function)
(definition left: (call function: (name) @function))
(ruleset name: (name) @type)
(where_definition label: (name) @label)
(ask name: (name) @variable)
(parameter name: (name) @variable.parameter)
(default (name) @variable.parameter)
(lambda parameters: (name) @variable.parameter)
(lambda parameters: (tuple (name) @variable.parameter))
