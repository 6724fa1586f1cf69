//! Words and signs of the language that are no names, for help.

use crate::syntax::spelling;

/// Word or sign with a meaning of its own.
pub struct LanguageWord {
    /// The word, or the sign in ASCII.
    pub word: &'static str,
    /// Forms of its uses, separated by commas and blanks.
    pub form: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Input and its result, which is tested; both empty without an example.
    pub example: (&'static str, &'static str),
    /// Related names and words.
    pub see_also: &'static [&'static str],
}

const fn row(
    word: &'static str,
    form: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str),
    see_also: &'static [&'static str],
) -> LanguageWord {
    LanguageWord { word, form, summary, example, see_also }
}

/// The heading of their table.
pub const TITLE: &str = "Words and operators of the language";

/// Row of a word, of a sign in any spelling, or of one of their uses.
pub fn find(word: &str) -> Option<&'static LanguageWord> {
    let word = spelling::to_ascii(word).unwrap_or(word);
    let uses = |row: &&LanguageWord| row.form.split(", ").any(|form| form == word);
    WORDS.iter().find(|row| row.word == word).or_else(|| WORDS.iter().find(uses))
}

/// All words: named games, signs, expressions, statements, rulesets.
#[rustfmt::skip]
pub const WORDS: &[LanguageWord] = &[
    row("on", "on", "The loopy game `<pass|>`: Left can always pass, Right has no move.", ("on > 1000", "true"), &["off", "dud", "pass"]),
    row("off", "off", "The loopy game `<|pass>`, the negative of `on`.", ("off == -on", "true"), &["on", "dud"]),
    row("over", "over", "The loopy game `<0|pass>`: positive, and less than every positive number.", ("over > 0 and over < 1/1000", "true"), &["under", "upon", "pass"]),
    row("under", "under", "The loopy game `<pass|0>`, the negative of `over`.", ("under == -over", "true"), &["over"]),
    row("upon", "upon", "The loopy game `<pass|*>`; `upon*` is `upon + *`.", ("upon > ^", "true"), &["over", "pass"]),
    row("dud", "dud", "The deathless universal draw `<pass|pass>`: neither player wins a sum with it.", ("outcome(dud + 5)", "D"), &["on", "off", "pass"]),
    row("pass", "<pass|G>", "Inside a bracket, a move back to the bracket itself.", ("<0|pass> == over", "true"), &["over", "where"]),
    row("v", "v, v*, v3, vv", "Down, the negative of `^`; `v3` is three downs.", ("v == -^", "true"), &["miny"]),
    row("^", "^, ^^, ^3, ^*, 2^", "Up, the game `<0|*>`; `^3` is three ups, and `2^` is 2 + ^. A power is written `x**n`.", ("^ == <0|*>", "true"), &["v", "*", "**"]),
    row("+-", "+-x, ±1, ±<a, b>", "A switch: `±x` is `<x|-x>`.", ("±2 + 1", "<3|-1>"), &["|"]),
    row("|", "<a, b|c>, <a|b||c>", "In a bracket, what divides Left's options from Right's; more of them divide a larger game. A list or set there stands for its elements.", ("<[0, *]|n for n in 1..2> == <0, *|1>", "true"), &["||", "form"]),
    row("+", "G + H, list + [x]", "A sum: a player moves in one of the two games. Lists and texts are joined.", ("* + *2", "*3"), &["-", "disjunctive", "*"]),
    row("-", "-G, G - H", "The negative, the same game with the players exchanged; the difference `G + (-H)`.", ("-<3|1>", "<-1|-3>"), &["+"]),
    row("*", "n * G, *, *n", "A product, or so many copies of a game, a text or the items of a list; without blanks the nimber star.", ("3 * ^", "↑3"), &["nimber", "nim_product", "**"]),
    row("/", "a / b", "A quotient of numbers.", ("6 / 4", "3/2"), &["%", "floor"]),
    row("%", "a % b", "The remainder of a division, with the sign of `b`: `a - b * div(a, b)`.", ("-7 % 2", "1"), &["div", "/"]),
    row("**", "x**n", "A power of a number.", ("2**10", "1024"), &["*", "up_power"]),
    row(":", "G : H", "The ordinal sum: a move in `G` ends play in `H`.", ("1 : *", "1*"), &["ordinal_sum"]),
    row("&", "G & H", "A loopy game by its two sides: what it is when draws are wins for Left, and for Right.", ("on & off == dud", "true"), &["onside", "offside"]),
    row("..", "a..b", "The integers from `a` to `b`, both included.", ("[n * n for n in 1..3]", "[1, 4, 9]"), &["by", "for", "in"]),
    row("by", "a..b by k", "Every `k`-th integer from `a` on; downwards if `k` is negative.", ("list(9..1 by -4)", "[9, 5, 1]"), &["..", "for"]),
    row(":=", "x := E, (x, y) := E, f(x) := E", "Gives a name to a value, or defines a function.", ("x := 3; x + 1", "4"), &["fn", "=="]),
    row("->", "x -> E, \"x.\" -> \".x\"", "A function without a name; in a ruleset, what a pattern becomes.", ("(x -> x + 1)(2)", "3"), &["fn", "then"]),
    row("==", "G == H", "Whether two values are equal; games are when their difference is 0.", ("<0|*> == ^", "true"), &["!=", "is", ":="]),
    row("!=", "G != H", "Whether two values are different.", ("* != 0", "true"), &["=="]),
    row("<", "G < H, <a|b>", "Whether `G` is less than `H`: Right wins `G - H`, whoever begins. Also the bracket of a form.", ("v < 0", "true"), &["<=", "<|", "|"]),
    row("<=", "G <= H", "Whether `G` is less than or equal to `H`: Right wins `G - H` moving second.", ("v <= 0", "true"), &["<", "|>"]),
    row(">", "G > H", "Whether `G` is greater than `H`: Left wins `G - H`, whoever begins.", ("^ > 0", "true"), &[">=", "|>"]),
    row(">=", "G >= H", "Whether `G` is greater than or equal to `H`: Left wins `G - H` moving second.", ("^ >= 0", "true"), &[">", "<|"]),
    row("||", "G || H, G || 0", "Whether `G` and `H` are confused: whoever moves first wins `G - H`. A choice is written `or`.", ("* || 0", "true"), &["==", "or", "|"]),
    row("<|", "G <| H", "Whether `G` is less than or confused with `H`: Right wins `G - H` moving first.", ("* <| 0", "true"), &["<", ">=", "|>"]),
    row("|>", "G |> H", "Whether `G` is greater than or confused with `H`: Left wins `G - H` moving first.", ("* |> 0", "true"), &[">", "<=", "<|"]),
    row("_", "_, __, _7", "The last value, the one before it, and the value of input 7.", ("", ""), &[":="]),
    row("//", "// text, /* text */", "A comment. The integer quotient is `div(a, b)`.", ("1 + 1 // two", "2"), &["div"]),
    row("where", "G where { a: <...|...>, b: <...|...> }", "Names brackets that may mention each other.", ("outcome(a where { a: <b|>, b: <|a> })", "P̂"), &["pass"]),
    row("true", "true", "The truth value of what holds.", ("not true", "false"), &["false", "check"]),
    row("false", "false", "The truth value of what does not hold.", ("false or true", "true"), &["true"]),
    row("and", "a and b", "Whether both hold; `b` is not asked where `a` does not.", ("1 < 2 and 2 < 3", "true"), &["or", "not"]),
    row("or", "a or b", "Whether one of them holds; `b` is not asked where `a` does.", ("1 > 2 or 2 < 3", "true"), &["and", "not"]),
    row("not", "not a, x not in L", "Whether something does not hold.", ("3 not in [1, 2]", "true"), &["and", "in"]),
    row("is", "G is H", "Whether `H`, as it is typed, is the canonical form of `G`.", ("<0|1> is 1/2", "true"), &["canonical"]),
    row("in", "x in L, for x in L", "Whether something is an element; what a loop or a list runs through.", ("2 in [1, 2]", "true"), &["for", "not"]),
    row("if", "if c then a else b, if c { ... }", "Chooses by a condition; in lists and moves it keeps what the condition allows.", ("if 1 < 2 then \"yes\" else \"no\"", "\"yes\""), &["then", "else", "for"]),
    row("then", "if c then a else b, \"x.\" -> \".x\" then \"x.\" -> \"x#\"", "The answer when a condition holds; between rewrite rules, what the same move does next.", ("if true then 1 else 2", "1"), &["if", "else"]),
    row("else", "if c then a else b, if c { ... } else { ... }", "The answer when a condition does not hold.", ("if false then 1 else 2", "2"), &["if", "then"]),
    row("for", "for x in L { ... }, [f(x) for x in L]", "Does something for each element, or lists it.", ("[n ** 2 for n in 1..3]", "[1, 4, 9]"), &["in", "while"]),
    row("while", "while c { ... }", "Does something as long as a condition holds.", ("n := 1; while n < 100 { n := 2 * n }; n", "128"), &["for", "break", "continue"]),
    row("break", "break", "Ends the loop around it.", ("n := 0; while true { n := n + 1; if n == 5 { break } }; n", "5"), &["continue", "while", "for"]),
    row("continue", "continue", "Goes on with the next turn of the loop around it.", ("s := 0; for n in 1..4 { if n == 2 { continue }; s := s + n }; s", "8"), &["break", "for"]),
    row("return", "return x", "Ends a function with an answer.", ("fn f(n) { return n + 1 }; f(2)", "3"), &["fn"]),
    row("fn", "fn f(x, y) { ... }, f(x, y) := ...", "Defines a function.", ("fn f(n) { n ** 2 }; f(3)", "9"), &["return", "game"]),
    row("use", "use \"file.game\"", "Defines what another file defines.", ("", ""), &["game", "fn"]),
    row("check", "check a == b", "Says whether something holds; `?` stands for what is to be found. In a ruleset, what holds of the positions that are typed.", ("", ""), &["exercise", "hint"]),
    row("exercise", "exercise \"title\" (3 points) { ... }", "Checks that belong together, with points for those that hold.", ("", ""), &["check", "hint", "points"]),
    row("hint", "hint \"...\"", "In an exercise, what `upstar check --hints` shows.", ("", ""), &["exercise"]),
    row("sheet", "sheet \"title\" (show verdicts)", "Begins the key of a sheet for a class.", ("", ""), &["ask", "generate", "exercise"]),
    row("show", "sheet \"title\" (show verdicts, answers, reasons)", "After the title of a sheet, what students may be shown.", ("", ""), &["sheet"]),
    row("ask", "ask value a \"question\" := E { ... }", "In an exercise, a question to a class with its key.", ("", ""), &["sheet", "accept", "partial", "wrong"]),
    row("accept", "accept E", "In the braces of a question, what is right too: a value, or a function that holds for it.", ("", ""), &["ask", "partial"]),
    row("partial", "partial E (1 point) \"text\"", "In the braces of a question, an answer that is worth something.", ("", ""), &["ask", "wrong"]),
    row("wrong", "wrong E \"text\"", "In the braces of a question, a known wrong answer and what is said to it.", ("", ""), &["ask", "partial"]),
    row("given", "given P, Q", "In the braces of a question, the positions that it is about.", ("", ""), &["ask"]),
    row("from", "from \"a\", \"b\"", "In the braces of a question, what is chosen from.", ("", ""), &["ask"]),
    row("allow", "allow mean, anything", "In the braces of a question, names that an answer may mention.", ("", ""), &["ask"]),
    row("generate", "generate \"topic\" (3 points) with 2 questions at level 1", "In a key, an exercise that is made for each student.", ("", ""), &["sheet", "ask"]),
    row("with", "generate \"topic\" with 2 questions", "Before the number of questions that are made.", ("", ""), &["generate"]),
    row("questions", "generate \"topic\" with 2 questions", "After the number of questions that are made.", ("", ""), &["generate"]),
    row("question", "generate \"topic\" with 1 question", "After the number of questions that are made.", ("", ""), &["generate"]),
    row("at", "generate \"topic\" at level 3", "Before the level of questions that are made.", ("", ""), &["generate", "level"]),
    row("level", "generate \"topic\" at level 3", "How difficult the questions are that are made, from 1 to 5.", ("", ""), &["generate"]),
    row("point", "(1 point)", "In the head of an exercise, what it counts.", ("", ""), &["exercise", "points"]),
    row("points", "(3 points)", "In the head of an exercise, what it counts.", ("", ""), &["exercise", "gain", "score"]),
    row("game", "game Name(k)(n) { ... }", "Defines a ruleset: what a position is, and its moves.", ("game Z(n) { move n - k for k in 1..2 if k <= n }; nimber(Z(5))", "2"), &["move", "left", "right", "parts", "start"]),
    row("move", "move P", "In a ruleset, a move of either player.", ("game Z(n) { move n - 1 if n > 0 }; nimber(Z(3))", "1"), &["left", "right", "gain", "for"]),
    row("left", "left P, left wins if c", "In a ruleset, a move of Left; with `wins if`, when Left has won.", ("game Z(n) { left n - 1 if n > 0; right 0 if false }; canonical(Z(3))", "3"), &["right", "move", "wins"]),
    row("right", "right P, right wins if c", "In a ruleset, a move of Right; with `wins if`, when Right has won.", ("game Z(n) { right n - 1 if n > 0; left 0 if false }; canonical(Z(3))", "-3"), &["left", "move", "wins"]),
    row("turn", "turn E, turn [x, y] for y in 0..x-1", "In a game about points, whose turn it is; in one about coins, what a move turns.", ("game Z(n, p) { turn p; move (n - 1, opponent(p)) gain n if n > 0 }; value(Z(3, Left))", "2"), &["gain", "score", "coins"]),
    row("complimenting", "complimenting move P", "In a ruleset, a move after which the same player moves again.", ("game Z(n) { complimenting move n - 1 if n > 0 }; nimber(Z(3))", "0"), &["entailing", "move", "loony"]),
    row("entailing", "entailing move P", "In a ruleset, a move that must be answered in the position it leads to.", ("game Z(n) { entailing move n - 1 if n > 0 }; [nimber(Z(1)), nimber(Z(2))]", "[loony, 0]"), &["complimenting", "move", "loony"]),
    row("wins", "left wins if c, right wins if c", "In a ruleset, what decides the game; `if` must follow.", ("game Z(n) { move n - 1 if n > 0; left wins if n == 0 }; outcome(Z(3))", "L"), &["left", "right", "score"]),
    row("no", "left wins if no moves", "In a goal, before `moves`: the player to move has none.", ("game Z(n) { move n - 1 if n > 0; left wins if no moves }; outcome(Z(3))", "L"), &["wins", "full", "draw"]),
    row("repeated", "draw if repeated", "In a goal, that play comes back to a position: endless play is a draw.", ("", ""), &["draw", "no"]),
    row("score", "score E", "In a ruleset, what Max gets where play ends.", ("game Z(n) { move n - 1 if n > 0; score 5 }; value(Z(3), Max)", "5"), &["gain", "turn", "value"]),
    row("blocking", "blocking k", "In a ruleset, how many options the opponent forbids before each move.", ("game Z(n) { move n - k for k in 1..3 if k <= n; blocking 1 }; [n for n in 0..8 if outcome(Z(n)) == P]", "[0, 1, 4, 5, 8]"), &["blocked_moves", "winning_moves", "move"]),
    row("gain", "move P gain E for x in L if c", "After a move of a ruleset, and before `for` and `if`: what the mover gets for it.", ("game Z(n) { move n - 1 gain n if n > 0 }; value(Z(3), Max)", "2"), &["score", "turn", "value"]),
    row("all", "turn [x] for all", "In a ruleset about coins: one such move for each place.", ("game T(c: coins) { turn [x] for all }; nimber(T(\"THH\"))", "0"), &["turn", "coins"]),
    row("parts", "parts P, Q", "In a ruleset, the positions that a position is the sum of.", ("", ""), &["game", "start"]),
    row("draw_as", "draw_as { \"x\": \"●\" }", "In a ruleset, how the symbols of a board are drawn.", ("", ""), &["draw", "grid"]),
    row("misere", "play misere, misere(G)", "In a ruleset, who cannot move wins; of a game, the same game in misère play.", ("misere(*).outcome", "P"), &["outcome"]),
    row("heap", "game Name(n: heap) { ... }", "The size of a heap; several are a sum.", ("game Z(n: heap) { move n - k for k in 1..n }; nimber(Z(3, 5))", "6"), &["game", "code"]),
    row("grid", "game Name(b: grid of \".xo\") { ... }", "A board of rows with these symbols.", ("", ""), &["strip", "draw_as", "orthogonally"]),
    row("strip", "game Name(b: strip of \".xo\") { ... }", "A board of one row with these symbols.", ("", ""), &["grid"]),
    row("ring", "game Name(r: ring of \".x\") { ... }", "A board of one row whose ends are beside each other.", ("game Z(r: ring of \".#\") { move \"..\" -> \"##\" }; nimber(Z(5))", "0"), &["strip", "torus", "cylinder"]),
    row("cylinder", "game Name(b: cylinder of \".x\") { ... }", "A board whose rows are rings.", ("", ""), &["grid", "ring", "torus"]),
    row("torus", "game Name(b: torus of \".x\") { ... }", "A board whose rows and columns are rings.", ("", ""), &["grid", "ring", "cylinder"]),
    row("graph", "game Name(g: graph of \"br\") { ... }", "A graph, its edges or vertices labelled.", ("", ""), &["digraph", "vertices"]),
    row("digraph", "game Name(g: digraph) { ... }", "A graph whose edges have a direction.", ("", ""), &["graph"]),
    row("coins", "game Name(c: coins) { ... }", "A row of coins; `turn` lists what a move turns.", ("game T(c: coins) { turn [x] for all }; nimber(T(\"THH\"))", "0"), &["turn", "all"]),
    row("code", "game Name(k: code)(n: heap) { ... }", "A code of taking and breaking, such as \"0.77\".", ("", ""), &["heap"]),
    row("of", "grid of \"...\", strip of \"...\", graph of \"...\"", "Before the symbols that a board or the edges of a graph have.", ("", ""), &["grid", "strip", "graph"]),
    row("orthogonally", "\"x.\" -> \".x\" orthogonally", "After a rewrite rule: in the four directions along rows and columns.", ("", ""), &["diagonally", "any", "grid"]),
    row("diagonally", "\"x.\" -> \".x\" diagonally", "After a rewrite rule: in the four diagonal directions.", ("", ""), &["orthogonally", "any", "grid"]),
    row("hexagonally", "\"x.\" -> \".x\" hexagonally", "After a rewrite rule: in the six directions of a board of hexagons.", ("", ""), &["orthogonally", "any", "grid"]),
    row("border", "\"..|..\" -> \"xx|xx\" over the border", "In `over the border` after a rewrite rule: cells of the pattern may lie outside of the board.", ("", ""), &["orthogonally", "grid"]),
    row("any", "\"x.\" -> \".x\" any direction", "After a rewrite rule: in all eight directions.", ("", ""), &["orthogonally", "diagonally", "grid"]),
    row("repeatedly", "\"xo.\" -> \"..x\" orthogonally repeatedly", "After a rewrite rule and its directions: one or more times, each time from where the time before ended.", ("", ""), &["orthogonally", "then"]),
    row("after", "\"x.\" -> \".x\" if after != b", "In the condition of a rewrite rule: the board after the move.", ("", ""), &["repeatedly", "if"]),
    row("direction", "\"x.\" -> \".x\" any direction", "After `any`: in all eight directions.", ("", ""), &["any"]),
    row("ko", "a: <1||a|0>", "A position from which a move can be taken back at once; the rule of ko forbids that in the next turn.", ("mean(a: <1||a|0>)", "2/3"), &["komaster", "thermograph", "mean"]),
    row("komaster", "mean(G, Left), thermograph(G, Right)", "The player who has more ko threats, where the mean of a ko depends on that.", ("", ""), &["ko", "thermograph", "mean"]),
];
