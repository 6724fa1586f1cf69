//! Slips in the notation of games and in rulesets, each with the likely fix.

use std::ops::Range;

use super::{Advice, Advised, ParseStop, Slip, advice, shortened};
use crate::foreign;
use crate::tokens::{Token, TokenKind};

/// Common mistakes, in the order in which they are tried.
pub(super) const SLIPS: &[Slip] = &[
    no_parameters,
    shown_twice,
    brace_below,
    after_rewrite,
    unnamed_winner,
    goal_words,
    no_step_repeats,
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
    sign_in_generator,
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
fn no_parameters(place: &ParseStop<'_>) -> Advice {
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

/// `sheet "..." (show verdicts, show reasons)`
fn shown_twice(place: &ParseStop<'_>) -> Advice {
    let [sheet, .., show] = place.before.as_slice() else { return None };
    let shows = place.before.iter().filter(|token| place.slice(token) == "show").count();
    (place.slice(sheet) == "sheet" && place.slice(show) == "show" && shows > 1).then_some(())?;
    let next = place.after.first()?;
    advice(
        "list all that a sheet shows after one `show`",
        "write `sheet \"...\" (show verdicts, reasons)`",
    )
    .map(|one| one.edit(show.range.start..next.range.start, ""))
}

/// `exercise "..."` with `{` on the next line.
fn brace_below(place: &ParseStop<'_>) -> Advice {
    let brace = place.after.first().filter(|token| place.slice(token) == "{")?;
    let needs_block = place.expected.words().contains("a block in braces");
    (needs_block && place.line_ends).then_some(())?;
    advice(
        "put the `{` of a block on the line that it belongs to",
        "write `exercise \"...\" {`, `game G(n: heap) {` or `for n in 1..5 {`",
    )
    .map(|one| {
        // A comment may lie between.
        let between = place.at..brace.range.start;
        let is_blank = place.text[between.clone()].trim().is_empty();
        if is_blank { one.edit(between, " ") } else { one }
    })
}

/// `"x." -> ".x" repeatedly orthogonally`, `"x." -> ".x" any directions`, `"." -> "x" | "o"`
fn after_rewrite(place: &ParseStop<'_>) -> Advice {
    let found = place.after.first()?;
    let word = place.slice(found);
    let last = place.before.last()?;
    if (place.slice(last), word) == ("any", "directions") {
        return advice(
            "the directions of a rule are `any direction`",
            "write `\"x.\" -> \".x\" any direction`",
        )
        .map(|one| one.edit(found.range.clone(), "direction"));
    }
    let directions = ["orthogonally", "diagonally", "direction"];
    let (last, is_text) = (place.slice(last), last.kind == TokenKind::Text);
    let ends_rule = is_text || directions.contains(&last) || last == "repeatedly";
    (place.expected.clause() && ends_rule).then_some(())?;
    match word {
        "orthogonally" | "diagonally" | "any" if last == "repeatedly" => advice(
            "the directions of a step stand before `repeatedly`",
            "write `\"xo.\" -> \"..x\" orthogonally repeatedly`",
        ),
        "|" | "," | "or" if in_rule(place) => advice(
            "a rule has one replacement",
            "write a rule for each, with `;` between them: `\".\" -> \"x\"; \".\" -> \"o\"`",
        ),
        _ => None,
    }
}

/// Whether a rule of rewriting has begun.
fn in_rule(place: &ParseStop<'_>) -> bool {
    place.words_back().take_while(|word| ![";", "{", "if"].contains(word)).any(|word| word == "->")
}

/// `mover wins if "SOS"`
fn unnamed_winner(place: &ParseStop<'_>) -> Advice {
    const PLAYERS: [&str; 11] = [
        "mover", "player", "previous", "next", "last", "first", "second", "opponent", "both",
        "either", "whoever",
    ];
    let word = place.here().filter(|word| PLAYERS.contains(&place.slice(word)))?;
    let verbs = place.after.iter().skip(1).take(2).map(|token| place.slice(token));
    let wins = verbs.into_iter().any(|word| ["wins", "win", "loses", "lose"].contains(&word));
    wins.then_some(())?;
    let word = shortened(place.slice(word));
    advice(
        format!("a goal names the player who wins, and `{word}` is none"),
        "write `left wins if \"SOS\"`, and the same for `right`: of two goals that are reached together, \
         the player who moved has reached hers",
    )
}

/// `"xxx" in a row`, `"xo" horizontally`, `no legal moves`
fn goal_words(place: &ParseStop<'_>) -> Advice {
    let word = place.after.first().map(|token| place.slice(token))?;
    let before: Vec<&str> = place.before.iter().map(|token| place.slice(token)).collect();
    match (before.as_slice(), word) {
        ([.., "in", "a" | "one"], "row" | "line") | ([.., "in"], "row") => advice(
            "symbols in a row are a pattern, in the directions that count",
            "write `left wins if \"xxx\" any direction`, `\"x\" * k any direction`, or `line(\"x\", 3)`",
        ),
        (_, "horizontally" | "across") => advice(
            "a pattern lies in rows where it has no directions",
            "write `left wins if \"xxx\"`; `orthogonally` is along rows and columns",
        ),
        (_, "vertically" | "down") => advice(
            "a pattern in a column has a row for each cell",
            "write `left wins if \"x|x|x\"`; `orthogonally` is along rows and columns",
        ),
        (_, "anywhere" | "somewhere") => advice(
            "a pattern may be anywhere on the board",
            "write it alone, or with directions: `left wins if \"xxx\" any direction`",
        ),
        ([.., "no"], "move" | "legal" | "more" | "options") => {
            advice("the player to move has no move: `no moves`", "write `left wins if no moves`")
        }
        _ => None,
    }
}

/// `<on & 0|1>`, `<1..3|4>`
fn sides(place: &ParseStop<'_>) -> Advice {
    match place.found() {
        "&" if place.open_angle().is_some() => {
            advice("an option with two sides needs parentheses", "write `<(on & 0)|1>`")
        }
        ".." if place.before.iter().any(|token| place.slice(token) == "<") => {
            advice("a range among the options needs parentheses", "write `<(1..3)|4>`")
        }
        _ => None,
    }
}

/// `<x for x in xs if x < 0|1>`, `<x for x in xs if x > 0|1>`
fn sign_in_generator(place: &ParseStop<'_>) -> Advice {
    let (sign, before) = match place.found() {
        sign @ ("<" | "<|") => (sign, place.before.as_slice()),
        _ => {
            let (last, before) = place.before.split_last()?;
            (place.slice(last), before)
        }
    };
    matches!(sign, "<" | "<|" | ">" | "|>").then_some(())?;
    let open = before.iter().rposition(|token| place.slice(token).starts_with('<'))?;
    let words = before[open..].iter().map(|token| place.slice(token));
    let generators = words.filter(|word| ["for", "if"].contains(word)).collect::<Vec<_>>();
    (generators.first() == Some(&"for")).then_some(())?;
    let condition = match generators.last() {
        Some(&"if") => format!("`if (a {sign} b)`"),
        _ => format!("`(a {sign} b)`"),
    };
    advice(
        format!("`{sign}` is a sign of the bracket that is open here"),
        format!("within angle brackets put a comparison in parentheses: {condition}"),
    )
}

/// `n - 1 repeatedly`
fn no_step_repeats(place: &ParseStop<'_>) -> Advice {
    let word = place.after.first().map(|token| place.slice(token))?;
    (word == "repeatedly" && place.expected.clause()).then_some(())?;
    advice(
        "only a step of a rewrite rule is made `repeatedly`",
        "write the word once, after the step and its directions: `\"xo.\" -> \"..x\" orthogonally repeatedly`",
    )
}

/// A word that begins no clause, inside a ruleset.
fn clause(place: &ParseStop<'_>) -> Advice {
    let word = place.after.first().filter(|token| token.kind != TokenKind::Bracket)?;
    let known = word.kind == TokenKind::Name || !place.expected.operator();
    let word = shortened(place.slice(word));
    (known && place.expected.clause()).then_some(())?;
    no_clause(&word, place)
}

/// A name at the beginning of a line of a ruleset.
fn misspelt_clause(place: &ParseStop<'_>) -> Advice {
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
    (!CLAUSES.contains(&word)).then(|| no_clause(&shortened(word), place))?
}

/// Words that begin the clauses of a ruleset.
pub(super) const CLAUSES: &[&str] = &[
    "move",
    "left",
    "right",
    "turn",
    "complimenting",
    "entailing",
    "draw",
    "score",
    "blocking",
    "parts",
    "start",
    "draw_as",
    "play",
    "check",
];

/// Words for `blocking`, with what is meant.
pub(super) const BLOCKS: (&[&str], &str) = (&["block", "blocks"], "write `blocking 1`");

/// Words for play in which who moves last loses.
const MISERE: (&[&str], &str) = (&["misere", "misère", "misery"], "write `play misere`");

/// Words that begin no clause, with what is meant.
const NO_CLAUSES: &[(&[&str], &str)] = &[
    (
        &["gain"],
        "write it right after the position, before `for` and `if`: `move n - 1 gain 2 if n > 0`",
    ),
    BLOCKS,
    (
        &["hexagonal", "orthogonal", "diagonal", "horizontally", "vertically"],
        "the directions of a rule are `orthogonally`, `diagonally`, `any direction` and `hexagonally`",
    ),
    (&["to"], "a range is written `1..n`"),
    MISERE,
];

fn no_clause(word: &str, place: &ParseStop<'_>) -> Advice {
    if let Some((_, help)) = NO_CLAUSES.iter().find(|(words, _)| words.contains(&word)) {
        let advice = advice(format!("`{word}` begins no clause of a ruleset"), *help);
        return match place.after.first().filter(|_| MISERE.0.contains(&word)) {
            Some(word) => advice.map(|one| one.edit(word.range.clone(), "play misere")),
            None => advice,
        };
    }
    if defines(word, place) {
        return advice(
            "a ruleset has clauses, and names are bound before it",
            "write the definition above `game`; a function takes the position too, as in `f(b, p) := ...`",
        );
    }
    let near = CLAUSES.iter().find(|clause| {
        let limit = if clause.len() > 4 { 2 } else { 1 };
        let is_stem = word.len() >= 4 && clause.starts_with(word);
        is_stem || strsim::damerau_levenshtein(word, clause) <= limit
    });
    let meant = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    let token = place.after.first().map(|token| token.range.clone());
    advice(
        format!("`{word}` begins no clause of a ruleset"),
        format!(
            "{meant}the clauses are `move`, `left`, `right`, `turn`, `left wins if`, `right wins if`, \
             `draw if`, `entailing move`, `complimenting move`, `score`, `blocking`, `parts`, `start`, \
             `check`, `draw_as` and `play misere`"
        ),
    )
    .map(|one| match (near, token) {
        (Some(near), Some(range)) => one.edit(range, *near),
        _ => one,
    })
}

/// Whether a name is bound where a clause may begin.
fn defines(word: &str, place: &ParseStop<'_>) -> bool {
    let line = place.text[place.at..].trim_start().lines().next().unwrap_or_default();
    let binds = line.split_once(":=").is_some_and(|(name, _)| {
        let is_head = |c: char| c.is_alphanumeric() || "_(), ".contains(c);
        name.chars().all(is_head)
    });
    binds || ["fn", "def", "let", "var"].contains(&word)
}

/// `then` with no rule before it, inside a ruleset.
fn no_step(place: &ParseStop<'_>) -> Advice {
    (place.found() == "then" && place.expected.operator()).then_some(())?;
    place.is_in_rules().then_some(())?;
    let words = place.words_back();
    if words.take_while(|word| *word != "->" && *word != ";").any(|word| word == "if") {
        return advice(
            "the condition of a rewrite rule stands after its last step",
            "write `\"x.\" -> \".x\" then \"x.\" -> \"x#\" if c`",
        );
    }
    advice(
        "`then` goes on with a rewrite rule",
        "write `\"x.\" -> \".x\" then \"x.\" -> \"x#\"`, or in an expression `if c then a else b`",
    )
}

/// `^<n>`
fn power_of_up(place: &ParseStop<'_>) -> Advice {
    (place.previous() == ">" && place.expected.expression()).then_some(())?;
    let open = place.before.iter().rposition(|token| place.slice(token) == "<")?;
    let arrow = place.before.get(open.checked_sub(1)?)?;
    let touches = arrow.range.end == place.before[open].range.start;
    (touches && ["^", "v", "↑", "↓"].contains(&place.slice(arrow))).then_some(())?;
    let close = place.before.last()?;
    let exponent = place.text.get(place.before[open].range.end..close.range.start)?.trim();
    let sign = if ["v", "↓"].contains(&place.slice(arrow)) { "-" } else { "" };
    let call = format!("{sign}up_power({exponent})");
    advice("only digits may follow an arrow directly", format!("a power of up is written `{call}`"))
        .map(|one| one.edit(arrow.range.start..close.range.end, call))
}

/// `^*^*`
fn no_sign_between(place: &ParseStop<'_>) -> Advice {
    let game = place.before.last().filter(|token| token.kind == TokenKind::Game)?;
    (place.found().starts_with(['^', '↑', '⇑', '↓', '⇓']) && place.expected.operator())
        .then_some(())?;
    let gap = game.range.end..place.range().start;
    let (game, next) = (shortened(place.slice(game)), shortened(place.found()));
    advice("a sign is missing between two games", format!("a sum is written `{game} + {next}`"))
        .map(|one| one.edit(gap, " + "))
}

/// `x^2`
fn power(place: &ParseStop<'_>) -> Advice {
    let after = place.found().strip_prefix(['^', '↑'])?;
    place.expected.operator().then_some(())?;
    let base = shortened(place.previous());
    // `G^L` in books is an option, not a power.
    let side = place.after.get(1).map(|next| place.slice(next)).filter(|_| after.is_empty());
    if let Some(function) = match side {
        Some("L") => Some("left_options"),
        Some("R") => Some("right_options"),
        _ => None,
    } {
        let is_name = place.before.last().is_some_and(|token| token.kind == TokenKind::Name);
        let game = if is_name { &*base } else { "G" };
        return advice("`^` is the game up", format!("options are listed by `{function}({game})`"));
    }
    let is_raised = place.after.get(1).is_some_and(|next| next.kind == TokenKind::Number);
    if after.is_empty() && !is_raised {
        let (sum, product) = (format!("{base} + ^"), format!("{base} * ^"));
        let range = place.before.last()?.range.end..place.range().end;
        return advice(
            "only a number may touch an arrow",
            format!("write the sum `{sum}`, or the product `{product}`"),
        )
        .map(|one| one.edit(range.clone(), " + ^").edit(range, " * ^"));
    }
    let exponent = if after.is_empty() { "n" } else { after };
    advice(
        "`^` is the game up, not a power",
        format!("a power is written `**`: `{base}**{exponent}`; to add up, write `+ ^`"),
    )
    .map(|one| {
        let range = place.range();
        one.edit(range.start..range.end - after.len(), "**")
    })
}

/// `0 <|0>`
fn no_option(place: &ParseStop<'_>) -> Advice {
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
fn blank_in_switch(place: &ParseStop<'_>) -> Advice {
    let next = place.here()?;
    let sign = place.before.last().filter(|sign| ["±", "+-"].contains(&place.slice(sign)))?;
    (sign.range.end < next.range.start && place.expected.expression()).then_some(())?;
    let blank = sign.range.end..next.range.start;
    let (sign, next) = (place.slice(sign), shortened(place.slice(next)));
    advice(
        format!("there is a blank after `{sign}`"),
        format!("a switch is written `{sign}{next}`, and that of a sum `{sign}(a + b)`"),
    )
    .map(|one| one.edit(blank, ""))
}

/// `5±3`
fn number_and_switch(place: &ParseStop<'_>) -> Advice {
    (place.found() == "±" && place.expected.operator()).then_some(())?;
    let number = shortened(place.previous());
    advice(
        "`±` makes a switch and is no operator",
        format!("to add a switch, write `{number} + ±x`"),
    )
    .map(|one| one.edit(place.at..place.at, " + "))
}

/// `a = b`
fn equals(place: &ParseStop<'_>) -> Advice {
    (place.found() == "=").then_some(())?;
    let next = place.after.get(1).filter(|next| next.range.start == place.at + 1);
    match next.map(|next| place.slice(next)) {
        Some(">") if leads_on(place) => {
            advice("`=>` is no operator", "a rule of rewriting is written `\".\" -> \"x\"`")
                .map(|one| one.edit(place.at..place.at + 2, "->"))
        }
        Some(">") => advice("`=>` is no operator", "`>=` compares, `->` makes a function")
            .map(|one| one.edit(place.at..place.at + 2, ">=").edit(place.at..place.at + 2, "->")),
        Some("<") => advice("`=<` is no operator", "`<=` compares")
            .map(|one| one.edit(place.at..place.at + 2, "<=")),
        _ if place.expected.words().contains("a block in braces") => None,
        _ if compares(place) => {
            advice("`=` is no operator", "`==` compares").map(|one| one.edit(place.range(), "=="))
        }
        _ => advice("`=` is no operator", "`:=` binds a name, `==` compares")
            .map(|one| one.edit(place.range(), ":=").edit(place.range(), "==")),
    }
}

/// Whether what precedes an arrow becomes what follows it: in a clause, before its condition.
fn leads_on(place: &ParseStop<'_>) -> bool {
    let is_text = place.before.last().is_some_and(|last| last.kind == TokenKind::Text);
    let mut clause = place.words_back().take_while(|word| ![";", "{"].contains(word));
    is_text || place.is_in_rules() && clause.all(|word| word != "if")
}

/// Whether a truth value stands around the place: in brackets, and beside `if`, `and` and such words.
fn compares(place: &ParseStop<'_>) -> bool {
    const WORDS: &[&str] = &["if", "while", "check", "and", "or", "not"];
    let begins = |word: &&str| ![";", "{", "}"].contains(word);
    let before: Vec<&str> = place.words_back().take_while(begins).collect();
    let line = place.text.get(place.at..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
    let after = place.after.iter().take_while(|token| token.range.start < place.at + line);
    let mut after = after.map(|token| place.slice(token)).take_while(begins);
    let opened = before.iter().filter(|word| ["(", "["].contains(word)).count();
    let closed = before.iter().filter(|word| [")", "]"].contains(word)).count();
    opened > closed
        || before.iter().any(|word| WORDS.contains(word))
        || after.any(|word| ["and", "or"].contains(&word))
}

/// `a && b`
fn logic(place: &ParseStop<'_>) -> Advice {
    let rest = place.text.get(place.at..)?;
    (rest.starts_with("&&")).then_some(())?;
    let before = place.text.get(..place.at)?.trim_end_matches(' ').len();
    let after = place.text.len() - rest[2..].trim_start_matches(' ').len();
    advice("`&&` is no operator", "write `and`; `a & b` is the loopy value with these sides")
        .map(|one| one.edit(before..after, " and "))
}

/// `!x`, `a ! = b`, `a <> b`
fn unequal(place: &ParseStop<'_>) -> Advice {
    if place.found() == ">" && place.previous() == "<" {
        return advice("`<>` is no operator", "`!=` means unequal, and `||` confused with");
    }
    (place.found() == "!").then_some(())?;
    let next = place.after.get(1);
    match next.map(|next| (place.slice(next), next.range.end)) {
        Some(("=" | "==", end)) => advice("`!=` is written without a blank", "write `a != b`")
            .map(|one| one.edit(place.range().start..end, "!=")),
        _ => advice("`!` is no operator", "write `not`").map(|one| one.edit(place.range(), "not ")),
    }
}

/// `3* 4`
fn tight_star(place: &ParseStop<'_>) -> Advice {
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
    .map(|one| one.edit(game.range.start..place.range().start, format!("{number} * ")))
}

/// `2n`
fn factor(place: &ParseStop<'_>) -> Advice {
    let number = place.before.last().filter(|token| token.range.end == place.at)?;
    let name = place.here().filter(|token| token.kind == TokenKind::Name)?;
    matches!(number.kind, TokenKind::Number | TokenKind::Game).then_some(())?;
    (!place.slice(number).ends_with(['*', '∗', '⋆'])).then_some(())?;
    let gap = number.range.end..name.range.start;
    let (number, name) = (shortened(place.slice(number)), shortened(place.slice(name)));
    match name.strip_prefix('x').filter(|columns| columns.parse::<u64>().is_ok()) {
        Some(columns) => advice(
            "a comma or an operator is missing",
            format!("sizes are written `{number}, {columns}`, a product `{number} * {columns}`"),
        )
        .map(|one| one.edit(gap.start..gap.end + 1, ", ").edit(gap.start..gap.end + 1, " * ")),
        None => {
            advice("an operator is missing", format!("a product is written `{number} * {name}`"))
                .map(|one| one.edit(gap, " * "))
        }
    }
}

/// Words of other languages.
fn foreign_word(place: &ParseStop<'_>) -> Advice {
    place.expected.operator().then_some(())?;
    let word = place.before.last()?.range.clone();
    let with_blank = word.start..place.range().start.max(word.end);
    match place.previous() {
        "let" | "var" | "const" => {
            advice("a binding needs no word before it", "write `x := value`")
                .map(|one| one.edit(with_blank, ""))
        }
        "def" | "func" | "function" | "fun" => {
            advice("functions begin with `fn`", "write `fn f(x) { ... }` or `f(x) := value`")
                .map(|one| one.edit(word, "fn"))
        }
        "elif" | "elsif" | "elseif" => {
            advice("there is no such word", "write `else if`").map(|one| one.edit(word, "else if"))
        }
        "import" | "include" | "load" => {
            advice("there is no such word", "write `use \"file.game\"`")
                .map(|one| one.edit(word, "use"))
        }
        "ruleset" | "rules" => {
            advice("rules begin with `game`", "write `game Name(n: heap) { ... }`")
                .map(|one| one.edit(word, "game"))
        }
        "class" => advice("there are no classes", "rules are written `game Name(n: heap) { ... }`"),
        "print" => advice("nothing needs to be printed", "write the expression alone"),
        _ => None,
    }
}

/// `x²`
fn raised(place: &ParseStop<'_>) -> Advice {
    let sign = place.here().filter(|_| place.expected.operator())?;
    let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| place.slice(sign).starts_with(digit))?;
    let base = shortened(place.previous());
    if base == "}" || base == ">" {
        return advice("a game has no powers", "a product is written `2 * G`, a power of up `↑²`");
    }
    let length = place.slice(sign).chars().next().map_or(0, char::len_utf8);
    let range = sign.range.start..sign.range.start + length;
    advice("a power has no small digits", format!("a power is written `**`: `{base}**{digit}`"))
        .map(|one| one.edit(range, format!("**{digit}")))
}

/// Signs of other languages.
fn foreign_sign(place: &ParseStop<'_>) -> Advice {
    let token = place.here().filter(|token| token.kind == TokenKind::Unknown)?;
    let by = |advice: Advice, new: &str| advice.map(|one| one.edit(token.range.clone(), new));
    match place.slice(token) {
        "'" | "“" | "”" | "‘" | "’" => {
            advice("texts stand in double quotes", "write `\"text\"`")
                .map(|one| in_double_quotes(place, token, one))
        }
        "#" => by(advice("`#` means nothing here", "comments begin with `//`"), "//"),
        "~" if place.expected.operator() => {
            advice("`~` is no operator", "`==` means equal, and `||` confused with")
        }
        "~" => by(advice("`~` is no operator", "write `not`"), "not "),
        "÷" => by(
            advice(
                "`÷` is no operator",
                "a quotient is written `a / b`, the integer quotient `div(a, b)`",
            ),
            "/",
        ),
        sign => by_table(sign, token.range.clone()),
    }
}

/// Advice on a sign by the tables of foreign ones. What is left out may be decoration alone: without a sign of mathematics
/// the line would mean something else.
fn by_table(sign: &str, range: Range<usize>) -> Advice {
    let first = sign.chars().next()?;
    let fault = format!("`{sign}` means nothing here");
    if sign.chars().all(foreign::is_decoration) {
        let code = u32::from(first);
        let fault = match first {
            '$' => fault,
            _ => format!("a character that is not seen (U+{code:04X}) means nothing here"),
        };
        let new = if first.is_whitespace() || first == '$' { " " } else { "" };
        return advice(fault, "remove it").map(|one| one.edit(range, new));
    }
    if let Some(said) = foreign::said(first) {
        return advice(fault, said);
    }
    match foreign::ours(first) {
        Some(ours) => advice(fault, format!("write `{}`", ours.trim()))
            .map(|one| one.edit(range.start..range.start + first.len_utf8(), ours)),
        None => advice(fault, "no sign here is like it; `:find WORDS` searches the documentation"),
    }
}

/// Adds the edit that puts a text between other quotes into double ones.
fn in_double_quotes(place: &ParseStop<'_>, token: &Token, one: Advised) -> Advised {
    const CLOSING: &[char] = &['\'', '“', '”', '‘', '’'];
    let rest = place.text.get(token.range.end..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let Some(end) = line.find(CLOSING) else { return one };
    let closing = line[end..].chars().next().map_or(0, char::len_utf8);
    let whole = token.range.start..token.range.end + end + closing;
    one.edit(whole, format!("\"{}\"", line[..end].replace('"', "\\\"")))
}

/// `a.b := 3`
fn bind(place: &ParseStop<'_>) -> Advice {
    (place.found() == ":=").then_some(())?;
    let begins_list = place.before.first().is_some_and(|token| place.slice(token) == "[");
    if place.previous() == "]" && !begins_list {
        return advice(
            "an element cannot be bound",
            "a list or board with another one is `xs := xs.with({i: x})`",
        );
    }
    advice("this cannot be bound", "left of `:=` stands a name, names in parentheses, or `f(x, y)`")
}

/// `f(?)`
fn blank(place: &ParseStop<'_>) -> Advice {
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
fn leading_operator(place: &ParseStop<'_>) -> Advice {
    let operator = place.here().filter(|token| token.kind == TokenKind::Operator)?;
    let last = place.before.last()?;
    let between = place.text.get(last.range.end..operator.range.start)?;
    (between.contains('\n') && place.expected.expression()).then_some(())?;
    if place.slice(operator) == ":" {
        return advice(
            "commands that begin with `:` belong to the prompt",
            "in a file, leave it out, or call the function: `how(P)` for `:how P`",
        );
    }
    advice(
        format!("`{}` begins a line, where a new statement begins", place.slice(operator)),
        "put the operator at the end of the line before, or parentheses around the whole",
    )
}

/// `a | b`
fn bar(place: &ParseStop<'_>) -> Advice {
    (place.found() == "|" && place.expected.operator()).then_some(())?;
    advice(
        "`|` divides the options of a form, and there is no bracket around it",
        "a form is written `<a|b>`; `a || b` asks whether a and b are confused",
    )
}

/// `)`
fn closes_nothing(place: &ParseStop<'_>) -> Advice {
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
        .map(|one| one.edit(place.range(), ""))
}

/// `(a; b)`
fn semicolon(place: &ParseStop<'_>) -> Advice {
    (place.found() == ";").then_some(())?;
    advice(
        "`;` ends a statement, and a bracket is still open",
        "separate with `,`, or close the bracket",
    )
    .map(|one| one.edit(place.range(), ","))
}
