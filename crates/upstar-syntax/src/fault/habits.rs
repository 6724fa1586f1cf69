//! Slips from habits of other languages, or of mathematics on paper.

use super::hints::{BLOCKS, CLAUSES};
use super::{Advice, ParseStop, Slip, advice, shortened};
use crate::ast::AnswerKind;
use crate::tokens::{Token, TokenKind};

/// Slips that would be taken for others, tried before these.
pub(super) const SURE_HABITS: &[Slip] = &[
    prompt,
    changed_in_place,
    lambda,
    word_for_operator,
    factorial,
    points_of_exercise,
    question_head,
    call_like_definition,
];

/// The others, in the order in which they are tried.
pub(super) const HABITS: &[Slip] = &[
    block,
    kind_of_parameter,
    comma_between_numbers,
    comma_outside,
    call_without_parentheses,
    point_first,
    operand,
    leading_plus,
];

/// `> 1 + 1`, `>>> 1 + 1`
fn prompt(place: &ParseStop<'_>) -> Advice {
    (place.before.is_empty() && place.found() == ">").then_some(())?;
    advice("no statement begins with `>`", "leave out the prompt, and type what follows it")
        .map(|one| one.edit(place.range(), ""))
}

/// `x += 1`, `x++`
fn changed_in_place(place: &ParseStop<'_>) -> Advice {
    let [.., name, sign] = place.before.as_slice() else { return None };
    let found = place.found();
    let doubled = matches!(found, "+" | "-") && found == place.slice(sign);
    let changed = matches!(place.slice(sign), "+" | "-" | "*" | "/") && found == "=";
    let touches = sign.range.end == place.at;
    (name.kind == TokenKind::Name && touches && (doubled || changed)).then_some(())?;
    let (name, sign) = (shortened(place.slice(name)), place.slice(sign));
    advice(
        format!("`{sign}{found}` is no operator"),
        format!("a name is bound again: `{name} := {name} {sign} 1`"),
    )
}

/// `lambda x: x * x`
fn lambda(place: &ParseStop<'_>) -> Advice {
    (place.previous() == "lambda" && place.expected.operator()).then_some(())?;
    advice("functions without a name need no word before them", "write `x -> x * x`")
}

/// `7 mod 2`
fn word_for_operator(place: &ParseStop<'_>) -> Advice {
    place.expected.operator().then_some(())?;
    let word = place.found();
    let help = match word {
        "mod" | "modulo" | "rem" => "the remainder is written `a % b`",
        "div" | "quo" => "the integer quotient is written `div(a, b)`",
        "step" => "the step of a range is written `1..9 by 2`",
        "plus" => "a sum is written `a + b`",
        "minus" => "a difference is written `a - b`",
        "times" => "a product is written `a * b`",
        "xor" => "the nim-sum is written `nim_sum(a, b)`",
        "equals" => "`a == b` compares",
        _ => return None,
    };
    let operator = match word {
        "mod" | "modulo" | "rem" => "%",
        "step" => "by",
        "plus" => "+",
        "minus" => "-",
        "times" => "*",
        "equals" => "==",
        _ => return advice(format!("`{word}` is no operator"), help),
    };
    advice(format!("`{word}` is no operator"), help).map(|one| one.edit(place.range(), operator))
}

/// `10!`
fn factorial(place: &ParseStop<'_>) -> Advice {
    let touches = place.before.last().is_some_and(|last| last.range.end == place.at);
    (place.found() == "!" && touches && place.expected.operator()).then_some(())?;
    let unequal = place.after.get(1).is_some_and(|next| place.slice(next).starts_with('='));
    (!unequal).then_some(())?;
    advice(
        "`!` is no operator, and there is no factorial",
        "define one: `factorial(n) := if n < 2 then 1 else n * factorial(n - 1)`",
    )
}

/// `exercise "One" points 3 {`, `exercise "One" (3) {`
fn points_of_exercise(place: &ParseStop<'_>) -> Advice {
    let head = place.before.iter().rposition(|token| place.slice(token) == "exercise")?;
    let [_, title, between @ ..] = &place.before[head..] else { return None };
    let is_open = between.iter().all(|token| place.slice(token) != "{");
    (title.kind == TokenKind::Text && is_open && !place.line_ends).then_some(())?;
    let line = place.after.iter().take_while(|token| place.slice(token) != "{");
    let points = between.iter().chain(line).find(|token| token.kind == TokenKind::Number)?;
    let (title, points) = (shortened(place.slice(title)), shortened(place.slice(points)));
    advice(
        "the points of an exercise stand in parentheses after its title",
        format!("write `exercise {title} ({points} points) {{ ... }}`"),
    )
}

/// Advice on the head of a question: `ask half "What is <0|1>?" := 1/2`, `ask number "What is <0|1>?" :=
/// 1/2`, `ask valu half "..."`.
fn question_head(place: &ParseStop<'_>) -> Advice {
    let head = place.before.iter().rposition(|token| place.slice(token) == "ask")?;
    let start = place.before[head].range.end;
    let is_text = place.here()?.kind == TokenKind::Text;
    let in_line = place.text.get(start..place.at).is_some_and(|between| !between.contains('\n'));
    in_line.then_some(())?;
    let found = shortened(place.found());
    let kinds = || AnswerKind::ALL.map(AnswerKind::word).join("`, `");
    match &place.before[head + 1..] {
        [] if is_text => advice(
            "a question has a kind and a name before its text",
            format!("write `ask value NAME {found} := ...`; there are the kinds `{}`", kinds()),
        ),
        [] if place.here()?.kind != TokenKind::Name => None,
        [] if place.after.get(1).is_some_and(|next| next.kind == TokenKind::Name) => advice(
            format!("`{found}` is no kind of answer"),
            format!("there are the kinds `{}`", kinds()),
        ),
        [] => advice(
            format!("the kind of answer is missing before the name `{found}`"),
            format!("write `ask value {found} \"...\"`; there are the kinds `{}`", kinds()),
        ),
        [kind] if is_text && AnswerKind::ALL.iter().any(|one| one.word() == place.slice(kind)) => {
            let kind = place.slice(kind);
            advice(
                "a question has a name before its text, by which it is answered",
                format!("write `ask {kind} NAME {found} := ...`"),
            )
        }
        _ => None,
    }
}

/// `for i in 1..5: i`, `if c: x`
fn block(place: &ParseStop<'_>) -> Advice {
    let words = place.expected.words();
    let line_head = place
        .before
        .iter()
        .rev()
        .find(|token| ["for", "while", "if", "exercise", "fn"].contains(&place.slice(token)))?;
    match place.slice(line_head) {
        "if" if words.contains("`then`") => advice(
            "what an `if` chooses is missing",
            "write `if c then a else b`, or `if c { a } else { b }`",
        ),
        "fn" if words.contains("a block in braces") && [":", "="].contains(&place.found()) => {
            advice(
                "the body of a function that begins with `fn` stands in braces",
                "write `fn f(x) { ... }`, or `f(x) := ...`",
            )
        }
        head @ ("for" | "while") if words.contains("a block in braces") => advice(
            format!("what `{head}` repeats stands in braces"),
            match head {
                "for" => "write `for x in 1..5 { ... }`, or a list: `[x * x for x in 1..5]`",
                _ => "write `while n < 5 { ... }`",
            },
        ),
        _ => None,
    }
}

/// Whether the place is in the head of a ruleset.
fn in_head(place: &ParseStop<'_>) -> bool {
    place.words_back().take_while(|word| *word != "{").any(|word| word == "game")
}

/// Words for what a position is made of, with those of the language; numbers have none.
const KIND_WORDS: &[(&[&str], &str)] = &[
    (&["Heap", "pile", "stack", "counters", "tokens"], "heap"),
    (&["Grid", "board", "Board"], "grid"),
    (&["Strip", "row", "line"], "strip"),
    (&["Graph", "tree"], "graph"),
    (&["int", "Int", "integer", "Integer", "number", "nat"], ""),
];

/// `game G(n heap) { ... }`, `game G(n: pile) { ... }`
fn kind_of_parameter(place: &ParseStop<'_>) -> Advice {
    const KINDS: &[&str] = &["heap", "strip", "grid", "graph", "digraph", "coins", "code"];
    let found = place.found();
    let name = shortened(place.previous());
    let named = place.here().filter(|named| named.kind == TokenKind::Name);
    if let (Some(kind), Some(named)) = (place.before.last(), named)
        && KINDS.contains(&place.slice(kind))
        && in_head(place)
    {
        let written = format!("{}: {}", place.slice(named), place.slice(kind));
        return advice("the kind of a parameter follows its name", format!("write `{written}`"))
            .map(|one| one.edit(kind.range.start..named.range.end, written));
    }
    if KINDS.contains(&found) && place.is_in_rules() {
        return advice(
            "a colon stands between a parameter and what it is",
            format!("write `{name}: {found}`"),
        )
        .map(|one| one.edit(place.at..place.at, ": "));
    }
    (place.previous() == ":" && place.expected.words().contains("`heap`")).then_some(())?;
    advice(
        format!("`{}` is no kind of position", shortened(found)),
        "for a heap of counters write `n: heap`, for a board `b: grid of \".xo\"` with all its \
         symbols, or `strip of`, `ring of`, `cylinder of`, `torus of`; for anything else the name alone",
    )
    .map(|one| match KIND_WORDS.iter().find(|(words, _)| words.contains(&found)) {
        Some((_, "")) => one.edit(place.before.last().map_or(place.at, |colon| colon.range.start)..place.range().end, ""),
        Some((_, ours)) => one.edit(place.range(), *ours),
        None => one,
    })
}

/// `Nim(3 4 5)`, `Domineering(2 x 2)`
fn comma_between_numbers(place: &ParseStop<'_>) -> Advice {
    let last = place.before.last().filter(|token| token.kind == TokenKind::Number)?;
    let next = place.here().filter(|token| {
        token.range.start > last.range.end
            && matches!(token.kind, TokenKind::Number | TokenKind::Name)
    })?;
    place.expected.operator().then_some(())?;
    let (first, second) = (shortened(place.slice(last)), shortened(place.slice(next)));
    advice(
        format!("a comma or an operator is missing before `{second}`"),
        match next.kind {
            TokenKind::Number => format!("write `{first}, {second}`"),
            _ => format!("sizes are written `{first}, {first}`, a product `{first} * {second}`"),
        },
    )
    .map(|one| match next.kind {
        TokenKind::Number => one.edit(last.range.end..last.range.end, ","),
        _ => one.edit(last.range.end..next.range.start, " * "),
    })
}

/// `1,5` and `a, b`
fn comma_outside(place: &ParseStop<'_>) -> Advice {
    (place.found() == "," && place.expected.operator()).then_some(())?;
    advice(
        "`,` stands between the parts of a bracket, and there is none",
        "a list is written `[a, b]`, a pair `(a, b)`, and one and a half `3/2`",
    )
}

/// `canonical {0|*}`
fn call_without_parentheses(place: &ParseStop<'_>) -> Advice {
    let name = place.before.last().filter(|token| token.kind == TokenKind::Name)?;
    let next = place.here().filter(|token| token.range.start > name.range.end)?;
    let begins = match next.kind {
        TokenKind::Number | TokenKind::Game | TokenKind::Text | TokenKind::Name => true,
        TokenKind::Bracket => ["{", "[", "("].contains(&place.slice(next)),
        _ => false,
    };
    (begins && place.expected.operator()).then_some(())?;
    if place.slice(next) == "(" {
        return blank_before_arguments(place, name, next);
    }
    match (place.slice(name), next.kind) {
        ("wins" | "win", TokenKind::Text) => {
            let verb = name.range.start..next.range.start;
            return advice("a goal has a condition after `if`", "write `left wins if \"SOS\"`")
                .map(|one| one.edit(verb, "wins if "));
        }
        (word, TokenKind::Number) if BLOCKS.0.contains(&word) => {
            return advice(format!("`{word}` begins no clause of a ruleset"), BLOCKS.1)
                .map(|one| one.edit(name.range.clone(), "blocking"));
        }
        _ => {}
    }
    if next.kind == TokenKind::Name && ["doc", "help", "man"].contains(&place.slice(name)) {
        let page = shortened(place.slice(next));
        return advice("pages are shown by a question mark", format!("write `?{page}`"));
    }
    let argument = match next.kind {
        TokenKind::Bracket => "...".to_owned(),
        _ => shortened(place.slice(next)),
    };
    let words = place.before.iter().rev().nth(1).into_iter().chain(place.after.get(1));
    let is_sentence = next.kind == TokenKind::Name
        && words.into_iter().any(|word| matches!(word.kind, TokenKind::Name | TokenKind::Keyword));
    let name = shortened(place.slice(name));
    let call = format!("a call is written `{name}({argument})`");
    advice(
        "an operator or parentheses are missing",
        match next.kind {
            _ if is_sentence => {
                "a call is written `f(x)`, and `:find WORDS` searches the documentation".to_owned()
            }
            TokenKind::Name => format!("{call}, and a name of two words `{name}_{argument}`"),
            _ => call,
        },
    )
}

/// `Nim (3)` at the beginning of a line, which reads like the definition of a function.
fn call_like_definition(place: &ParseStop<'_>) -> Advice {
    let line = place.text.get(..place.at)?.rfind('\n').map_or(0, |newline| newline + 1);
    let head = place.before.iter().position(|token| token.range.start >= line)?;
    let [name, open, ..] = &place.before[head..] else { return None };
    let is_name = name.kind == TokenKind::Name && !CLAUSES.contains(&place.slice(name));
    let is_call = is_name && place.slice(open) == "(";
    let defines =
        place.text.get(place.at..)?.lines().next().is_some_and(|rest| rest.contains(":="));
    (is_call && name.range.end < open.range.start && !defines).then_some(())?;
    blank_before_arguments(place, name, open)
}

fn blank_before_arguments(place: &ParseStop<'_>, name: &Token, open: &Token) -> Advice {
    advice(
        "a call has no blank before its parenthesis",
        format!("write `{}(...)`", shortened(place.slice(name))),
    )
    .map(|one| one.edit(name.range.end..open.range.start, ""))
}

/// `.5`
fn point_first(place: &ParseStop<'_>) -> Advice {
    let [point, digits, ..] = place.after.as_slice() else { return None };
    let is_decimal = place.slice(point) == "."
        && digits.kind == TokenKind::Number
        && digits.range.start == point.range.end;
    (is_decimal && place.expected.expression()).then_some(())?;
    advice("numbers have no decimal point", "numbers are exact: write `1/2`")
}

/// `check 1 ==`
fn operand(place: &ParseStop<'_>) -> Advice {
    const BETWEEN: &[&str] =
        &["==", "!=", "<=", ">=", "||", "|>", "+", "-", "*", "/", "%", "**", "..", "&"];
    let sign = place.before.last().filter(|sign| BETWEEN.contains(&place.slice(sign)))?;
    (place.found().is_empty() && place.expected.expression()).then_some(())?;
    let line = place.text.get(..sign.range.start)?.lines().next_back().unwrap_or_default();
    let sign = place.slice(sign);
    advice(
        format!("nothing stands right of `{sign}`"),
        match line.trim_start().starts_with("check ") && sign == "==" {
            true => "write the answer there, or `?` while it is open: `check A == ?`".to_owned(),
            false => format!("write the right side, as in `a {sign} b`"),
        },
    )
}

/// `+3`, `+/-1`
fn leading_plus(place: &ParseStop<'_>) -> Advice {
    (place.found() == "+" && place.expected.expression()).then_some(())?;
    advice("`+` stands between two values", "leave it out; a switch is written `±1` or `+-1`")
        .map(|one| one.edit(place.range(), ""))
}
