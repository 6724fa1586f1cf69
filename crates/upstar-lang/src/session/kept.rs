//! Answers that an archive keeps, found once more.
//!
//! Knows: rulesets by the programs that are kept of them. Must not know: files.

use std::sync::Arc;

use upstar_core::solve::kept::{Archive, RULESET};

use super::Session;
use crate::diagnostic::Diagnostic;
use crate::eval::{self, KeptAnswer, Machine, Recomputed};
use crate::value::{Fault, Ruleset, Value};

impl Session {
    /// The ruleset that a program makes; `None` unless its meaning is the one that has this number in an archive.
    pub fn kept_ruleset(
        &mut self,
        archive: &dyn Archive,
        program: &str,
        number: [u8; RULESET],
    ) -> Option<Arc<Ruleset>> {
        let reply = self.eval("ruleset", program);
        match reply.answers.into_iter().next_back()?.value {
            Value::Ruleset(ruleset) => {
                eval::has_number(&self.globals, archive, &ruleset, number).then_some(ruleset)
            }
            _ => None,
        }
    }

    /// Finds once more what an archive says about positions of a ruleset.
    pub fn recompute(
        &mut self,
        archive: &Arc<dyn Archive>,
        ruleset: &Arc<Ruleset>,
        answer: KeptAnswer<'_>,
    ) -> Result<Recomputed, Diagnostic> {
        self.budget().restart();
        let mut machine = Machine::new(&self.world, &mut self.globals);
        let found = eval::recompute(&mut machine, archive, ruleset, answer);
        let found = found.map_err(Fault::into_diagnostic);
        if let Err(diagnostic) = &found {
            self.make_room(diagnostic);
        }
        found
    }

    /// What an archive says about positions of a ruleset, in words: the position or sum, and the answer. `None`
    /// when it cannot be read.
    pub fn words(
        &mut self,
        archive: &Arc<dyn Archive>,
        ruleset: &Arc<Ruleset>,
        answer: KeptAnswer<'_>,
    ) -> Result<Option<[String; 2]>, Diagnostic> {
        self.budget().restart();
        let words =
            eval::words(&self.world, archive, ruleset, answer).map_err(Fault::into_diagnostic);
        if let Err(diagnostic) = &words {
            self.make_room(diagnostic);
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;
    use upstar_core::solve::kept::{DIGEST, Kind};

    use super::*;

    /// An archive that only notes meanings and programs.
    #[derive(Debug, Default)]
    struct Notes(Mutex<Vec<[String; 2]>>);

    impl Archive for Notes {
        fn find(&self, _: Kind, _: &[u8]) -> Option<Vec<u8>> {
            None
        }

        fn has(&self, _: Kind, _: &[u8]) -> bool {
            false
        }

        fn keep(&self, _: Kind, _: &[u8], _: &[u8]) {}

        fn digest(&self, text: &[u8]) -> [u8; DIGEST] {
            let mut digest = [0; DIGEST];
            for (place, byte) in text.iter().enumerate() {
                let mixed = digest[place % DIGEST] ^ byte;
                digest[(place + 1) % DIGEST] ^= mixed.rotate_left(3).wrapping_mul(29);
            }
            digest
        }

        fn ruleset(&self, _: &str, meaning: &str, program: &str) -> Option<[u8; RULESET]> {
            self.0.lock().push([meaning.to_owned(), program.to_owned()]);
            Some([0; RULESET])
        }

        fn flush(&self) -> Option<String> {
            None
        }

        fn close(&self) {}
    }

    /// Meaning and program of the first ruleset of which something is kept.
    fn noted(program: &str) -> [String; 2] {
        let notes = Arc::new(Notes::default());
        let mut session = Session::default();
        session.keep_in(Some(notes.clone()));
        let reply = session.eval("program", program);
        assert!(reply.diagnostics.is_empty(), "{program}: {:?}", reply.diagnostics);
        let noted = notes.0.lock().first().cloned();
        noted.unwrap_or_else(|| panic!("nothing is kept: {program}"))
    }

    /// What tables of integers solve is not kept; they read no rules with texts.
    const GAME: &str = "game A(n, m) { move (n, m) if text(n) == \"\"; left (n - step(1), m) if n >= 1; right (n, m - k) if m >= k }";

    fn with(rest: &str) -> String {
        format!("{rest}; {GAME}; canonical(A(3, 4))")
    }

    #[test]
    fn places_and_the_names_of_numbers_do_not_matter() {
        let [meaning, _] = noted(&with("k := 2; step(n) := n"));
        let same = [
            with("// Two.\nx := 7; step(n) :=   n; k := 2"),
            with("other(n) := n; step(n) := n; k := 1 + 1; 5"),
            "stride := 2; step(n) := n; canonical(1); game A(n, m) { move (n, m) if text(n) == \"\"; left (n - step(1), m) if n >= 1; \
             right (n, m - stride) if m >= stride }; canonical(A(3, 4))"
                .to_owned(),
        ];
        for program in same {
            assert_eq!(noted(&program)[0], meaning, "{program}");
        }
    }

    #[test]
    fn other_rules_and_other_values_have_another_meaning() {
        let whole = with("k := 2; step(n) := n");
        let changes = [
            ("k := 2", "k := 3"),
            ("k := 2", "k := 2/3"),
            ("step(n) := n", "step(n) := n + 0"),
            ("step(n) := n", "step(n) := if n > 1 then n else n"),
            ("step(n) := n", "step(n, m = 0) := n"),
            ("left", "move"),
            ("left (n - step(1), m) if n >= 1; right", "right (n - step(1), m) if n >= 1; left"),
            ("n >= 1", "n > 0"),
            ("n >= 1", "n >= 1 and true"),
            ("(n, m - k)", "(m, n - k)"),
            ("m >= k }", "m >= k; left (n, 0) if m == 1 }"),
            ("m >= k }", "m >= k; start 3, 4 }"),
        ];
        let mut meanings = vec![noted(&whole)[0].clone()];
        for (from, to) in changes {
            let program = whole.replacen(from, to, 1);
            let [meaning, _] = noted(&program);
            assert!(!meanings.contains(&meaning), "{program}");
            meanings.push(meaning);
        }
    }

    #[test]
    fn what_is_kept_of_a_ruleset_makes_it_again() {
        let programs = [
            with("k := 2; step(n) := n"),
            with("k := 2; step := n -> n"),
            with("two(n) := n * 2; k := two(1); step(n) := div(two(n), 2)"),
            "canonical(Domineering(2, 3))".to_owned(),
            "nimber(impartial(ToadsAndFrogs)(\"TT.F.F\"))".to_owned(),
            "nimber(NodeKayles(path(5)))".to_owned(),
            "canonical(GraphCol(path(5)))".to_owned(),
            "fn picked(b) { [c for c in b.cells if b[c] == \"x\"] }; game C(b: grid of \"x.\") \
             { left b.with({c: \".\"}) for c in picked(b); right 0 if false }; \
             canonical(C(\"xx|x.\"))"
                .to_owned(),
            "game F(s)(b: strip of \"x.\") { left b.with({c: \".\"}) for c in b.cells if \
             b[c] == \"x\" and c > s; right 0 if false }; canonical(F(1)(\"xx.x\"))"
                .to_owned(),
        ];
        for program in programs {
            let [meaning, again] = noted(&program);
            let archive = Notes::default();
            let number = *archive.digest(meaning.as_bytes()).first_chunk().expect("it is longer");
            let made = |number| Session::default().kept_ruleset(&archive, &again, number);
            assert!(made(number).is_some(), "{program}\n{again}");
            assert!(made([1; RULESET]).is_none());
        }
    }
}
