//! Signs of mathematics and of other keyboards that are none of the language.
//!
//! Knows: which sign of the language each stands for, and what to write for those that none stands for.
//! Must not know: where in a line they are.
//!
//! Only what [`is_decoration`] may be left out of a line: without any other sign the line would mean something else.

/// Signs with what is written for each, wherever it stands.
pub const FOREIGN: &[(&str, &str)] = &[
    ("⋅•∙⨯✕✖⨉", " * "),
    ("⁄∕∶", "/"),
    ("÷", " / "),
    ("¬", "not "),
    ("∧⋀", " and "),
    ("∨⋁", " or "),
    ("◁⊲◃", " <| "),
    ("▷⊳▹", " |> "),
    ("≱⋭⊁⋡", " <| "),
    ("≰⋬⊀⋠", " |> "),
    ("⊴⪯≼≦⩽⋜⪕", " <= "),
    ("⊵⪰≽≧⩾⋝⪖", " >= "),
    ("≺", " < "),
    ("≻", " > "),
    ("≹≷≸≶∥", " || "),
    ("∼≃≈≅≡≜≟≐≑≝≗", " == "),
    ("≢≇≉≄≁", " != "),
    ("≔←⟵", " := "),
    ("→↦⟶⟼", " -> "),
    ("∈", " in "),
    ("✶⁎✱✳✻✽٭﹡", "*"),
    ("–‐‑‒﹣", "-"),
    ("∣￨❘⏐", "|"),
    ("⟨\u{2329}〈《⟪❬❮", "<"),
    ("⟩\u{232a}〉》⟫❭❯", ">"),
    ("﹛❴", "{"),
    ("﹜❵", "}"),
    ("﹙❨", "("),
    ("﹚❩", ")"),
    ("【〔﹝⟦", "["),
    ("】〕﹞⟧", "]"),
    ("、﹐﹑", ","),
    ("﹔", ";"),
    ("“”„‟«»", "\""),
    ("‘’‚‛′", "'"),
    ("⬆⇧", "^"),
    ("⬇⇩", "v"),
    ("⇈", "^^"),
    ("⇊", "vv"),
    ("⌊", "floor("),
    ("⌈", "ceil("),
    ("⌋⌉", ")"),
    ("½", "1/2"),
    ("¼", "1/4"),
    ("¾", "3/4"),
    ("⅛", "1/8"),
    ("⅜", "3/8"),
    ("⅝", "5/8"),
    ("⅞", "7/8"),
    ("⅓", "1/3"),
    ("⅔", "2/3"),
    ("⅕", "1/5"),
    ("⅖", "2/5"),
    ("⅗", "3/5"),
    ("⅘", "4/5"),
    ("⅙", "1/6"),
    ("⅚", "5/6"),
];

/// Signs that stand for no sign here, with what is written where they are used.
pub const SAID: &[(&str, &str)] = &[
    ("≮", "write `not (a < b)`"),
    ("≯", "write `not (a > b)`"),
    ("∦", "write `not (a || b)`"),
    ("∉", "write `not (x in xs)`"),
    ("⊕", "the nim-sum is written `nim_sum(a, b)`, and the sum of games `a + b`"),
    ("⊗", "the nim-product is written `nim_product(a, b)`"),
    ("√", "`isqrt(n)` is the root of a square; other roots are no numbers here"),
    ("∪", "write `union(A, B)`"),
    ("∩", "write `intersection(A, B)`"),
    ("∅", "the empty set is written `{}`, and a side without options is left empty: `<|0>`"),
    ("⧾⧺⧻", "tiny is written `tiny(2)`"),
    ("⧿", "miny is written `miny(2)`"),
    ("₀₁₂₃₄₅₆₇₈₉", "small digits below belong to tiny and miny: `tiny(2)`, `miny(2)`"),
    (
        "☆★",
        "star is written `*`; far star is no game: `far_star(G)` is the least n from which `*n` is one",
    ),
    (
        "≫≪",
        "compare with multiples, as in `a > 9 * b`; of infinitesimals atomic weights say more: `atomic_weight(a)`",
    ),
    ("∑Σ", "write `sum([f(n) for n in 1..5])`"),
    ("∏", "multiply in a loop: `p := 1; for n in 1..5 { p := p * f(n) }`"),
    ("⇒⟹⊃", "write `not a or b`"),
    ("⇔⟺", "write `a == b`"),
    ("∀", "write `all([f(n) for n in 1..5])`"),
    ("∃", "write `any([f(n) for n in 1..5])`"),
    ("⊆⊂", "write `all([x in B for x in A])`"),
];

/// Signs that ask in books whether two things are of one form.
const OF_FORMS: &[char] = &['≡', '≅'];

/// The spelling of a sign in the language; `None` if there is none.
///
/// ```
/// use upstar_syntax::foreign::ours;
/// assert_eq!(ours('⋅').as_deref(), Some(" * "));
/// assert_eq!(ours('（').as_deref(), Some("("));
/// assert_eq!(ours('☂'), None);
/// ```
pub fn ours(sign: char) -> Option<String> {
    let row = FOREIGN.iter().find(|(signs, _)| signs.contains(sign));
    row.map(|(_, ours)| (*ours).to_owned()).or_else(|| full_width(sign).map(String::from))
}

/// The character of ASCII that takes one column: `（` is `(`.
fn full_width(sign: char) -> Option<char> {
    const FIRST: u32 = 0xFF01;
    let place = u32::from(sign).checked_sub(FIRST)?;
    char::from_u32(u32::from('!') + place).filter(|c| *c <= '~' && !is_decoration(*c))
}

/// Advice about a sign that stands for no sign here.
pub fn said(sign: char) -> Option<&'static str> {
    SAID.iter().find(|(signs, _)| signs.contains(sign)).map(|(_, said)| *said)
}

/// Whether a character shows nothing, or nothing of a line: `$` around a formula, blanks of other widths, marks of direction.
pub fn is_decoration(sign: char) -> bool {
    let is_invisible = matches!(sign,
        '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}');
    sign == '$' || is_invisible || sign.is_whitespace()
}

/// A remark on a line whose signs ask elsewhere whether forms are the same, not whether they are equal.
pub fn remark(line: &str) -> Option<String> {
    let commands = ["\\equiv", "\\cong"];
    let sign = line.chars().find(|c| OF_FORMS.contains(c)).map(String::from);
    let sign = sign.or_else(|| {
        commands.iter().find(|command| line.contains(**command)).map(|sign| (*sign).to_owned())
    })?;
    Some(format!("`==` asks whether values are equal; `{sign}` may ask whether forms are the same"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_has_one_row() {
        let signs: Vec<char> =
            FOREIGN.iter().chain(SAID).flat_map(|(signs, _)| signs.chars()).collect();
        for (at, sign) in signs.iter().enumerate() {
            assert!(!signs[..at].contains(sign), "{sign} has two rows");
            assert!(!is_decoration(*sign), "{sign} is left out");
        }
    }

    #[test]
    fn characters_of_full_width_are_those_of_ascii() {
        for (wide, ours) in [('（', "("), ('１', "1"), ('；', ";"), ('｛', "{"), ('＊', "*")] {
            assert_eq!(super::ours(wide).as_deref(), Some(ours));
        }
        assert_eq!(super::ours('\u{ff5f}'), None);
    }
}
