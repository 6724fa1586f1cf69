//! Names that an input defines, from its tree.

use serde_json::{Value as Json, json};
use upstar_explorer::texts::Units;
use upstar_lang::diagnostic::Unlimited;
use upstar_lang::source::SourceMap;
use upstar_lang::syntax::ast::StatementKind;
use upstar_lang::syntax::{parse_file, parse_input};

/// `{"name", "kind"}` for each function and ruleset that an input declares. An input that succeeded parses;
/// of any other there is nothing to say.
pub(crate) fn declared(text: &str) -> Vec<Json> {
    let id = SourceMap::default().add("input", text);
    let Ok(program) = parse_input(id, text, &Unlimited) else {
        return Vec::new();
    };
    let declared = program.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Ruleset(ruleset) => {
            Some(json!({ "name": ruleset.name.text.to_string(), "kind": "ruleset" }))
        }
        StatementKind::Function(function) => {
            Some(json!({ "name": function.name.text.to_string(), "kind": "function" }))
        }
        _ => None,
    });
    declared.collect()
}

/// `[from, to]` of each statement of a program, in units of UTF-16; null when it does not parse.
pub(crate) fn ranges(text: &str) -> Json {
    let id = SourceMap::default().add("input", text);
    let Ok(program) = parse_file(id, text, &Unlimited) else {
        return Json::Null;
    };
    let mut units = Units::new(text);
    let ranges = program.statements.iter().map(|statement| {
        let (from, to) = units.range(statement.span.bytes());
        json!([from, to])
    });
    Json::Array(ranges.collect())
}
