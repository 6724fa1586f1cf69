//! Problems of a file, found without running it by the parser, the resolver and the checks of rulesets.
//!
//! Knows: the order in which names become visible, and the names from other documents.
//! Must not know: values, or where documents come from.

use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use super::document::{Document, Documents};
use super::names::Symbol;
use crate::builtins;
use crate::diagnostic::{Code, Diagnostic, Severity, TextBudget};
use crate::resolve::tree::{self, Global};
use crate::resolve::{self, Names, Reading};
use crate::session::{USED_FROM, circular, library_names, lints, too_many_open, unreadable};
use crate::source::Span;
use crate::syntax::ast::{Block, Statement, StatementKind, Text};

/// Most unknown names that are reported of one statement.
const MOST_UNKNOWN: usize = 20;
/// Most names that get a suggestion.
const MOST_SUGGESTED: usize = 100;

/// A problem, at some bytes of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The bytes.
    pub range: Range<usize>,
    /// The problem; its spans are in the file.
    pub diagnostic: Diagnostic,
    /// The place that causes it, if that is in another file.
    pub origin: Option<Origin>,
}

/// A file and some bytes in it.
pub type Origin = (String, Range<usize>);

/// Returns the problems of a file in the order of the text. If the budget is exhausted, one of them reports
/// that.
pub fn problems(
    document: &Document,
    documents: &dyn Documents,
    budget: &dyn TextBudget,
) -> Vec<Problem> {
    let mut reader = ProblemWalk {
        document,
        documents,
        budget,
        known: VisibleNames {
            library: library_names().into_iter().collect(),
            ..VisibleNames::default()
        },
        found: Vec::new(),
        places: FxHashMap::default(),
        remaining: MOST_SUGGESTED,
    };
    reader.read();
    let mut found = reader.found;
    found.sort_by_key(|problem| (problem.range.start, problem.range.end));
    found
}

/// Names visible at a place of a file.
#[derive(Debug, Default)]
struct VisibleNames {
    names: IndexSet<Arc<str>>,
    library: IndexSet<&'static str>,
    /// Names without a binding, which were reported.
    missing: IndexSet<Arc<str>>,
    /// Whether suggestions are wanted.
    suggests: bool,
}

/// First number of the names of the library, above those of all programs.
const LIBRARY: Global = 1 << 24;
/// First number of the names that are missing, above those of the library.
const MISSING: Global = 1 << 28;

impl Names for VisibleNames {
    fn global(&self, name: &str) -> Option<Global> {
        let of_library = || self.library.get_index_of(name);
        let missing = || self.missing.get_index_of(name);
        let own = self.names.get_index_of(name);
        own.or_else(|| of_library().map(|place| LIBRARY + place))
            .or_else(|| missing().map(|place| MISSING + place))
    }

    fn declare(&mut self, name: &str) -> Global {
        match self.names.get_index_of(name) {
            Some(place) => place,
            None => self.names.insert_full(Arc::from(name)).0,
        }
    }

    fn builtin(&self, name: &str) -> Option<u16> {
        builtins::find(name)
    }

    fn reading(&self, builtin: u16) -> Reading {
        builtins::reading(builtin)
    }

    fn all(&self) -> Vec<String> {
        if !self.suggests {
            return Vec::new();
        }
        let own = self.names.iter().map(|name| name.to_string());
        let others = builtins::names().chain(self.library.iter().copied());
        own.chain(others.map(str::to_owned)).collect()
    }
}

/// Walks over the statements of a file in order.
struct ProblemWalk<'d> {
    document: &'d Document,
    documents: &'d dyn Documents,
    budget: &'d dyn TextBudget,
    known: VisibleNames,
    found: Vec<Problem>,
    /// The problems at each range, by their numbers.
    places: FxHashMap<Range<usize>, Vec<usize>>,
    /// Number of unknown names that still get suggestions.
    remaining: usize,
}

impl ProblemWalk<'_> {
    fn read(&mut self) {
        let document = self.document;
        for one in document.broken.iter().filter_map(|broken| broken.diagnostic.clone()) {
            self.add(one);
        }
        resolve::declare(&document.program.statements, &mut self.known);
        for name in &document.lost {
            self.known.declare(name);
        }
        for statement in &document.program.statements {
            if let Err(error) = self.budget.poll() {
                return self.add(error);
            }
            match &statement.kind {
                StatementKind::Use(path) => self.bring_in(path),
                StatementKind::Exercise { body, .. } => self.exercise(statement, body),
                _ => {}
            }
            if !matches!(&statement.kind, StatementKind::Exercise { body, .. } if !body.statements.is_empty())
            {
                self.statement(statement, statement.span);
            }
        }
        for warning in lints(document.source, &document.text, self.budget) {
            self.add(warning);
        }
        if let Err(error) = self.budget.poll() {
            self.add(error);
        }
    }

    /// Resolves each statement of an exercise alone, so that all errors are reported.
    fn exercise(&mut self, statement: &Statement, body: &Block) {
        let StatementKind::Exercise { title, points, .. } = &statement.kind else { return };
        for one in &body.statements {
            let body = Block { statements: vec![one.clone()], span: body.span };
            let kind = StatementKind::Exercise { title: title.clone(), points: *points, body };
            let alone = Statement { kind, doc: None, silent: false, span: statement.span };
            self.statement(&alone, one.span);
        }
    }

    /// Resolves a statement; repeats that until it has no unknown name.
    fn statement(&mut self, statement: &Statement, place: Span) {
        self.known.missing.clear();
        let statements = std::slice::from_ref(statement);
        for _ in 0..MOST_UNKNOWN {
            self.known.suggests = self.remaining > 0;
            match resolve::resolve(statements, &mut self.known, self.budget) {
                Ok(program) => {
                    program.statements.iter().for_each(|statement| self.ruleset(statement));
                    return;
                }
                Err(error) => {
                    let name = (error.code == Code::UnknownName)
                        .then(|| error.span())
                        .flatten()
                        .and_then(|span| self.document.text.get(span.bytes()));
                    // The tree may spell a name differently from the text.
                    let name = name.map(crate::syntax::spelling::of_name).map(Arc::<str>::from);
                    self.remaining = self.remaining.saturating_sub(1);
                    match name {
                        Some(name) if self.known.missing.insert(name.clone()) => {
                            self.unknown(&name, *error, place);
                        }
                        _ => return self.add(*error),
                    }
                }
            }
        }
    }

    /// Adds the error of an unknown name, wherever it stands in a statement.
    fn unknown(&mut self, name: &str, error: Diagnostic, place: Span) {
        let symbol = Symbol::Global(Arc::from(name));
        let first = error.span();
        let document = self.document;
        let mentions = document.names.within(&place.bytes()).iter();
        for mention in mentions.filter(|mention| mention.symbol == symbol) {
            let span = Span::new(document.source, mention.range.clone());
            if first != Some(span) {
                let mut other = error.clone();
                other.labels[0].span = span;
                other.fixes.iter_mut().for_each(|fix| fix.span = span);
                self.add(other);
            }
        }
        self.add(error);
    }

    /// Whether the rules of a ruleset fit its boards.
    fn ruleset(&mut self, statement: &tree::Statement) {
        if let tree::StatementKind::Ruleset { ruleset, .. } = &statement.kind
            && let Err(fault) = crate::rules::check(ruleset)
        {
            self.add(fault.into_diagnostic());
        }
    }

    /// Adds the names of a file that `use` names.
    fn bring_in(&mut self, path: &Text) {
        let used = match self.documents.used(&path.value, &self.document.name) {
            Ok(used) => used,
            Err(error) => {
                let diagnostic =
                    unreadable(&path.value, &error).label(path.span, "wanted here").help(USED_FROM);
                return self.add(diagnostic);
            }
        };
        let mut chain = vec![self.document.name.clone()];
        let mut done = IndexSet::new();
        let error = self.names_of(&used, path.span, (&mut chain, &mut done));
        if let Some((diagnostic, origin)) = error {
            let range = path.span.bytes();
            self.found.push(Problem { range, diagnostic, origin });
        }
    }

    /// Adds the names of a file and of those that it uses. Returns the first error in them.
    fn names_of(
        &mut self,
        used: &Arc<Document>,
        place: Span,
        (chain, done): (&mut Vec<String>, &mut IndexSet<String>),
    ) -> Option<(Diagnostic, Option<Origin>)> {
        if chain.contains(&used.name) {
            return Some((circular(&used.name, place), None));
        }
        if done.contains(&used.name) {
            return None;
        }
        if chain.len() >= MOST_OPEN {
            return Some((too_many_open(place), None));
        }
        let mut first =
            used.broken.iter().find_map(|broken| broken.diagnostic.clone()).map(|error| {
                let range = error.span().map_or(0..0, Span::bytes);
                let message = format!("`{}` has an error: {}", used.name, error.message);
                let here =
                    Diagnostic { labels: Vec::new(), fixes: Box::default(), message, ..error };
                (here.label(place, "used here"), Some((used.name.clone(), range)))
            });
        resolve::declare(&used.program.statements, &mut self.known);
        for name in &used.lost {
            self.known.declare(name);
        }
        chain.push(used.name.clone());
        for path in used.uses() {
            let Ok(next) = self.documents.used(&path.value, &used.name) else {
                let range = path.span.bytes();
                let message = format!("`{}` uses a file that cannot be read", used.name);
                let error = Diagnostic::error(Code::NoSuchFile, message).label(place, "used here");
                first = first.or(Some((error, Some((used.name.clone(), range)))));
                continue;
            };
            let error = self.names_of(&next, place, (chain, done));
            first = first.or(error);
        }
        chain.pop();
        done.insert(used.name.clone());
        first
    }

    fn add(&mut self, diagnostic: Diagnostic) {
        let length = self.document.text.len();
        let range = diagnostic.span().map_or(0..0, Span::bytes);
        let range = range.start.min(length)..range.end.min(length);
        let problem = Problem { range: range.clone(), diagnostic, origin: None };
        let here = self.places.entry(range).or_default();
        if here.iter().all(|&known| self.found[known] != problem) {
            here.push(self.found.len());
            self.found.push(problem);
        }
    }
}

/// Longest chain of files that use each other.
const MOST_OPEN: usize = 100;

/// Reports whether problems keep the file from being run.
pub fn has_errors(problems: &[Problem]) -> bool {
    problems.iter().any(|problem| problem.diagnostic.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Unlimited;
    use crate::rename::{Surroundings, rename, replaced};
    use crate::session::FileError;
    use crate::syntax::shape;

    /// Budget without time.
    struct Spent;

    impl TextBudget for Spent {
        fn poll(&self) -> Result<(), Diagnostic> {
            Err(Diagnostic::error(Code::TimedOut, "too late"))
        }

        fn room(&self) -> u64 {
            u64::MAX
        }

        fn reserve(&self, _: u64) -> Result<(), Diagnostic> {
            Ok(())
        }
    }

    #[test]
    fn when_time_is_over_one_problem_says_so() {
        let document = document("aa\nbb\ncc\n");
        let found = problems(&document, &Alone, &Spent);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].diagnostic.code, Code::TimedOut);
    }

    /// Document that uses no others.
    struct Alone;

    impl Documents for Alone {
        fn used(&self, _: &str, _: &str) -> Result<Arc<Document>, FileError> {
            Err(FileError::NotFound)
        }
    }

    fn document(text: &str) -> Arc<Document> {
        Arc::new(Document::new("a.game", text, &Unlimited))
    }

    fn found(text: &str) -> Vec<Problem> {
        problems(&document(text), &Alone, &Unlimited)
    }

    fn codes(text: &str) -> Vec<&'static str> {
        found(text).iter().map(|problem| problem.diagnostic.code.number()).collect()
    }

    #[test]
    fn every_unknown_name_is_reported() {
        assert_eq!(codes("f(x) := x + aa + bb + aa\n[cc, aa]"), ["G0201"; 5]);
        assert_eq!(codes("exercise \"e\" {\n  check aa == 1\n  check bb == 1\n}"), ["G0201"; 2]);
        assert_eq!(codes("f(x) := g(x)\ng(x) := f(x)"), [""; 0]);
    }

    #[test]
    fn a_name_whose_definition_does_not_parse_is_known() {
        assert_eq!(codes("f(x) := (x\ng := := 2\nf(g)"), ["G0102", "G0101"]);
        assert_eq!(codes("game Mine(n: heap) { movee n - 1 }\nMine(3)"), ["G0101"]);
    }

    #[test]
    fn rules_that_do_not_fit_their_boards_are_reported_before_they_are_played() {
        let text = "game G(b: strip of \".x\") { left \"x.\" -> \".y\"; right \"x.\" -> \".x\" }";
        assert_eq!(found(text).len(), 1, "{:?}", found(text));
    }

    #[test]
    fn warnings_come_with_the_rest() {
        assert_eq!(codes("2^3\nx := 4\n7 // x"), ["G0101"; 2]);
        assert!(!has_errors(&found("2^3")));
    }

    /// The text after the first fix of the first problem.
    fn fixed(text: &str, number: usize) -> String {
        let all = found(text);
        let fix = all
            .iter()
            .flat_map(|problem| problem.diagnostic.fixes.iter())
            .nth(number)
            .unwrap_or_else(|| panic!("no fix of {text:?}: {all:?}"));
        replaced(text, &[fix.span.bytes()], &fix.text)
    }

    #[test]
    fn fixes_fix() {
        for (text, expected) in [
            ("outcom(3)", "outcome(3)"),
            ("Nim(3", "Nim(3)"),
            ("f := [1, (2]", "f := [1, (2)]"),
            ("x := \"abc", "x := \"abc\""),
            ("> 1 + 1", " 1 + 1"),
            ("7 mod 2", "7 % 2"),
            ("1 plus 2", "1 + 2"),
            ("mean (3)", "mean(3)"),
            ("Nim(3 4)", "Nim(3, 4)"),
            ("x = 3", "x := 3"),
            ("3 =< 4", "3 <= 4"),
            ("true&&false", "true and false"),
            ("1 ! = 2", "1 != 2"),
            ("x := 2\n3x", "x := 2\n3 * x"),
            ("let x := 3", "x := 3"),
            ("def f(x) { x }", "fn f(x) { x }"),
            ("x := 3\nx²", "x := 3\nx**2"),
            ("# comment", "// comment"),
            ("3 ÷ 4", "3 / 4"),
            ("<1∣2>", "<1|2>"),
            ("x := ½", "x := 1/2"),
            ("t := 'abc'", "t := \"abc\""),
            ("5±3", "5 + ±3"),
            ("2)", "2"),
            ("x := 3\nx^2", "x := 3\nx**2"),
            ("2^3", "2**3"),
            ("game G(n: heap) { movee n - 1 if n > 0 }", "game G(n: heap) { move n - 1 if n > 0 }"),
        ] {
            let new = fixed(text, 0);
            assert_eq!(new, expected);
            assert_eq!(codes(&new), [""; 0], "{new:?}");
        }
        assert_eq!(fixed("x = 3", 1), "x == 3");
        assert_eq!(fixed("2^3", 1), "2 + ^3");
    }

    #[test]
    fn the_fixes_of_each_error_lie_in_the_text() {
        for line in include_str!("../stdlib/heaps.game").lines() {
            for cut in line.char_indices().map(|(at, _)| at).step_by(7) {
                let text = &line[..cut];
                for fix in found(text).iter().flat_map(|one| one.diagnostic.fixes.iter()) {
                    let bytes = fix.span.bytes();
                    assert!(
                        bytes.start <= bytes.end && text.get(bytes).is_some(),
                        "{text:?}: {fix:?}"
                    );
                }
            }
        }
    }

    /// The resolved statements of a text as text, without places.
    fn resolved(text: &str) -> String {
        let document = document(text);
        assert!(document.broken.is_empty(), "{text}");
        let library = library_names().into_iter().collect();
        let mut known = VisibleNames { library, ..VisibleNames::default() };
        let program = resolve::resolve(&document.program.statements, &mut known, &Unlimited);
        shape(&program.unwrap())
    }

    /// The scopes of `names` are those of the resolver: a program with a binding renamed everywhere
    /// resolves to the same tree.
    #[test]
    fn renamed_programs_resolve_to_the_same() {
        const SCOPES: &str = "k := 3\nfor i in 1..k { j := i; for i in 1..j { i + j } }\n\
            f(x, y = k) := [x + k for x in 1..y for k in 1..x if (z -> z + x)(k) > 0]\n\
            fn g(a) { b := a; while b > 0 { b := b - 1; c := (a -> a + b)(b) }; if a > 0 { d := c; d } else { b } }\n\
            h := x -> y -> x + y + k\nl := a: <0|b: <a|b>>\nm := u where { u: <w|0>, w: <0|u> }\n\
            game T(c: coins) { turn [x, y] for y in 0..x-1 }\n\
            game P(s = k)(n: heap) { move n - s - r for r in 1..n if r + s <= n }\n\
            (p, q) := (1, 2)\nif p == 1 { t := q } else { t := p }\nt.f(p)\n{n: n + k for n in 1..3}\n";
        let texts = [
            SCOPES,
            include_str!("../stdlib/points.game"),
            include_str!("../stdlib/heaps.game"),
            include_str!("../stdlib/graphs.game"),
        ];
        for text in texts {
            let document = document(text);
            let before = resolved(text);
            let mut renamed = 0;
            for mention in document.names.mentions.iter().filter(|mention| mention.binds) {
                let first = document.names.binding(&mention.symbol);
                if first.map(|first| &first.range) != Some(&mention.range) {
                    continue;
                }
                let new = format!("{}_new", mention.name);
                let byte = mention.range.start;
                let around = Surroundings { documents: &Alone, all: &[], budget: &Unlimited };
                let renaming = rename(&document, byte, &new, around).unwrap();
                let ranges = &renaming.edits[0].1;
                let after = resolved(&replaced(text, ranges, &new));
                assert_eq!(after.replace(&new, &mention.name), before, "{new}");
                renamed += 1;
            }
            assert!(renamed > 20, "{renamed}");
        }
    }
}
