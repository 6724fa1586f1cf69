//! How a ruleset is called, for whoever called it with the wrong arguments.

use upstar_core::Store;

use crate::diagnostic::Code;
use crate::resolve::tree::{Param, PositionKind, Ruleset as Tree};
use crate::syntax::ast::ParamKind;
use crate::syntax::{TokenKind, tokens};
use crate::value::{Fault, Ruleset, Value, show};

/// So many values are put into a suggestion.
const MOST_VALUES: usize = 8;

/// A fault about the arguments of a ruleset, with what to type instead.
pub(super) fn with_help(store: &Store, ruleset: &Ruleset, args: &[Value], fault: Fault) -> Fault {
    let about_arguments = matches!(
        fault.code(),
        Code::WrongCount | Code::WrongType | Code::WrongPosition | Code::BadGraph
    );
    if !about_arguments || fault.has_help() {
        return fault;
    }
    match regrouped(store, ruleset, args) {
        Some(call) => fault.help(format!("write `{call}`")),
        None => fault.help(format!("it is called as in `{}`", example(&ruleset.tree))),
    }
}

/// The same values with or without the list around them, when the ruleset takes them so.
fn regrouped(store: &Store, ruleset: &Ruleset, args: &[Value]) -> Option<String> {
    let tree = &ruleset.tree;
    let shown = |values: &[Value]| -> Option<String> {
        let shown: Option<Vec<String>> =
            values.iter().map(|value| show::value(store, value).ok()).collect();
        (2..=MOST_VALUES).contains(&values.len()).then_some(())?;
        Some(shown?.join(", "))
    };
    let Some(family) = ruleset.family() else {
        let is_one = tree.family.len() == 1 && tree.family[0].kind.is_none();
        is_one.then_some(())?;
        return Some(format!("{}([{}])", tree.name.text, shown(args)?));
    };
    let single = match args {
        [Value::List(list)] => Some(list.items()),
        [Value::Tuple(tuple)] => Some(tuple.items()),
        _ => None,
    };
    let chosen: Option<Vec<String>> =
        family.iter().map(|value| show::value(store, value).ok()).collect();
    let name = match chosen?.as_slice() {
        [] => tree.name.text.to_string(),
        chosen => format!("{}({})", tree.name.text, chosen.join(", ")),
    };
    match (&tree.position, single) {
        (PositionKind::Heap | PositionKind::Coins, Some(items)) => {
            Some(format!("{name}({})", shown(items)?))
        }
        (PositionKind::Tuple, Some(items)) if items.len() == tree.params.len() => {
            Some(format!("{name}({})", shown(items)?))
        }
        (PositionKind::Tuple, None) if tree.params.len() == 1 => {
            Some(format!("{name}([{}])", shown(args)?))
        }
        _ => None,
    }
}

/// A call from the examples of a ruleset, or one made from its parameters.
fn example(tree: &Tree) -> String {
    let name = &tree.name.text;
    let examples = tree.doc.as_deref().and_then(|doc| doc.split("```game").nth(1));
    examples.and_then(|text| a_call(text, name)).unwrap_or_else(|| {
        let arguments = |params: &[Param]| {
            let all: Vec<String> = params.iter().map(argument).collect();
            format!("({})", all.join(", "))
        };
        let family = match tree.family.is_empty() {
            true => String::new(),
            false => arguments(&tree.family),
        };
        format!("{name}{family}{}", arguments(&tree.params))
    })
}

/// A call of `name` in a text: the first without variables, or the first, with 2 in their places.
fn a_call(text: &str, name: &str) -> Option<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let starts = text
        .match_indices(name)
        .map(|(at, _)| at)
        .filter(|&at| !text[..at].ends_with(is_name) && text[at + name.len()..].starts_with('('));
    let calls: Vec<&str> = starts.filter_map(|at| whole_call(&text[at..], name)).collect();
    let closed = calls.iter().find(|call| without_variables(call) == **call);
    closed.map(|call| (*call).to_owned()).or_else(|| Some(without_variables(calls.first()?)))
}

/// The call with which a text begins, with all its parentheses.
fn whole_call<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (mut depth, mut in_text) = (0usize, false);
    let mut characters = text.char_indices().skip(name.chars().count()).peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '\n' => return None,
            '"' => in_text = !in_text,
            '(' if !in_text => depth += 1,
            ')' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        let goes_on = characters.peek().is_some_and(|(_, next)| *next == '(');
        if depth == 0 && !in_text && !goes_on {
            return Some(&text[..at + c.len_utf8()]);
        }
    }
    None
}

/// A call with 2 in the places of variables, which are names of one letter.
fn without_variables(call: &str) -> String {
    let mut written = String::new();
    for token in tokens(call) {
        let text = &call[token.range];
        let is_variable = token.kind == TokenKind::Name
            && text.len() == 1
            && text.starts_with(|c: char| c.is_ascii_lowercase());
        written.push_str(if is_variable { "2" } else { text });
    }
    written
}

/// What can stand for a parameter.
fn argument(param: &Param) -> String {
    match &param.kind {
        None => param.name.text.to_string(),
        Some(ParamKind::Heap) => "5".to_owned(),
        Some(ParamKind::Coins) => "\"THTTH\"".to_owned(),
        Some(ParamKind::Code) => "\"0.77\"".to_owned(),
        Some(ParamKind::Strip(alphabet)) => format!("{:?}", &*alphabet.value),
        Some(ParamKind::Grid(alphabet)) => format!("\"{0}|{0}\"", alphabet.value),
        Some(ParamKind::Graph { edges, .. }) => {
            let label = edges.as_ref().and_then(|labels| labels.value.chars().next());
            let label = label.map_or(String::new(), |label| format!(":{label}"));
            format!("\"0-1{label}, 1-2{label}\"")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::a_call;

    #[test]
    fn the_a_call_has_all_its_parentheses() {
        let call = |text: &str, name: &str| a_call(text, name);
        assert_eq!(call("\nnimber(Nim(3, 5))  //= 6", "Nim").as_deref(), Some("Nim(3, 5)"));
        assert_eq!(call("a(Sub([1, (2)])(5)).b", "Sub").as_deref(), Some("Sub([1, (2)])(5)"));
        assert_eq!(call("C(\"x)(o\") + 1", "C").as_deref(), Some("C(\"x)(o\")"));
        assert_eq!(call("MyNim(3) + Nim(4)", "Nim").as_deref(), Some("Nim(4)"));
        assert_eq!(call("Nim(3", "Nim"), None);
        assert_eq!(call("Nim(n)\nNim(5)", "Nim").as_deref(), Some("Nim(5)"));
        assert_eq!(call("Nim(n, n - 1)", "Nim").as_deref(), Some("Nim(2, 2 - 1)"));
    }
}
