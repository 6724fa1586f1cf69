//! Texts of the language, as editors and notebooks see them.

use pyo3::prelude::*;
use upstar_ide as ide;
use upstar_lang::diagnostic::Unlimited;
use upstar_lang::output::Role;
use upstar_lang::source::SourceMap;
use upstar_lang::syntax;
use upstar_lang::syntax::ast::{Statement, StatementKind};

/// The pieces of a text that have a role: first character, one past the last, role.
#[pyfunction]
pub(crate) fn highlight(text: &str) -> Vec<(usize, usize, &'static str)> {
    let (mut byte, mut characters) = (0, 0);
    let mut count = |to: usize| {
        characters += text[byte..to].chars().count();
        byte = to;
        characters
    };
    let pieces = ide::highlight(text).into_iter();
    pieces.map(|(range, role)| (count(range.start), count(range.end), word(role))).collect()
}

fn word(role: Role) -> &'static str {
    match role {
        Role::Number => "number",
        Role::Game => "game",
        Role::Text => "text",
        Role::Name => "name",
        Role::Keyword => "keyword",
        Role::Faint => "comment",
        Role::Bad => "bad",
        _ => "plain",
    }
}

/// The names of the rulesets and functions that a text declares, in order.
#[pyfunction]
pub(crate) fn declared(text: &str) -> Vec<String> {
    let source = SourceMap::default().add("declarations", text);
    let Ok(program) = syntax::parse_input(source, text, &Unlimited) else {
        return Vec::new();
    };
    let name = |statement: &Statement| match &statement.kind {
        StatementKind::Ruleset(ruleset) => Some(ruleset.name.text.to_string()),
        StatementKind::Function(function) => Some(function.name.text.to_string()),
        _ => None,
    };
    program.statements.iter().filter_map(name).collect()
}
