//! How questions about a game are answered, for `:how` and `upstar eval --how`.
//!
//! Knows: the value of a text, and how places in programs are shown. Must not know: engines.

use super::Session;
use crate::diagnostic::render::{Remark, Style};
use crate::diagnostic::{Diagnostic, Label};
use crate::eval::Machine;
use crate::value::host::Host as _;
use crate::value::how::{Evaluated, How};

impl Session {
    /// Returns how questions about the value of a text are answered, for each of its summands. Leaves no trace.
    pub fn how(&mut self, text: &str) -> Result<Vec<How>, Diagnostic> {
        let loaded = self.begin();
        let found = self.value_of("how", text).and_then(|value| {
            let mut machine = Machine::new(&self.world, &mut self.globals);
            machine.how(&value).map_err(crate::value::Fault::into_diagnostic)
        });
        self.undo(loaded);
        if let Err(diagnostic) = &found {
            self.make_room(diagnostic);
        }
        found
    }

    /// Returns the text of it, with excerpts where there are places. Ends in a newline.
    pub fn drawn_how(&self, all: &[How], style: Style) -> String {
        let mut drawn = String::new();
        for how in all {
            let has_place = |one: &&Evaluated| one.span.is_some();
            let mut plain = how.clone();
            plain.evaluated.retain(|one| !has_place(&one));
            for line in plain.lines(all.len() == 1) {
                drawn.push_str(&line);
                drawn.push('\n');
            }
            for Evaluated { span, why, instead, .. } in how.evaluated.iter().filter(has_place) {
                let Some(span) = *span else { continue };
                let remark = Remark {
                    kind: "Evaluated",
                    message: why.clone(),
                    label: Label { span, text: "here".to_owned() },
                    help: instead.clone(),
                };
                drawn.push_str(&remark.render(&self.sources, style));
            }
        }
        drawn
    }
}
