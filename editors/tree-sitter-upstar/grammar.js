/**
 * @file Upstar, a language for combinatorial game theory, for editors. The language itself is in grammar/game.pest.
 * @license MIT OR Apache-2.0
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// From the loosest to the tightest.
const PREC = {
  lambda: 1, or: 2, and: 3, not: 4, compare: 5, where: 6, range: 7, sides: 8, sum: 9, product: 10,
  ordinal: 11, sign: 12, power: 13, postfix: 14,
};

const SUMS = [
  [PREC.sum, ["+", "-", "−"]],
  [PREC.product, ["*", "∗", "⋆", "·", "×", "/", "%"]],
  [PREC.ordinal, [":"]],
];
const COMPARISONS = ["==", "!=", "≠", "<", "<=", "≤", ">", ">=", "≥", "is", "in"];
/** Within braces a bar parts the options. */
const BARS = ["||", "‖", "<|", "|>", "⧏", "⧐"];
/** Within angle brackets so do `<` and `>`. */
const GUARDS = ["==", "!=", "≠", "<=", "≤", ">=", "≥", "⧏", "⧐", "is", "in"];

const list = (one) => seq(one, repeat(seq(",", one)), optional(","));

/** The operators between operands of one kind; options of a form have sums only, its generators no `<` and `>`. */
function binaries($, operand, grade) {
  const all = [...SUMS];
  if (grade !== "option") {
    all.push([PREC.sides, ["&"]], [PREC.range, ["..", "by"]], [PREC.and, ["and"]], [PREC.or, ["or"]]);
    all.push([PREC.compare, grade === "guard" ? GUARDS : grade === "entry" ? COMPARISONS : [...COMPARISONS, ...BARS]]);
  }
  const rows = all.map(([level, signs]) =>
    prec.left(level, seq(field("left", operand), field("operator", signs.length > 1 ? choice(...signs) : signs[0]), field("right", operand))));
  rows.push(prec.right(PREC.power, seq(field("left", operand), field("operator", "**"), field("right", operand))));
  if (grade !== "option") {
    rows.push(prec.left(PREC.compare, seq(field("left", operand), field("operator", seq("not", "in")), field("right", operand))));
  }
  return choice(...rows);
}

module.exports = grammar({
  name: "upstar",

  externals: ($) => [$._newline, $._clause_end, $.game, $.number, $.genus, $.label, $._star_before_bracket, $._alternative_sign, $._error],
  extras: ($) => [/[\s\u00a0]/, $.comment, $.documentation, $.expectation],
  word: ($) => $.name,
  supertypes: ($) => [$._statement, $._expression],
  // A side of a step is a sum, as an option of a move may be.
  conflicts: ($) => [[$._expression, $._option]],
  inline: ($) => [$._separator],

  rules: {
    source_file: ($) => seq(optional($.shebang), optional($._statements)),
    shebang: () => token(/#![^\n]*/),
    _separator: ($) => choice($._newline, ";"),
    _statements: ($) => choice(
      repeat1($._separator),
      seq(repeat($._separator), $._statement, repeat(seq(repeat1($._separator), $._statement)), repeat($._separator)),
    ),
    block: ($) => seq("{", optional($._statements), "}"),

    _statement: ($) => choice(
      $.use, $.check, $.exercise, $.hint, $.sheet, $.ask, $.generate, $.ruleset, $.function_definition, $.for_loop,
      $.while_loop, $.return, $.break, $.continue, $.definition, $._expression,
    ),
    use: ($) => seq("use", $.text),
    check: ($) => seq("check", $._expression),
    exercise: ($) => seq("exercise", field("title", $.text), optional($.points), $.block),
    points: ($) => seq("(", $.number, optional(seq("/", $.number)), choice("points", "point"), ")"),
    hint: ($) => seq("hint", $.text),
    sheet: ($) => seq("sheet", field("title", $.text), optional($.shown)),
    shown: ($) => seq("(", "show", $.name, repeat(seq(",", $.name)), ")"),
    ask: ($) => seq(
      "ask", $.kind_of_answer, field("name", $.name), optional($.points), field("question", $.text), ":=",
      field("answer", $._expression), optional($.marking),
    ),
    kind_of_answer: () => choice(
      "value", "form", "outcome", "moves", "move", "order", "number", "choice", "table", "ruleset", "strategy",
    ),
    marking: ($) => seq("{", repeat($._separator), optional(seq($.mark, repeat(seq(repeat1($._separator), $.mark)), repeat($._separator))), "}"),
    mark: ($) => seq(
      choice("accept", "partial", "wrong", "given", "from", "allow"), $._expression, repeat(seq(",", $._expression)),
      optional($.points), optional($.text),
    ),
    generate: ($) => seq(
      "generate", $.text, optional($.points), optional(seq("with", $.number, choice("questions", "question"))),
      optional(seq("at", "level", $.number)),
    ),
    function_definition: ($) => seq("fn", field("name", $.name), field("parameters", $.parameters), field("body", $.block)),
    for_loop: ($) => seq("for", $.pattern, "in", $._expression, $.block),
    while_loop: ($) => seq("while", $._expression, $.block),
    return: ($) => prec.right(seq("return", optional($._expression))),
    break: () => "break",
    continue: () => "continue",
    // What is defined is a name, names in parentheses, or a name with parameters, read as an expression.
    definition: ($) => seq(field("left", $._expression), ":=", field("right", $._expression)),

    pattern: ($) => choice($.name, $.tuple_pattern),
    tuple_pattern: ($) => seq("(", optional(list($.pattern)), ")"),
    parameters: ($) => seq(choice("(", token.immediate("(")), optional(list($.parameter)), ")"),
    parameter: ($) => seq(field("name", $.name), optional(seq(":", $.kind)), optional(seq("=", $._expression))),
    kind: ($) => choice(
      "heap", "code", "coins", seq(choice("strip", "grid", "ring", "cylinder", "torus"), "of", choice($.text, $.numbers)),
      seq(choice("graph", "digraph"), optional(seq("of", choice($.text, $.numbers))), optional(seq("on", choice($.text, $.numbers)))),
    ),

    numbers: ($) => seq($.number, "..", $.number),

    ruleset: ($) => seq(
      "game", field("name", $.name), $.parameters, optional($.parameters), field("body", $.clauses),
    ),
    clauses: ($) => seq("{", repeat($._end), optional(seq($._clause, repeat(seq(repeat1($._end), $._clause)), repeat($._end))), "}"),
    _end: ($) => choice($._clause_end, ";"),
    _clause: ($) => choice($.parts, $.start, $.draw_as, $.play, $.goal, $.score, $.blocking, $.requirement, $.clause),
    parts: ($) => seq("parts", $.options),
    start: ($) => seq("start", $._expression, repeat(seq(",", $._expression))),
    draw_as: ($) => seq("draw_as", "{", optional(list($.picture)), "}"),
    picture: ($) => seq($.text, ":", $.text),
    play: () => seq("play", choice("misere", "misère")),
    goal: ($) => seq(choice(seq(choice("left", "right"), "wins"), "draw"), "if", $._expression),
    score: ($) => seq("score", $._expression),
    blocking: ($) => seq("blocking", $._expression),
    requirement: ($) => seq("check", $._expression, optional(seq(",", $.text))),
    clause: ($) => prec.right(seq(
      field("mover", choice("move", "left", "right", "turn", seq(choice("complimenting", "entailing"), choice("move", "left", "right")))), $._alternative, repeat(seq(alias($._alternative_sign, ";"), $._alternative)),
    )),
    _alternative: ($) => choice($.rewrite, $.options),
    rewrite: ($) => prec.right(seq($.step, repeat(seq("then", $.step)), optional($.gain), repeat(alias($._rule_generator, $.generator)), optional($.condition))),
    _rule_generator: ($) => choice(
      seq("for", $.pattern, "in", $._expression), seq("let", $.pattern, ":=", $._expression),
    ),
    step: ($) => seq(field("from", $._option), "->", field("to", $._option), optional($.direction), optional(seq("over", "the", "border")), optional("repeatedly")),
    direction: () => choice("orthogonally", "diagonally", "hexagonally", seq("any", "direction")),
    options: ($) => prec.right(seq(
      $._expression, repeat(seq(",", $._expression)), optional($.gain),
      repeat(choice(seq("for", "all"), $.generator)),
    )),
    gain: ($) => seq("gain", $._expression),
    condition: ($) => seq("if", $._expression),
    generator: ($) => choice(
      seq("for", $.pattern, "in", $._expression), seq("if", $._expression), seq("let", $.pattern, ":=", $._expression),
    ),

    // Everything; an entry of braces (no signs with bars); an option of a form (sums only).
    _expression: ($) => choice(
      alias($._binary, $.binary), alias($._where, $.where), alias($._negative, $.negative), alias($._not, $.not),
      $.turned, $.no_moves, $.lambda, $.conditional, $._operand,
    ),
    // What a goal looks for.
    turned: ($) => prec.left(PREC.where, seq(field("pattern", $._expression), $.direction)),
    no_moves: () => seq("no", "moves"),
    _entry: ($) => choice(
      alias($._entry_binary, $.binary), alias($._entry_where, $.where), alias($._entry_negative, $.negative),
      alias($._entry_not, $.not), $.lambda, $.conditional, $._operand,
    ),
    _option: ($) => choice(alias($._option_binary, $.binary), alias($._option_negative, $.negative), $._operand),
    _guard: ($) => choice(
      alias($._guard_binary, $.binary), alias($._guard_negative, $.negative), alias($._guard_not, $.not), $._operand,
    ),

    _binary: ($) => binaries($, $._expression, "expression"),
    _entry_binary: ($) => binaries($, $._entry, "entry"),
    _option_binary: ($) => binaries($, $._option, "option"),
    _guard_binary: ($) => binaries($, $._guard, "guard"),
    _negative: ($) => prec(PREC.sign, seq(choice("-", "−"), $._expression)),
    _entry_negative: ($) => prec(PREC.sign, seq(choice("-", "−"), $._entry)),
    _option_negative: ($) => prec(PREC.sign, seq(choice("-", "−"), $._option)),
    _guard_negative: ($) => prec(PREC.sign, seq(choice("-", "−"), $._guard)),
    _guard_not: ($) => prec(PREC.not, seq("not", $._guard)),
    _not: ($) => prec(PREC.not, seq("not", $._expression)),
    _entry_not: ($) => prec(PREC.not, seq("not", $._entry)),
    _where: ($) => prec.left(PREC.where, seq($._expression, "where", $._where_block)),
    _entry_where: ($) => prec.left(PREC.where, seq($._entry, "where", $._where_block)),
    _where_block: ($) => seq("{", optional(list($.where_definition)), "}"),
    where_definition: ($) => seq(field("label", $.name), ":", $._option),

    lambda: ($) => prec.right(PREC.lambda, seq(
      field("parameters", choice($.name, $.tuple)), "->", field("body", $._expression),
    )),
    conditional: ($) => prec.right(PREC.lambda, seq(
      "if", field("condition", $._expression),
      choice(
        seq("then", $._expression, "else", $._expression),
        seq($.block, optional(seq("else", choice($.block, $.conditional)))),
      ),
    )),

    _operand: ($) => choice(
      $.number, $.game, $.genus, $.loopy, $.pass, $.boolean, $.text, $.blank, $.name, $.nimber, $.impartial, $.switch,
      $.labelled, $.form, $.brace, $.list, $.tuple, $.call, $.index, $.method,
    ),
    call: ($) => prec(PREC.postfix, seq(field("function", $._operand), $.arguments)),
    arguments: ($) => seq(
      token.immediate("("),
      optional(choice(list($._argument), seq($._expression, repeat1($.generator)))),
      ")",
    ),
    _argument: ($) => choice($._expression, $.default),
    // Of a parameter, where the call is what is defined.
    default: ($) => seq($.name, "=", $._expression),
    index: ($) => prec(PREC.postfix, seq($._operand, token.immediate("["), list($._expression), "]")),
    method: ($) => prec.right(PREC.postfix, seq(
      $._operand, token.immediate("."), field("name", $.name), optional($.arguments),
    )),

    nimber: ($) => seq(alias($._star_before_bracket, "*"), token.immediate("("), $._expression, ")"),
    impartial: ($) => seq(alias($._star_before_bracket, "*"), token.immediate("["), optional(alias($._listed_side, $.side)), "]"),
    switch: ($) => prec(PREC.sign, seq(choice("±", "+-"), $._operand)),
    labelled: ($) => seq(field("label", $.label), ":", choice($.form, $.brace)),
    form: ($) => seq("<", optional($.side), repeat(seq($.bars, optional($.side))), ">"),
    side: ($) => seq($._option, repeat(seq(",", $._option)), repeat(alias($._side_generator, $.generator))),
    _side_generator: ($) => choice(
      seq("for", $.pattern, "in", $._guard), seq("if", $._guard), seq("let", $.pattern, ":=", $._guard),
    ),
    _listed_side: ($) => seq($._option, repeat(seq(",", $._option)), repeat($.generator)),
    bars: () => token(/[|‖]+/),
    brace: ($) => seq("{", choice(
      optional(alias($._brace_side, $.side)),
      ":",
      seq(optional($._part), repeat1(seq($.bars, optional($._part)))),
      seq($._entry, repeat1($.generator)),
    ), "}"),
    _brace_side: ($) => list($._entry),
    // A side between bars.
    _part: ($) => choice(alias($._brace_side, $.side), alias($._generated_side, $.side)),
    _generated_side: ($) => seq($._entry, repeat1($.generator)),
    list: ($) => seq("[", optional(choice(list($._expression), seq($._expression, repeat1($.generator)))), "]"),
    tuple: ($) => seq("(", optional(list(choice($._expression, $.default))), ")"),

    blank: () => "?",
    loopy: () => choice("on", "off", "over", "under", "upon", "dud"),
    pass: () => "pass",
    boolean: () => choice("true", "false"),
    text: ($) => seq('"', repeat(choice($.escape, token.immediate(prec(1, /[^"\\\n]+/)))), token.immediate('"')),
    escape: () => token.immediate(/\\(u\{[0-9A-Fa-f]*\}|[^\n])/),
    name: () => token(/[_\p{XID_Start}][\p{XID_Continue}]*|∞/),

    comment: () => token(choice(seq("//", /[^\n]*/), seq("/*", /([^*]|\*+[^*\/])*/, /\*+\//))),
    documentation: () => token(prec(1, /\/\/\/[^\n]*/)),
    expectation: () => token(prec(1, /\/\/[=!][^\n]*/)),
  },
});
