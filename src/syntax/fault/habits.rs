//! Slips of those who write other languages, or mathematics on paper.

use super::slip::{Slip, Told, said};
use super::{Place, shortened};
use crate::syntax::tokens::TokenKind;

/// Slips that would be taken for others, tried before these.
pub(super) const SURE_HABITS: &[Slip] = &[changed_in_place, lambda];

/// The others, in the order in which they are tried.
pub(super) const HABITS: &[Slip] = &[
    block,
    kind_of_parameter,
    comma_between_numbers,
    comma_outside,
    call_without_parentheses,
    point_first,
];

/// `x += 1`, `x++`
fn changed_in_place(place: &Place<'_>) -> Told {
    let [.., name, sign] = place.before.as_slice() else { return None };
    let found = place.found();
    let doubled = matches!(found, "+" | "-") && found == place.slice(sign);
    let changed = matches!(place.slice(sign), "+" | "-" | "*" | "/") && found == "=";
    let touches = sign.range.end == place.at;
    (name.kind == TokenKind::Name && touches && (doubled || changed)).then_some(())?;
    let (name, sign) = (shortened(place.slice(name)), place.slice(sign));
    said(
        format!("`{sign}{found}` is no operator"),
        format!("a name is bound again: `{name} := {name} {sign} 1`"),
    )
}

/// `lambda x: x * x`
fn lambda(place: &Place<'_>) -> Told {
    (place.previous() == "lambda" && place.expected.operator()).then_some(())?;
    said("functions without a name need no word before them", "write `x -> x * x`")
}

/// `for i in 1..5: i`, `if c: x`
fn block(place: &Place<'_>) -> Told {
    let words = place.expected.words();
    let line_head = place
        .before
        .iter()
        .rev()
        .find(|token| ["for", "while", "if", "exercise", "fn"].contains(&place.slice(token)))?;
    match place.slice(line_head) {
        "if" if words.contains("`then`") => said(
            "what an `if` chooses is missing",
            "write `if c then a else b`, or `if c { a } else { b }`",
        ),
        head @ ("for" | "while") if words.contains("a block in braces") => said(
            format!("what `{head}` repeats stands in braces"),
            match head {
                "for" => "write `for x in 1..5 { ... }`, or a list: `[x * x for x in 1..5]`",
                _ => "write `while n < 5 { ... }`",
            },
        ),
        _ => None,
    }
}

/// `game G(n heap) { ... }`, `game G(n: pile) { ... }`
fn kind_of_parameter(place: &Place<'_>) -> Told {
    const KINDS: &[&str] = &["heap", "strip", "grid", "graph", "digraph", "coins", "code"];
    let found = place.found();
    let name = shortened(place.previous());
    if KINDS.contains(&found) && place.before.iter().any(|token| place.slice(token) == "game") {
        return said(
            "a colon stands between a parameter and what it is",
            format!("write `{name}: {found}`"),
        );
    }
    (place.previous() == ":" && place.expected.words().contains("`heap`")).then_some(())?;
    said(
        format!("`{}` is no kind of position", shortened(found)),
        "for a heap of counters write `n: heap`, for a board `b: grid of \".xo\"` with all its \
         symbols, for anything else the name alone",
    )
}

/// `Nim(3 4 5)`, `Domineering(2 x 2)`
fn comma_between_numbers(place: &Place<'_>) -> Told {
    let last = place.before.last().filter(|token| token.kind == TokenKind::Number)?;
    let next = place.here().filter(|token| {
        token.range.start > last.range.end
            && matches!(token.kind, TokenKind::Number | TokenKind::Name)
    })?;
    place.expected.operator().then_some(())?;
    let (first, second) = (shortened(place.slice(last)), shortened(place.slice(next)));
    said(
        format!("a comma or an operator is missing before `{second}`"),
        match next.kind {
            TokenKind::Number => format!("write `{first}, {second}`"),
            _ => format!("sizes are written `{first}, {first}`, a product `{first} * {second}`"),
        },
    )
}

/// `1,5` and `a, b`
fn comma_outside(place: &Place<'_>) -> Told {
    (place.found() == "," && place.expected.operator()).then_some(())?;
    said(
        "`,` stands between the parts of a bracket, and there is none",
        "a list is written `[a, b]`, a pair `(a, b)`, and one and a half `3/2`",
    )
}

/// `canonical {0|*}`
fn call_without_parentheses(place: &Place<'_>) -> Told {
    let name = place.before.last().filter(|token| token.kind == TokenKind::Name)?;
    let next = place.here().filter(|token| token.range.start > name.range.end)?;
    let begins = match next.kind {
        TokenKind::Number | TokenKind::Game | TokenKind::Text | TokenKind::Name => true,
        TokenKind::Bracket => ["{", "["].contains(&place.slice(next)),
        _ => false,
    };
    (begins && place.expected.operator()).then_some(())?;
    let name = shortened(place.slice(name));
    said(
        "an operator or parentheses are missing",
        format!("a call is written `{name}(x)`, without a blank; a word of two parts `{name}_x`"),
    )
}

/// `.5`
fn point_first(place: &Place<'_>) -> Told {
    let [point, digits, ..] = place.after.as_slice() else { return None };
    let is_decimal = place.slice(point) == "."
        && digits.kind == TokenKind::Number
        && digits.range.start == point.range.end;
    (is_decimal && place.expected.expression()).then_some(())?;
    said("numbers have no decimal point", "numbers are exact: write `1/2`")
}
