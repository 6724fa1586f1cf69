; Names that are known in a part of the program only.
[(source_file) (function_definition) (ruleset) (block) (lambda)] @local.scope
(parameter name: (name) @local.definition.parameter)
(lambda parameters: (name) @local.definition.parameter)
(pattern (name) @local.definition.var)
(definition left: (name) @local.definition.var)
(function_definition name: (name) @local.definition.function)
(ruleset name: (name) @local.definition.type)
(name) @local.reference
