//! Undo: the state before each of the last inputs.
//!
//! What a successful input has changed is kept for `:undo`, one change for each input that bound something. What
//! later inputs changed belongs to it too, so that going back always leads to a state that existed.

use super::{Loaded, Session};
use crate::eval::Change;

/// Most inputs that can be undone.
const MOST: usize = 100;

/// State before an input that bound something.
#[derive(Debug)]
struct UndoStep {
    change: Change,
    loaded: Loaded,
}

/// States before the last inputs that have bound names, oldest first.
#[derive(Debug, Default)]
pub(super) struct Past {
    steps: Vec<UndoStep>,
    /// Number of changes before the first of these, which cannot be undone.
    forgotten: usize,
}

impl Session {
    /// Ends an input that succeeded and began with `loaded`.
    ///
    /// Inputs that bind no names belong to the last one that did, and are undone with it.
    pub(super) fn commit(&mut self, loaded: Loaded) {
        let change = self.globals.commit();
        if self.globals.bound(&change).is_empty() {
            if let Some(last) = self.past.steps.last_mut() {
                last.change.absorb(change);
            }
            return;
        }
        self.past.steps.push(UndoStep { change, loaded });
        if self.past.steps.len() > MOST {
            self.past.steps.remove(0);
            self.past.forgotten += 1;
        }
    }

    /// Restores the state before the last input that has bound names, which may be a file that was run.
    /// Returns these names; none if there is no such input.
    pub fn take_back(&mut self) -> Vec<String> {
        let Some(UndoStep { change, loaded }) = self.past.steps.pop() else { return Vec::new() };
        let names = self.globals.bound(&change);
        self.globals.revert(change);
        self.loaded = loaded;
        names
    }

    /// Number of inputs that have bound names and were not undone.
    pub fn depth(&self) -> usize {
        self.past.forgotten + self.past.steps.len()
    }

    /// Makes the inputs so far permanent.
    pub fn keep(&mut self) {
        self.past.forgotten += self.past.steps.len();
        self.past.steps.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FileError, FileText, Files, Session};
    use std::sync::Arc;

    struct One;

    impl Files for One {
        fn read(&self, _: &str, _: Option<&str>) -> Result<FileText, FileError> {
            Ok(FileText { name: "one.game".to_owned(), text: "x := 9\ny := x".to_owned() })
        }
    }

    /// The last value of some inputs, or the error.
    fn said(session: &mut Session, input: &str) -> String {
        let reply = session.eval("test", input);
        match (reply.diagnostics.first(), reply.answers.last()) {
            (Some(diagnostic), _) => diagnostic.message.clone(),
            (None, answer) => answer.map(|answer| answer.text.clone()).unwrap_or_default(),
        }
    }

    fn session() -> Session {
        Session::new(upstar_core::Budget::unlimited(), Arc::new(One))
    }

    #[test]
    fn the_last_input_that_bound_something_is_taken_back_with_all_that_came_after() {
        let mut session = session();
        said(&mut session, "x := 1");
        said(&mut session, "x + 40");
        said(&mut session, "x := 2; f(t) := t + x");
        assert_eq!(said(&mut session, "f(x)"), "4");
        assert_eq!(session.depth(), 2);
        assert_eq!(session.take_back(), ["x", "f"]);
        assert_eq!(said(&mut session, "x"), "1");
        assert!(said(&mut session, "f(x)").contains('f'));
        assert_eq!(session.take_back(), ["x"]);
        assert!(said(&mut session, "x").starts_with("nothing is called"));
        assert!(session.take_back().is_empty());
    }

    #[test]
    fn a_preview_changes_nothing_that_a_session_says() {
        let inputs = [
            "x := 1",
            "x + 1",
            "x := 2; nothing_such",
            "x := 5; f(t) := t; game G(n: heap) { move n - 1 if n > 0 }; f(x)",
            "nimber(Nim(3)); _",
            "save(\"a.svg\", draw(Nim(3)))",
            "<0|",
            "use \"one.game\"",
            "Domineering(2, 2)",
            "_",
        ];
        let (mut plain, mut shown) = (session(), session());
        for input in inputs {
            let seen = shown.preview("preview", input);
            let (depth, next) = (shown.depth(), shown.next_input());
            assert_eq!((depth, next), (plain.depth(), plain.next_input()), "{input}");
            let texts = |reply: &super::super::Reply| {
                let answers = reply.answers.iter().map(|one| one.text.clone());
                let errors = reply.diagnostics.iter().map(|one| one.message.clone());
                answers.chain(errors).collect::<Vec<_>>()
            };
            let wanted = texts(&plain.eval("test", input));
            assert_eq!(texts(&shown.eval("test", input)), wanted, "{input}");
            if !input.starts_with("save") {
                assert_eq!(texts(&seen), wanted, "{input}");
            }
        }
    }

    #[test]
    fn values_come_back_with_the_names() {
        let mut session = session();
        said(&mut session, "40 + 1");
        said(&mut session, "mean := 3");
        said(&mut session, "mean + 4");
        assert_eq!(session.take_back(), ["mean"]);
        assert_eq!(said(&mut session, "_ + 1"), "42");
        assert_eq!(said(&mut session, "mean(<3|1>)"), "2");
    }

    #[test]
    fn failed_inputs_and_questions_leave_nothing_to_take_back() {
        let mut session = session();
        said(&mut session, "x := 1");
        said(&mut session, "x := 2; nothing_such");
        assert!(session.type_of("x := 3").is_ok());
        assert_eq!(said(&mut session, "x"), "1");
        assert_eq!(session.take_back(), ["x"]);
        assert!(said(&mut session, "x").starts_with("nothing is called"));
    }

    #[test]
    fn files_and_library_rulesets_are_taken_back() {
        let mut session = session();
        session.run("one.game", &mut |_, _| {});
        said(&mut session, "P := Nim(3)");
        assert_eq!(session.take_back(), ["P"]);
        assert_eq!(said(&mut session, "nimber(Nim(y))"), "9");
        assert_eq!(session.take_back(), ["x", "y"]);
        assert!(said(&mut session, "y").starts_with("nothing is called"));
        assert_eq!(said(&mut session, "use \"one.game\"; y"), "9");
    }

    #[test]
    fn only_so_many_inputs_are_remembered() {
        let mut session = session();
        for n in 0..super::MOST + 10 {
            said(&mut session, &format!("x := {n}"));
        }
        assert_eq!(session.depth(), super::MOST + 10);
        while !session.take_back().is_empty() {}
        assert_eq!(session.depth(), 10);
        assert_eq!(said(&mut session, "x"), "9");
        session.keep();
        assert!(session.take_back().is_empty());
    }
}
