//! What editors know of the language by themselves: words are those of the grammar and of the tables of names.
//!
//! `UPDATE_EDITORS=1 cargo test --test main editors` writes the files below `editors/` again.
//!
//! Editors know words, the language server knows the language. What an editor does by itself is colours and
//! indentation. The tests fail if a word of the grammar has no colour, and leave the tokens of all programs for the
//! tests of the TextMate grammar. The extension for VS Code only shows what the server sends, in a page without
//! scripts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};
use upstar::builtins::TOPICS;
use upstar::session::EntryKind;
use upstar::syntax::{TokenKind, tokens};

use crate::support::{expect_none, files, read, rewrite_if_asked, root, session};

/// The words of the language by what they do in a text.
struct Words {
    /// `if`, `for`: in every place.
    control: Vec<String>,
    /// `fn`, `game`, `use`, `check`, `exercise`.
    declarations: Vec<String>,
    /// `and`, `or`, `not`, `is`, `in`.
    operators: Vec<String>,
    /// `true`, `false`, `pass`.
    constants: Vec<String>,
    /// `on`, `over`, ...
    loopy: Vec<String>,
    /// `hint`, `sheet`: at the beginning of a statement, before a text.
    statements: Vec<String>,
    /// `value`, `outcome`, ...: after `ask`.
    asked: Vec<String>,
    /// `accept`, `wrong`, ...: at the beginning of a line below a question.
    marks: Vec<String>,
    /// `left`, `parts`, ...: at the beginning of a clause.
    clauses: Vec<String>,
    /// `heap`, `grid`, ...: after the colon of a parameter.
    kinds: Vec<String>,
    /// `where`, `gain`, `of`, ...: each at a place of its own.
    others: Vec<String>,
    /// Functions of the language.
    functions: Vec<String>,
    /// Rulesets of the library.
    rulesets: Vec<String>,
}

/// The definition of a rule of the grammar.
fn rule<'g>(grammar: &'g str, name: &str) -> &'g str {
    let mut rest = grammar;
    while let Some(at) = rest.find(name) {
        let (before, from) = rest.split_at(at);
        let after = &from[name.len()..];
        if before.ends_with('\n') && after.trim_start().starts_with('=') {
            let end = after.find("}\n").unwrap_or(after.len());
            return &after[..end];
        }
        rest = after;
    }
    panic!("the grammar has no rule `{name}`")
}

/// The words in quotes in a piece of the grammar: letters only, and no words for errors.
fn quoted(piece: &str) -> Vec<String> {
    let words = piece.split('"').skip(1).step_by(2);
    let is_word = |word: &&str| {
        word.chars().all(|c| c.is_alphabetic() || c == '_') && word.starts_with(char::is_lowercase)
    };
    let mut found: Vec<String> = words.filter(is_word).map(str::to_owned).collect();
    found.dedup();
    found
}

/// The grammar without comments.
fn grammar() -> String {
    let text = read("grammar/game.pest");
    text.lines().filter(|line| !line.starts_with("//")).map(|line| format!("{line}\n")).collect()
}

impl Words {
    /// The tables of this version.
    fn new() -> Words {
        let grammar = grammar();
        let words = |name: &str| quoted(rule(&grammar, name));
        let reserved = words("word");
        let some = |wanted: &str| -> Vec<String> {
            let wanted: Vec<String> = wanted.split(' ').map(str::to_owned).collect();
            assert!(wanted.iter().all(|word| reserved.contains(word)), "{wanted:?}");
            wanted
        };
        let head = rule(&grammar, "clause_head");
        let clause = |name: &&str| name.starts_with("cw_");
        let names = head.split(|c: char| !c.is_alphanumeric() && c != '_').filter(clause);
        let mut clauses = words("mover_word");
        clauses.extend(names.flat_map(&words));
        let entries = session(Path::new("editors")).entries();
        let rulesets = entries.iter().filter(|entry| entry.kind == EntryKind::Ruleset);
        let (loopy, asked, marks) = (words("loopy_word"), words("asked_word"), words("marked"));
        let kinds = [
            "heap_kind",
            "code_kind",
            "coins_kind",
            "cw_strip",
            "cw_grid",
            "cw_ring",
            "cw_cylinder",
            "cw_torus",
            "cw_graph",
            "cw_digraph",
        ];
        let mut found = Words {
            control: some("for if then else while return break continue"),
            declarations: some("fn game use check exercise"),
            operators: some("and or not is in"),
            constants: some("true false pass"),
            loopy,
            statements: ["kw_hint", "kw_sheet", "kw_generate"]
                .iter()
                .flat_map(|name| words(name))
                .collect(),
            asked,
            marks,
            clauses,
            kinds: kinds.iter().flat_map(|name| words(name)).collect(),
            others: Vec::new(),
            functions: builtins(),
            rulesets: rulesets.map(|entry| entry.name.clone()).collect(),
        };
        let known: BTreeSet<String> = found.contextual().chain(found.reserved()).cloned().collect();
        let unlisted: Vec<&String> =
            reserved.iter().filter(|word| !known.contains(*word)).collect();
        assert!(unlisted.is_empty(), "reserved words of no kind: {unlisted:?}");
        let tokens = grammar.find("\ntokens = ").unwrap_or(grammar.len());
        let mut others = quoted(&grammar[..tokens]);
        others.sort();
        others.dedup();
        // `v` is down, `u` belongs to an escape in a text.
        others.retain(|word| !known.contains(word) && word.len() > 1);
        found.others = others;
        found
    }

    /// Words that are never names.
    fn reserved(&self) -> impl Iterator<Item = &String> {
        let lists =
            [&self.control, &self.declarations, &self.operators, &self.constants, &self.loopy];
        lists.into_iter().flatten()
    }

    /// Words with a meaning at one place, but for `others`.
    fn contextual(&self) -> impl Iterator<Item = &String> {
        let lists = [&self.statements, &self.asked, &self.marks, &self.clauses, &self.kinds];
        lists.into_iter().flatten()
    }
}

/// The names of builtins that are typed as names.
fn builtins() -> Vec<String> {
    let all = TOPICS.iter().flat_map(|topic| topic.rows).map(|row| row.name.to_owned());
    let mut names: Vec<String> = all
        .filter(|name| matches!(tokens(name).as_slice(), [token] if token.kind == TokenKind::Name))
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Alternatives of a regular expression; a word before one that begins with it does no harm, because both end with
/// a boundary.
fn any(words: &[String]) -> String {
    words.join("|")
}

const NAME: &str = r"[_\p{L}\p{Nl}][_\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*";
/// Ups and downs, with a count or a power.
const UPS: &str = r"(?:[\^↑⇑]+|[↓⇓]+|v+(?=\d*(?!\w)))(?:<\d+>|\[\d+\]|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\d+)?";
/// A star that is no sign of a power.
const STAR: &str = r"(?:\*(?!\*)|[∗⋆])";
/// What an operand begins with.
const OPERAND: &str = r#"(?:[\w(<\[{"\^↑⇑↓⇓±*∗⋆−-]|\+-)"#;
/// What cannot follow the first word of a clause: there it is a name.
const NAMED: &str = r"(?!\(|\[|\.|\s*(?::=|->|==|!=|[,;})=<>]|\.\.|[-+*/%&|]\s|$))";
/// Beginning of a statement or clause.
const BEGIN: &str = r"(?:^|(?<=[;{]))\s*";

fn matching(scope: &str, pattern: &str) -> Json {
    json!({ "name": format!("{scope}.upstar"), "match": pattern })
}

/// A pattern whose groups have scopes of their own; an empty scope is none.
fn captured(pattern: &str, scopes: &[&str]) -> Json {
    let mut captures = serde_json::Map::new();
    for (index, scope) in scopes.iter().enumerate().filter(|(_, scope)| !scope.is_empty()) {
        captures.insert((index + 1).to_string(), json!({ "name": format!("{scope}.upstar") }));
    }
    json!({ "match": pattern, "captures": captures })
}

fn comments() -> Json {
    json!([
        matching("comment.line.shebang", r"\A#!.*$"),
        matching("comment.line.documentation", "///.*$"),
        captured(r"(//!)\s*(G\d{4})?.*$", &["comment.line.expectation", "constant.other.code"]),
        matching("comment.line.expectation", "//=.*$"),
        matching("comment.line.double-slash", "//.*$"),
        { "name": "comment.block.upstar", "begin": r"/\*", "end": r"\*/" },
    ])
}

fn texts() -> Json {
    json!([{
        "name": "string.quoted.double.upstar",
        "begin": "\"",
        "end": "\"|$",
        "patterns": [matching("constant.character.escape", r"\\(?:u\{[0-9A-Fa-f]*\}|.)")],
    }])
}

fn declarations(words: &Words) -> Json {
    let mut rows = vec![
        captured(
            &format!(r"\b(fn)\s+({NAME})"),
            &["storage.type.function", "entity.name.function"],
        ),
        captured(
            &format!(r"\b(game)\s+({NAME})"),
            &["storage.type.ruleset", "entity.name.type.ruleset"],
        ),
        captured(&format!(r"^\s*({NAME})\s*(?=\([^()]*\)\s*:=)"), &["entity.name.function"]),
        captured(
            &format!(r"{BEGIN}(ask)\s+({})\s+({NAME})", any(&words.asked)),
            &["keyword.other.ask", "storage.type.answer", "variable.other.answer"],
        ),
        captured(
            &format!("{BEGIN}({})(?=\\s*\")", any(&words.statements)),
            &["keyword.other.statement"],
        ),
        matching("keyword.other.declaration", &format!(r"\b(?:{})\b", any(&words.declarations))),
    ];
    rows.push(captured(
        &format!(r"(:)\s*({})\b(?:\s+(of)\b)?", any(&words.kinds)),
        &["punctuation.separator.kind", "storage.type.kind", "keyword.other.of"],
    ));
    Json::Array(rows)
}

/// Words that mean something at one place only.
fn places(words: &Words) -> Json {
    json!([
        captured(
            &format!(r"{BEGIN}(left|right)\s+(wins)\s+(?=if\b)"),
            &["keyword.other.clause", "keyword.other.goal"]
        ),
        captured(&format!(r"{BEGIN}(draw)\s+(?=if\b)"), &["keyword.other.goal"]),
        captured(r"\b(no)\s+(moves)\b", &["keyword.other.goal", "keyword.other.goal"]),
        captured(
            &format!(r"{BEGIN}(play)\s+(misere|misère)\b"),
            &["keyword.other.clause", "keyword.other.misere"]
        ),
        captured(&format!(r"{BEGIN}({})\b{NAMED}", any(&words.clauses)), &["keyword.other.clause"]),
        captured(
            &format!(r"{BEGIN}({})(?=\s+[^\s:=])", any(&words.marks)),
            &["keyword.other.mark"]
        ),
        captured("(?<=\")\\s+(on|of)(?=\\s+\")", &["keyword.other.of"]),
        captured(r"\b(of)(?=\s+)", &["keyword.other.of"]),
        captured(
            "(?<=\")\\s+((?:any\\s+direction|orthogonally|diagonally|hexagonally)(?:\\s+over\\s+the\\s+border)?(?:\\s+repeatedly)?|over\\s+the\\s+border(?:\\s+repeatedly)?|repeatedly)\\b",
            &["keyword.other.direction"]
        ),
        captured(r"(?<=\S)\s+(let)(?=\s+[^\s:=])", &["keyword.other.let"]),
        captured(r"(?<=\S)\s+(gain)(?=\s+[^\s:=])", &["keyword.other.gain"]),
        captured(r"\b(for)\s+(all)\b(?!\s+in\b)", &["keyword.control", "keyword.other.all"]),
        captured(
            r"\((\d+)(?:(/)(\d+))?\s+(points?)\)",
            &["constant.numeric", "keyword.operator", "constant.numeric", "keyword.other.points",]
        ),
        captured(
            &format!(r"\((show)\s+({NAME}(?:\s*,\s*{NAME})*)\)"),
            &["keyword.other.show", "variable.other"]
        ),
        captured(
            r"\b(with)\s+(\d+)\s+(questions?)\b",
            &["keyword.other.with", "constant.numeric", "keyword.other.with"]
        ),
        captured(
            r"\b(at)\s+(level)\s+(\d+)",
            &["keyword.other.at", "keyword.other.at", "constant.numeric"]
        ),
        captured(r"\b(where)(?=\s*(?:\{|$))", &["keyword.other.where"]),
    ])
}

/// Games, numbers, names and signs.
fn expressions(words: &Words) -> Json {
    let operators: Vec<String> = words.operators.iter().chain(&words.control).cloned().collect();
    json!([
        // A star after a word of the language is a game; after a name it is a product.
        captured(
            &format!(r"\b({})\s+({STAR}\d*)(?![(\[])", any(&operators)),
            &["keyword.control", "constant.numeric.game"],
        ),
        matching("constant.numeric.genus", r"\b\d+[⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾]+"),
        matching(
            "constant.numeric.game",
            &format!(
                r"(?<!\w)(?<!\d\.)\d+(?:/\d+)?(?:{UPS}(?:{STAR}\d*)?|{STAR}(?:\d+|(?!{OPERAND})))"
            ),
        ),
        matching("constant.numeric.game", &format!(r"(?<!\w){UPS}(?:{STAR}\d*)?")),
        matching("constant.numeric", r"(?<!\w)\d+(?:\.\d+)?"),
        captured(
            &format!(r"\b({})\b({STAR}\d*)?", any(&words.loopy)),
            &["constant.language.loopy", "constant.numeric.game"],
        ),
        matching(
            "constant.numeric.game",
            &format!(r#"(?<![\w)\]}}"\^↑⇑↓⇓*])(?<![\w)\]}}"\^↑⇑↓⇓*] ){STAR}\d*"#),
        ),
        matching("constant.language", &format!(r"\b(?:{})\b", any(&words.constants))),
        matching("keyword.control", &format!(r"\b(?:{})\b", any(&words.control))),
        matching("keyword.operator.word", &format!(r"\b(?:{})\b", any(&words.operators))),
        matching("support.class.ruleset", &format!(r"\b(?:{})\b", any(&words.rulesets))),
        matching("support.function", &format!(r"(?<!\w)(?:{})(?!\w)", any(&words.functions))),
        matching("entity.name.function", &format!(r"(?<!\w){NAME}(?=\()")),
        matching("variable.other", &format!("{NAME}|∞")),
        captured(r"(==|\bis)\s*(\?)", &["keyword.operator.comparison", "constant.language.blank"]),
        matching("keyword.operator.assignment", ":="),
        matching("storage.type.arrow", "->"),
        matching("keyword.operator.comparison", r"\|\||‖|<\||\|>|⧏|⧐|==|!=|≠|<=|≤|>=|≥"),
        matching("keyword.operator.range", r"\.\."),
        matching("keyword.operator", r"\*\*|±|\+-|[<>&*∗⋆·×+−/%:|=-]"),
        matching("punctuation.separator", "[,;]"),
        matching("punctuation.accessor", r"\."),
        matching("punctuation.bracket", r"[(){}\[\]]"),
    ])
}

/// The grammar of TextMate, which VS Code and others read.
fn textmate(words: &Words) -> Json {
    json!({
        "comment": "Made from grammar/game.pest and the tables of names by tests/editors.rs.",
        "name": "Upstar",
        "scopeName": "source.upstar",
        "fileTypes": ["game"],
        "patterns": [
            { "include": "#comments" },
            { "include": "#texts" },
            { "include": "#declarations" },
            { "include": "#places" },
            { "include": "#expressions" },
        ],
        "repository": {
            "comments": { "patterns": comments() },
            "texts": { "patterns": texts() },
            "declarations": { "patterns": declarations(words) },
            "places": { "patterns": places(words) },
            "expressions": { "patterns": expressions(words) },
        },
    })
}

/// Says what differs from a file that is made here, after writing it if that is asked for.
fn compare(path: &str, text: &str) {
    rewrite_if_asked("UPDATE_EDITORS", path, text);
    let advice = "run `UPDATE_EDITORS=1 cargo test --test main editors`";
    assert!(read(path) == text, "{path} is not made from the tables of today: {advice}");
}

#[test]
fn the_textmate_grammar_has_the_words_of_the_language() {
    let text = serde_json::to_string_pretty(&textmate(&Words::new())).unwrap();
    compare("editors/vscode/syntaxes/upstar.tmLanguage.json", &format!("{text}\n"));
}

#[test]
fn every_word_of_the_grammar_is_in_the_textmate_grammar() {
    let words = Words::new();
    let text = textmate(&words).to_string();
    let all = words.reserved().chain(words.contextual()).chain(&words.others);
    let is_there = |word: &&String| {
        let boundary = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        text.match_indices(word.as_str()).any(|(at, _)| {
            let before = &text[..at];
            // `\b` and `\s` before a word end with a letter.
            let escaped = before.ends_with("\\b") || before.ends_with("\\s");
            (escaped || boundary(before.chars().next_back()))
                && boundary(text[at + word.len()..].chars().next())
        })
    };
    // `points?` contains both words.
    let missing: Vec<String> = all
        .filter(|word| {
            !is_there(word)
                && !["point", "points", "question", "questions"].contains(&word.as_str())
        })
        .cloned()
        .collect();
    expect_none(&missing);
}

/// Says what differs from a part of a file that is made here: what stands between the lines that end with these words.
fn compare_part(path: &str, made: &str) {
    const BEGIN: &str = "made by tests/editors.rs\n";
    const END: &str = "end of what is made";
    let text = read(path);
    let (before, rest) =
        text.split_once(BEGIN).unwrap_or_else(|| panic!("{path}: `{BEGIN}` is not there"));
    let end = rest.find(END).unwrap_or_else(|| panic!("{path}: `{END}` is not there"));
    let last_line = rest[..end].rfind('\n').map_or(0, |newline| newline + 1);
    compare(path, &format!("{before}{BEGIN}{made}{}", &rest[last_line..]));
}

#[test]
fn vim_knows_the_words_of_the_language() {
    let words = Words::new();
    let groups = [
        ("upstarControl", &words.control),
        ("upstarDeclaration", &words.declarations),
        ("upstarWordOperator", &words.operators),
        ("upstarConstant", &words.constants),
        ("upstarLoopy", &words.loopy),
        ("upstarRuleset", &words.rulesets),
        ("upstarFunction", &words.functions),
    ];
    let mut made = String::new();
    for (group, list) in groups {
        for row in list.chunks(12) {
            made.push_str(&format!("syntax keyword {group} {}\n", row.join(" ")));
        }
    }
    for (group, list) in [("upstarClause", &words.clauses), ("upstarMark", &words.marks)] {
        let any = list.join("\\|");
        made.push_str(&format!(
            "syntax match {group} /\\%(^\\|[;{{]\\)\\s*\\zs\\<\\%({any}\\)\\>\\ze\\s\\+[^ :=]/\n"
        ));
    }
    let statements = words.statements.join("\\|");
    made.push_str(&format!(
        "syntax match upstarStatement /\\%(^\\|[;{{]\\)\\s*\\zs\\<\\%({statements}\\)\\>\\ze\\s*\"/\n"
    ));
    let (asked, kinds) = (words.asked.join("\\|"), words.kinds.join("\\|"));
    made.push_str(&format!(
        "syntax match upstarStatement /^\\s*\\zs\\<ask\\s\\+\\%({asked}\\)\\>/\n"
    ));
    made.push_str(&format!(
        "syntax match upstarKind /\\%(:\\s*\\)\\@<=\\<\\%({kinds}\\)\\>\\%(\\s\\+of\\>\\)\\?/\n"
    ));
    compare_part("editors/neovim/syntax/upstar.vim", &made);
}

#[test]
fn emacs_knows_the_words_of_the_language() {
    let words = Words::new();
    let lists = [
        ("control", &words.control),
        ("declarations", &words.declarations),
        ("operators", &words.operators),
        ("constants", &words.constants),
        ("loopy", &words.loopy),
        ("statements", &words.statements),
        ("asked", &words.asked),
        ("marks", &words.marks),
        ("clauses", &words.clauses),
        ("kinds", &words.kinds),
        ("rulesets", &words.rulesets),
        ("functions", &words.functions),
    ];
    let mut made = String::new();
    for (name, list) in lists {
        let rows: Vec<String> = list
            .chunks(8)
            .map(|row| row.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" "))
            .collect();
        made.push_str(&format!("(defconst upstar--{name}\n  '({}))\n", rows.join("\n    ")));
    }
    compare_part("editors/emacs/upstar-mode.el", &made);
}

/// Files of programs, with what the language says of their tokens, for tests in other languages.
#[test]
fn tokens_of_all_programs_are_left_for_the_tests_of_editors() {
    let mut all = serde_json::Map::new();
    for path in
        ["stdlib", "examples", "tests/suite"].iter().flat_map(|folder| files(folder, "game"))
    {
        let text = read(&path);
        let token = |token: &upstar::syntax::Token| -> Option<Json> {
            let kind = format!("{:?}", token.kind).to_lowercase();
            let before = text[..token.range.start].encode_utf16().count();
            let length = text[token.range.clone()].encode_utf16().count();
            token.is_significant().then(|| json!([before, length, kind]))
        };
        let found: Vec<Json> = tokens(&text).iter().filter_map(token).collect();
        all.insert(path.display().to_string(), Json::Array(found));
    }
    assert!(all.len() > 90, "{} programs", all.len());
    let folder = root().join("target/editors");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("tokens.json"), Json::Object(all).to_string()).unwrap();
}
