//! Example calls of a ruleset: those of its documentation, and calls generated from the kinds of its
//! parameters.

use std::ops::Range;

use upstar_core::Store;

use crate::resolve::tree::{Param, Ruleset as Tree};
use crate::syntax::ast::ParamKind;
use crate::syntax::{Token, TokenKind, tokens};
use crate::value::{Value, show};

/// Arguments for a parameter without a kind, in the order of trial.
const UNTYPED: &[&str] = &[
    "3",
    "[1, 2]",
    "1",
    "\"0-1, 1-2\"",
    "(1, 2)",
    "[(1, 2)]",
    "{1, 2}",
    "{0: 1}",
    "2",
    "10",
    "0",
    "Left",
];

/// Sizes of heaps and lengths of strips, in the order of trial.
const SIZES: &[&str] = &["5", "2", "1", "0", "10"];

/// Largest number of a `check` clause that is tried.
const LARGEST: u64 = 1000;

/// Longest strip that is tried because a `check` clause mentions its length.
const LONGEST_STRIP: usize = 40;

/// Returns the numbers that `check` clauses mention, and those beside them: where a condition changes.
pub(in crate::eval) fn numbers_of(tree: &Tree) -> Vec<String> {
    let text_of = |text: &str, token: &Token| text.get(token.range.clone()).map(str::to_owned);
    let mentioned = tree.checks.iter().flat_map(|check| {
        let all = tokens(&check.text);
        let numbers = all.iter().filter(|token| token.kind == TokenKind::Number);
        numbers.filter_map(|token| text_of(&check.text, token)).collect::<Vec<_>>()
    });
    let numbers = mentioned.filter_map(|text| text.parse::<u64>().ok());
    let small = numbers.filter(|number| *number <= LARGEST);
    let beside = small.flat_map(|n| [n, n + 1, n.saturating_sub(1), 2 * n]);
    let mut found: Vec<String> = Vec::new();
    for number in beside.map(|number| number.to_string()) {
        if !found.contains(&number) {
            found.push(number);
        }
    }
    found
}

/// Returns the calls of `name` in the examples of a documentation, each on one line.
pub(in crate::eval) fn calls_in(doc: &str, name: &str) -> Vec<String> {
    let examples = doc.split("```").skip(1).step_by(2);
    let examples = examples.filter_map(|block| block.strip_prefix("game"));
    examples.flat_map(|text| calls(text, name)).map(str::to_owned).collect()
}

fn calls<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let tokens = tokens(text);
    let heads = tokens.iter().enumerate().filter(|(_, token)| {
        token.kind == TokenKind::Name && text.get(token.range.clone()) == Some(name)
    });
    heads.filter_map(|(at, _)| text.get(whole_call(text, &tokens[at..])?)).collect()
}

/// Returns the range of the call at the beginning of `tokens`, with all its parentheses.
fn whole_call(text: &str, tokens: &[Token]) -> Option<Range<usize>> {
    let (name, mut rest) = tokens.split_first()?;
    let mut end = None;
    while rest.first().is_some_and(|token| &text[token.range.clone()] == "(") {
        let mut depth = 0usize;
        let last = rest.iter().position(|token| {
            match (&text[token.range.clone()], token.kind) {
                ("(" | "[" | "{", TokenKind::Bracket) => depth += 1,
                (")" | "]" | "}", TokenKind::Bracket) => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        end = Some(rest[last].range.end);
        rest = &rest[last + 1..];
    }
    let call = name.range.start..end?;
    (!text[call.clone()].contains('\n')).then_some(call)
}

/// Returns the first `most` argument lists for groups of parameters, by the kinds of the parameters; `numbers` are tried
/// besides the usual ones.
pub(in crate::eval) fn choices(
    store: &Store,
    params: &[&[Param]],
    numbers: &[String],
    most: usize,
) -> Vec<String> {
    let groups = params.iter().enumerate().filter(|(i, group)| {
        // The empty parentheses of a family are left out, those of a position are not.
        i + 1 == params.len() || !group.is_empty()
    });
    groups.fold(vec![String::new()], |before, (_, group)| {
        let lists = arguments(store, group, numbers, most);
        let pairs = lists.iter().flat_map(|list| before.iter().map(move |text| (text, list)));
        pairs.map(|(text, list)| format!("{text}({})", list.join(", "))).take(most).collect()
    })
}

fn arguments(store: &Store, params: &[Param], numbers: &[String], most: usize) -> Vec<Vec<String>> {
    params.iter().fold(vec![Vec::new()], |before, param| {
        let pairs = arguments_of(store, param, numbers);
        let pairs = pairs.iter().flat_map(|text| before.iter().map(move |list| (list, text)));
        let longer = pairs.map(|(list, text)| [&list[..], std::slice::from_ref(text)].concat());
        longer.take(most).collect()
    })
}

/// Returns the candidate arguments for a parameter.
fn arguments_of(store: &Store, param: &Param, numbers: &[String]) -> Vec<String> {
    let and_numbers = |usual: &[&str]| {
        let usual = usual.iter().map(|text| (*text).to_owned());
        usual.chain(numbers.iter().cloned()).collect::<Vec<_>>()
    };
    let text = |contents: String| -> Vec<String> {
        show::value(store, &Value::text(contents)).into_iter().collect()
    };
    match &param.kind {
        None => and_numbers(UNTYPED),
        Some(ParamKind::Heap) => and_numbers(SIZES),
        Some(ParamKind::Coins) => text("THTTH".to_owned()),
        Some(ParamKind::Code) => text("0.77".to_owned()),
        Some(ParamKind::Board(kind, alphabet)) if kind.is_row() => {
            let empty: String = alphabet.value.chars().take(1).collect();
            let lengths = and_numbers(SIZES).into_iter().filter_map(|size| size.parse().ok());
            let lengths = lengths.filter(|length| (1..=LONGEST_STRIP).contains(length));
            let empties = lengths.flat_map(|length| text(empty.repeat(length)));
            text(alphabet.value.to_string()).into_iter().chain(empties).collect()
        }
        Some(ParamKind::Board(_, alphabet)) => {
            let empty: String = alphabet.value.chars().take(1).collect();
            let sides = and_numbers(SIZES).into_iter().filter_map(|size| size.parse().ok());
            let sides = sides.filter(|side| (1..=LONGEST_STRIP).contains(side));
            let empties = sides.flat_map(|side| text(vec![empty.repeat(side); side].join("|")));
            text(format!("{0}|{0}", alphabet.value)).into_iter().chain(empties).collect()
        }
        Some(ParamKind::Graph { edges, directed, .. }) => {
            let label = edges.as_ref().and_then(|labels| labels.value.chars().next());
            let label = label.map_or(String::new(), |label| format!(":{label}"));
            let sign = if *directed { '>' } else { '-' };
            text(format!("0{sign}1{label}, 1{sign}2{label}"))
        }
    }
}

/// Returns the parameters of a ruleset as their names.
pub(in crate::eval) fn parameters(tree: &Tree) -> String {
    let group = |params: &[Param]| {
        let names: Vec<&str> = params.iter().map(|param| &*param.name.text).collect();
        format!("({})", names.join(", "))
    };
    match tree.family.is_empty() {
        true => group(&tree.params),
        false => group(&tree.family) + &group(&tree.params),
    }
}

#[cfg(test)]
mod tests {
    use super::calls_in;

    #[test]
    fn a_call_from_the_documentation_has_all_its_parentheses() {
        let found =
            |text: &str, name: &str| calls_in(&format!("Rules.\n```game\n{text}\n```\n"), name);
        assert_eq!(found("nimber(Nim(3, 5))  //= 6", "Nim"), ["Nim(3, 5)"]);
        assert_eq!(found("a(Sub([1, (2)])(5)).b", "Sub"), ["Sub([1, (2)])(5)"]);
        assert_eq!(found("C(\"x)(o\") + 1", "C"), ["C(\"x)(o\")"]);
        assert_eq!(found(r#"C("\")") + C("\\")"#, "C"), [r#"C("\")")"#, r#"C("\\")"#]);
        assert_eq!(found("MyNim(3) + Nim(4)", "Nim"), ["Nim(4)"]);
        assert_eq!(found("Nim(n)\nNim(5) (2)", "Nim"), ["Nim(n)", "Nim(5)"]);
        for none in ["Nim(3", "Nim (3)", "Nim(3,\n4)", "\"Nim(3)\"", "Nim"] {
            assert!(found(none, "Nim").is_empty(), "{none}");
        }
        assert!(calls_in("Nim(3)", "Nim").is_empty());
    }
}
