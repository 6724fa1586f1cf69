//! Spellings of operators and signs.
//!
//! Knows: the ASCII and the Unicode spelling of each sign, and its `\name`.
//! Must not know: what the signs mean.

/// Sign with its spellings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelling {
    /// Name after a backslash: `up` in `\up`.
    pub name: &'static str,
    /// Spelling in ASCII.
    pub ascii: &'static str,
    /// Spelling in Unicode; the one in ASCII if there is no other.
    pub unicode: &'static str,
    /// Meaning.
    pub meaning: &'static str,
}

const fn row(
    name: &'static str,
    ascii: &'static str,
    unicode: &'static str,
    meaning: &'static str,
) -> Spelling {
    Spelling { name, ascii, unicode, meaning }
}

/// All signs with a name, in the order in which completion offers them.
pub const SPELLINGS: &[Spelling] = &[
    row("up", "^", "↑", "up"),
    row("Up", "^^", "⇑", "double up"),
    row("dn", "v", "↓", "down"),
    row("Dn", "vv", "⇓", "double down"),
    row("star", "*", "∗", "star; not a product"),
    row("pm", "+-", "±", "a switch"),
    row("le", "<=", "≤", "less or equal"),
    row("ge", ">=", "≥", "greater or equal"),
    row("ne", "!=", "≠", "unequal"),
    row("cf", "||", "‖", "confused with"),
    row("lf", "<|", "⧏", "less than or confused with"),
    row("gf", "|>", "⧐", "greater than or confused with"),
    row("times", "*", "×", "a product"),
    row("cdot", "*", "·", "a product"),
    row("minus", "-", "−", "minus"),
    row("omega", OMEGA, "ω", "the first infinite ordinal"),
    row("infty", INFINITY, "∞", "an infinite nimber"),
];

/// The names with two spellings, in ASCII.
const OMEGA: &str = "omega";
const INFINITY: &str = "infinity";

/// A name as it is typed in ASCII.
pub fn of_name(typed: &str) -> &str {
    match typed {
        "ω" => OMEGA,
        "∞" => INFINITY,
        "N\u{302}" => "N_hat",
        "\u{147}" | "N\u{30c}" => "N_check",
        "P\u{302}" => "P_hat",
        "P\u{30c}" => "P_check",
        other => other,
    }
}

/// The spelling whose name is `name`, without the backslash.
pub fn named(name: &str) -> Option<&'static Spelling> {
    SPELLINGS.iter().find(|spelling| spelling.name == name)
}

/// The spellings whose names begin with `prefix`, for completion.
pub fn starting_with(prefix: &str) -> impl Iterator<Item = &'static Spelling> {
    SPELLINGS.iter().filter(move |spelling| spelling.name.starts_with(prefix))
}

/// The ASCII spelling of the sign `unicode`.
pub fn to_ascii(unicode: &str) -> Option<&'static str> {
    SPELLINGS.iter().find(|spelling| spelling.unicode == unicode).map(|spelling| spelling.ascii)
}

/// The words that cannot be names. `v`, `vv`, ... and `v1`, `v2`, ... are games, too.
pub const RESERVED: &[&str] = &[
    "and", "break", "check", "continue", "dud", "else", "exercise", "false", "fn", "for", "game",
    "if", "in", "is", "not", "off", "on", "or", "over", "pass", "return", "then", "true", "under",
    "upon", "use", "while",
];
