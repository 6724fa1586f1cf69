; Parts of a program that are selected as a whole.
(function_definition body: (_) @function.inside) @function.around
(ruleset body: (_) @class.inside) @class.around
(parameter) @parameter.inside
(comment) @comment.around
