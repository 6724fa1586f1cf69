//! Slips in the notation of games and in rulesets, each with the likely fix.

use super::{Advice, Place, Slip, advice, shortened};
use crate::syntax::tokens::TokenKind;

/// In the order in which they are tried.
pub(super) const SLIPS: &[Slip] = &[
    no_parameters,
    condition_of_rewrite,
    clause,
    misspelt_clause,
    no_step,
    power_of_up,
    no_sign_between,
    power,
    no_option,
    blank_in_switch,
    number_and_switch,
    equals,
    logic,
    unequal,
    sides,
    tight_star,
    factor,
    foreign_word,
    raised,
    foreign_sign,
    bind,
    blank,
    leading_operator,
    bar,
    closes_nothing,
    semicolon,
];

/// `game T { ... }`
fn no_parameters(place: &Place<'_>) -> Advice {
    let [.., game, name] = place.before.as_slice() else { return None };
    (place.slice(game) == "game" && place.found() == "{").then_some(())?;
    let name = shortened(place.slice(name));
    advice(
        "a ruleset begins with what a position is made of",
        format!(
            "write `game {name}(n: heap) {{ ... }}`, `game {name}(a, b) {{ ... }}`, or for a board \
             `game {name}(b: grid of \".xo\") {{ ... }}`"
        ),
    )
}

/// `"x." -> ".x" if n > 0`
fn condition_of_rewrite(place: &Place<'_>) -> Advice {
    let word = place.after.first().map(|token| place.slice(token))?;
    let last = place.before.last()?;
    let ends_rule = last.kind == TokenKind::Text
        || ["orthogonally", "diagonally", "direction"].contains(&place.slice(last));
    (place.expected.clause() && ends_rule && ["if", "for"].contains(&word)).then_some(())?;
    advice(
        format!("a rewrite rule has no `{word}`"),
        "say in the pattern where it applies, or list the moves: \
         `move b.with({p: \"x\"}) for p in b.cells if b[p] == \".\"`",
    )
}

/// `<on & 0|1>`
fn sides(place: &Place<'_>) -> Advice {
    if place.found() != "&" || place.open_angle().is_none() {
        return None;
    }
    advice("an option with two sides stands in parentheses", "write `<(on & 0)|1>`")
}

/// A word that begins no clause, inside a ruleset.
fn clause(place: &Place<'_>) -> Advice {
    let word = place.after.first().filter(|token| token.kind != TokenKind::Bracket)?;
    let known = word.kind == TokenKind::Name || !place.expected.operator();
    let word = shortened(place.slice(word));
    (known && place.expected.clause()).then_some(())?;
    no_clause(&word)
}

/// A name at the beginning of a line of a ruleset.
fn misspelt_clause(place: &Place<'_>) -> Advice {
    let word = place.here().filter(|token| token.kind == TokenKind::Name)?;
    let last = place.before.last()?;
    let begins = place.text.get(last.range.end..place.at)?.contains('\n');
    (begins || place.slice(last) == "{" || place.slice(last) == ";").then_some(())?;
    // In the braces of a ruleset, and not deeper.
    let open = place.before.iter().rposition(|token| ["{", "}"].contains(&place.slice(token)))?;
    let head = place.before[..open]
        .iter()
        .rposition(|token| ["{", "}", "game"].contains(&place.slice(token)))?;
    (place.slice(&place.before[open]) == "{" && place.slice(&place.before[head]) == "game")
        .then_some(())?;
    let word = place.slice(word);
    (!CLAUSES.contains(&word)).then(|| no_clause(&shortened(word)))?
}

const CLAUSES: &[&str] =
    &["move", "left", "right", "turn", "draw", "score", "parts", "start", "draw_as", "play"];

fn no_clause(word: &str) -> Advice {
    if word == "gain" {
        return advice(
            "`gain` begins no clause of a ruleset",
            "it stands right after the position, before `for` and `if`: `move n - 1 gain 2 if n > 0`",
        );
    }
    let near = CLAUSES.iter().find(|clause| {
        let limit = if clause.len() > 4 { 2 } else { 1 };
        strsim::damerau_levenshtein(word, clause) <= limit
    });
    let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    advice(
        format!("`{word}` begins no clause of a ruleset"),
        format!(
            "{near}the clauses are `move`, `left`, `right`, `turn`, `left wins if`, `right wins if`, \
             `draw if`, `score`, `parts`, `start`, `draw_as` and `play misere`"
        ),
    )
}

/// `then` with no rule before it, inside a ruleset.
fn no_step(place: &Place<'_>) -> Advice {
    (place.found() == "then" && place.expected.operator()).then_some(())?;
    place.before.iter().any(|token| place.slice(token) == "game").then_some(())?;
    advice(
        "`then` goes on with a rewrite rule",
        "write `\"x.\" -> \".x\" then \"x.\" -> \"x#\"`, or in an expression `if c then a else b`",
    )
}

/// `^<n>`
fn power_of_up(place: &Place<'_>) -> Advice {
    (place.previous() == ">" && place.expected.expression()).then_some(())?;
    let open = place.before.iter().rposition(|token| place.slice(token) == "<")?;
    let arrow = place.before.get(open.checked_sub(1)?)?;
    let touches = arrow.range.end == place.before[open].range.start;
    (touches && ["^", "v", "↑", "↓"].contains(&place.slice(arrow))).then_some(())?;
    advice("only digits may follow an arrow directly", "a power of up is written `up_power(n)`")
}

/// `^*^*`
fn no_sign_between(place: &Place<'_>) -> Advice {
    let game = place.before.last().filter(|token| token.kind == TokenKind::Game)?;
    (place.found().starts_with(['^', '↑', '⇑', '↓', '⇓']) && place.expected.operator())
        .then_some(())?;
    let (game, next) = (shortened(place.slice(game)), shortened(place.found()));
    advice("a sign is missing between two games", format!("a sum is written `{game} + {next}`"))
}

/// `x^2`
fn power(place: &Place<'_>) -> Advice {
    let after = place.found().strip_prefix(['^', '↑'])?;
    place.expected.operator().then_some(())?;
    let base = shortened(place.previous());
    let exponent = if after.is_empty() { "n" } else { after };
    advice(
        "`^` is the game up, not a power",
        format!("a power is written `**`: `{base}**{exponent}`; to add up, write `+ ^`"),
    )
}

/// `0 <|0>`
fn no_option(place: &Place<'_>) -> Advice {
    (place.previous() == ">" && place.expected.expression()).then_some(())?;
    let open = place.before.iter().rposition(|token| ["<|", "<"].contains(&place.slice(token)))?;
    let (open, next) = (&place.before[open], place.before.get(open + 1)?);
    (place.slice(open) == "<|" && open.range.end == next.range.start).then_some(())?;
    advice(
        "`<|` after an operand compares, and begins no form",
        "before a form stands an operator, or a comma in a bracket: `a + <|b>`, `[a, <|b>]`",
    )
}

/// `± 1 + 1`
fn blank_in_switch(place: &Place<'_>) -> Advice {
    let next = place.here()?;
    let sign = place.before.last().filter(|sign| ["±", "+-"].contains(&place.slice(sign)))?;
    (sign.range.end < next.range.start && place.expected.expression()).then_some(())?;
    let (sign, next) = (place.slice(sign), shortened(place.slice(next)));
    advice(
        format!("there is a blank after `{sign}`"),
        format!("a switch is written `{sign}{next}`, and that of a sum `{sign}(a + b)`"),
    )
}

/// `5±3`
fn number_and_switch(place: &Place<'_>) -> Advice {
    (place.found() == "±" && place.expected.operator()).then_some(())?;
    let number = shortened(place.previous());
    advice(
        "`±` makes a switch and is no operator",
        format!("to add a switch, write `{number} + ±x`"),
    )
}

/// `a = b`
fn equals(place: &Place<'_>) -> Advice {
    (place.found() == "=").then_some(())?;
    let next = place.after.get(1).filter(|next| next.range.start == place.at + 1);
    match next.map(|next| place.slice(next)) {
        Some(">") => advice("`=>` is no operator", "`>=` compares, `->` makes a function"),
        Some("<") => advice("`=<` is no operator", "`<=` compares"),
        _ if place.expected.words().contains("a block in braces") => None,
        _ if place.expected.words().contains("`in`") => {
            advice("`for` runs through a list or a range", "write `for n in 0..5`")
        }
        _ => advice("`=` is no operator", "`:=` binds a name, `==` compares"),
    }
}

/// `a && b`
fn logic(place: &Place<'_>) -> Advice {
    let rest = place.text.get(place.at..)?;
    (rest.starts_with("&&")).then_some(())?;
    advice("`&&` is no operator", "write `and`; `a & b` is the loopy value with these sides")
}

/// `!x`, `a ! = b`, `a <> b`
fn unequal(place: &Place<'_>) -> Advice {
    if place.found() == ">" && place.previous() == "<" {
        return advice("`<>` is no operator", "`!=` means unequal");
    }
    (place.found() == "!").then_some(())?;
    match place.after.get(1).map(|next| place.slice(next)) {
        Some("=" | "==") => advice("`!=` is written without a blank", "write `a != b`"),
        _ => advice("`!` is no operator", "write `not`"),
    }
}

/// `3* 4`
fn tight_star(place: &Place<'_>) -> Advice {
    let game = place.before.last().filter(|token| token.kind == TokenKind::Game)?;
    let number = place.slice(game).strip_suffix(['*', '∗', '⋆'])?;
    place.here().filter(|_| place.expected.operator())?;
    let factor = shortened(place.found());
    let starts = place.found().starts_with(|c: char| c.is_alphanumeric() || "(∞".contains(c));
    (starts && !number.is_empty()).then_some(())?;
    advice(
        format!("`{}` is a game, and an operator is missing after it", place.slice(game)),
        format!("a product has blanks on both sides of the star: `{number} * {factor}`"),
    )
}

/// `2n`
fn factor(place: &Place<'_>) -> Advice {
    let number = place.before.last().filter(|token| token.range.end == place.at)?;
    let name = place.here().filter(|token| token.kind == TokenKind::Name)?;
    matches!(number.kind, TokenKind::Number | TokenKind::Game).then_some(())?;
    (!place.slice(number).ends_with(['*', '∗', '⋆'])).then_some(())?;
    let (number, name) = (shortened(place.slice(number)), shortened(place.slice(name)));
    match name.strip_prefix('x').filter(|columns| columns.parse::<u64>().is_ok()) {
        Some(columns) => advice(
            "a comma or an operator is missing",
            format!("sizes are written `{number}, {columns}`, a product `{number} * {columns}`"),
        ),
        None => {
            advice("an operator is missing", format!("a product is written `{number} * {name}`"))
        }
    }
}

/// Words of other languages.
fn foreign_word(place: &Place<'_>) -> Advice {
    place.expected.operator().then_some(())?;
    match place.previous() {
        "let" | "var" | "const" => {
            advice("a binding needs no word before it", "write `x := value`")
        }
        "def" | "func" | "function" | "fun" => {
            advice("functions begin with `fn`", "write `fn f(x) { ... }` or `f(x) := value`")
        }
        "elif" | "elsif" | "elseif" => advice("there is no such word", "write `else if`"),
        "import" | "include" | "load" => {
            advice("there is no such word", "write `use \"file.game\"`")
        }
        "print" => advice("nothing needs to be printed", "write the expression alone"),
        _ => None,
    }
}

/// `x²`
fn raised(place: &Place<'_>) -> Advice {
    let sign = place.here().filter(|_| place.expected.operator())?;
    let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| place.slice(sign).starts_with(digit))?;
    let base = shortened(place.previous());
    advice("a power has no small digits", format!("a power is written `**`: `{base}**{digit}`"))
}

/// Signs of other languages.
fn foreign_sign(place: &Place<'_>) -> Advice {
    let sign = place.here().filter(|token| token.kind == TokenKind::Unknown)?;
    match place.slice(sign) {
        "'" | "“" | "”" | "‘" | "’" => {
            advice("texts stand in double quotes", "write `\"text\"`")
        }
        "#" => advice("`#` means nothing here", "comments begin with `//`"),
        "~" => advice("`~` is no operator", "write `not`"),
        "÷" => advice(
            "`÷` is no operator",
            "a quotient is written `a / b`, the integer quotient `floor(a / b)`",
        ),
        "⊕" => advice("`⊕` is no operator", "the nim-sum is written `nim_sum(a, b)`"),
        "∣" => advice("`∣` is not the bar of a bracket", "write `|`"),
        "⧾" => advice("`⧾` means nothing here", "tiny is written `tiny(2)`"),
        "⧿" => advice("`⧿` means nothing here", "miny is written `miny(2)`"),
        "½" | "¼" | "¾" => advice("fractions are written out", "write `1/2`"),
        sign => advice(format!("`{sign}` means nothing here"), "remove it"),
    }
}

/// `a.b := 3`
fn bind(place: &Place<'_>) -> Advice {
    (place.found() == ":=").then_some(())?;
    advice("this cannot be bound", "left of `:=` stands a name, names in parentheses, or `f(x, y)`")
}

/// `f(?)`
fn blank(place: &Place<'_>) -> Advice {
    (place.found() == "?").then_some(())?;
    if place.previous() == "check" {
        return advice(
            "a blank `?` stands right of `==` or `is`",
            "write what is asked about on the left: `check A == ?`",
        );
    }
    advice("a blank `?` stands only in a check", "write `check A == ?` or `check A is ?`")
}

/// A line that begins with an operator.
fn leading_operator(place: &Place<'_>) -> Advice {
    let operator = place.here().filter(|token| token.kind == TokenKind::Operator)?;
    let last = place.before.last()?;
    let between = place.text.get(last.range.end..operator.range.start)?;
    (between.contains('\n') && place.expected.expression()).then_some(())?;
    advice(
        format!("`{}` begins a line, where a new statement begins", place.slice(operator)),
        "put the operator at the end of the line before, or parentheses around the whole",
    )
}

/// `a | b`
fn bar(place: &Place<'_>) -> Advice {
    (place.found() == "|" && place.expected.operator()).then_some(())?;
    advice(
        "`|` divides the options of a form, and there is no bracket around it",
        "a form is written `<a|b>`; `a || b` asks whether a and b are confused",
    )
}

/// `)`
fn closes_nothing(place: &Place<'_>) -> Advice {
    let bracket = place.here().filter(|token| token.kind == TokenKind::Bracket)?;
    let bracket = place.slice(bracket);
    let opening = match bracket {
        ")" => "(",
        "]" => "[",
        "}" => "{",
        _ => return None,
    };
    let balance =
        place.before.iter().map(|token| place.slice(token)).fold(0i64, |open, sign| {
            open + i64::from(sign == opening) - i64::from(sign == bracket)
        });
    (balance <= 0).then_some(())?;
    advice(format!("this `{bracket}` closes nothing"), format!("remove it, or add `{opening}`"))
}

/// `(a; b)`
fn semicolon(place: &Place<'_>) -> Advice {
    (place.found() == ";").then_some(())?;
    advice(
        "`;` ends a statement, and a bracket is still open",
        "separate with `,`, or close the bracket",
    )
}
