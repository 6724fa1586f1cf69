; Colours by the tree of a program, with the names of Helix. No node has two patterns: versions of Helix differ in
; which of them wins.

((call function: (name) @function) (#not-match? @function "^[A-Z]"))
((call function: (name) @type) (#match? @type "^[A-Z]"))
(method name: (name) @function.method)
(function_definition name: (name) @function)
(ruleset name: (name) @type)
(where_definition label: (name) @label)
(ask name: (name) @variable)
(parameter name: (name) @variable.parameter)
(default (name) @variable.parameter)
(lambda parameters: (name) @variable.parameter)
(lambda parameters: (tuple (name) @variable.parameter))

(shebang) @keyword.directive
(comment) @comment
(documentation) @comment.block.documentation
(expectation) @comment

(text) @string
(escape) @constant.character.escape
(number) @constant.numeric
(game) @constant.numeric
(genus) @constant.numeric
(loopy) @constant.builtin
(pass) @constant.builtin
(blank) @constant.builtin
(boolean) @constant.builtin.boolean
(label) @label

["fn"] @keyword.function
["game"] @keyword.storage.type
["use"] @keyword.control.import
["return"] @keyword.control.return
["for" "while"] @keyword.control.repeat
["if" "then" "else"] @keyword.control.conditional
["and" "or" "not" "is" "in" "by"] @keyword.operator
[
  "check" "exercise" "hint" "sheet" "ask" "generate" "where" "all"
  "with" "question" "questions" "at" "level" "show" "points" "point"
  "accept" "partial" "wrong" "given" "from" "allow"
  "parts" "start" "draw_as" "play" "score" "gain" "move" "left" "right" "turn" "wins" "draw" "of" "repeatedly"
] @keyword
[(break) (continue)] @keyword.control.repeat
(play ["misere" "misère"] @keyword)
(kind "on" @keyword)
(kind ["heap" "code" "coins" "strip" "grid" "graph" "digraph"] @type.builtin)
(kind_of_answer) @type.builtin
(direction) @keyword

[
  "+" "-" "−" "*" "∗" "⋆" "·" "×" "/" "%" "**" "&" ".." ":=" "->" "=" "±" "+-"
  "==" "!=" "≠" "<=" "≤" ">=" "≥" "||" "‖" "<|" "|>" "⧏" "⧐"
] @operator
(binary operator: ["<" ">"] @operator)
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
(form ["<" ">"] @punctuation.bracket)
(bars) @punctuation.bracket
["," ";" "." ":"] @punctuation.delimiter
