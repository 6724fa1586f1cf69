//! Rulesets for the tests of analyses.

use std::sync::Arc;

use crate::builtins;
use crate::diagnostic::Unlimited;
use crate::resolve::{self, Names, Reading, tree};
use crate::rules::Registry;
use crate::session::{Session, Validate};
use crate::source::SourceMap;
use crate::syntax;
use crate::value::{Function, Ruleset, Value};

/// Scope with the builtins, and the names that a program binds.
#[derive(Default)]
struct OwnNames(Vec<String>);

impl Names for OwnNames {
    fn global(&self, name: &str) -> Option<tree::Global> {
        self.0.iter().position(|known| known == name)
    }

    fn declare(&mut self, name: &str) -> tree::Global {
        self.global(name).unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        })
    }

    fn builtin(&self, name: &str) -> Option<u16> {
        builtins::find(name)
    }

    fn reading(&self, builtin: u16) -> Reading {
        builtins::reading(builtin)
    }

    fn all(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A ruleset, and the values of the globals that it may mention.
pub(super) struct Declared {
    pub(super) ruleset: Arc<Ruleset>,
    pub(super) rules: Registry<()>,
    pub(super) globals: Vec<Value>,
}

/// The program `text`, whose names are resolved, with `f` the first of them.
fn resolved(text: &str) -> (tree::Program, usize) {
    let id = SourceMap::default().add("test", text.to_owned());
    let program = syntax::parse_file(id, text, &Unlimited).unwrap();
    let mut names = OwnNames(vec!["f".to_owned()]);
    let program = resolve::resolve(&program.statements, &mut names, &Unlimited).unwrap();
    (program, names.0.len())
}

/// A ruleset of positions and clauses, which may name a parameter `k` of its family and a function `f`.
pub(super) fn declared(position: &str, clauses: &str) -> Option<(Arc<Ruleset>, Registry<()>)> {
    let (program, _) = resolved(&format!("game G(k)({position}) {{ {clauses} }}"));
    let rules = Registry::<()>::default();
    match &program.statements[0].kind {
        tree::StatementKind::Ruleset { ruleset, .. } => {
            Some((rules.declare(ruleset, &Arc::default()).unwrap(), rules))
        }
        _ => None,
    }
}

/// A ruleset of positions and clauses, which may call functions of the program.
pub(super) fn declared_with(position: &str, functions: &str, clauses: &str) -> Declared {
    let (program, names) = resolved(&format!("{functions}\ngame G({position}) {{ {clauses} }}"));
    let rules = Registry::<()>::default();
    let mut globals = vec![Value::Nothing; names];
    let mut declared = None;
    for statement in &program.statements {
        match &statement.kind {
            tree::StatementKind::Function { global, function } => {
                let value = Function::new(function.clone(), Arc::default(), Vec::new()).unwrap();
                globals[*global] = Value::Function(Arc::new(value));
            }
            tree::StatementKind::Ruleset { global, ruleset } => {
                let ruleset = rules.declare(ruleset, &Arc::default()).unwrap();
                globals[*global] = Value::Ruleset(ruleset.clone());
                declared = Some(ruleset);
            }
            other => panic!("{other:?} is no declaration"),
        }
    }
    Declared { ruleset: declared.unwrap(), rules, globals }
}

/// Asks questions about a program, with fast methods for positions of any size, which the rules confirm. Answers begin
/// with the texts given.
pub(super) fn confirm(program: &str, questions: &[(&str, &str)]) {
    let mut session = Session::default();
    session.use_bits_from(0);
    session.validate(Validate::All);
    let reply = session.eval("test", program);
    assert!(!reply.failed(), "{program}: {:?}", reply.diagnostics);
    for (question, answer) in questions {
        let reply = session.eval("test", question);
        let answers: Vec<String> = reply.answers.iter().map(|answer| answer.text.clone()).collect();
        let said = reply.diagnostics.iter().map(|said| said.message.clone());
        let said: Vec<String> = said.collect();
        assert!(said.is_empty(), "{program}\n{question}: {said:?}");
        let begins = answers.concat().trim_start_matches('"').starts_with(answer);
        assert!(begins, "{program}\n{question}: {answers:?}");
    }
}
