//! Commands of cells, which begin with a colon, and requests for help.

use upstar_ide::commands::{
    self, Action, Face, examples, found, glossary, overview, read, row, rulesets, stats,
    taken_back, unquoted,
};
use upstar_lang::output::{Document, Style, render};
use upstar_lang::session::help;
use upstar_lang::session::transcript::Transcript;

use crate::cell::{EXCERPTS, Failure, Output};
use crate::kernel::Kernel;

/// Columns of pages.
const WIDTH: usize = 100;

/// A page as text, in colours.
pub(crate) fn page(document: &Document) -> String {
    render(document, Style { color: true, width: WIDTH })
}

type Done = Result<(), Failure>;

fn refused(message: &str) -> Done {
    Err(Failure::of_command(message))
}

/// Shows a document, or why there is none.
fn said(found: Result<Document, String>, output: &Output<'_>) -> Done {
    match found {
        Ok(document) => output.say(&page(&document)),
        Err(message) => return refused(&message),
    }
    Ok(())
}

impl Kernel {
    /// Executes the command after a colon.
    pub(crate) fn command(&mut self, text: &str, output: &mut Output<'_>) -> Done {
        let (command, argument) = match read(Face::Notebook, text) {
            Ok(read) => read,
            Err(message) => return refused(&message),
        };
        match command.action {
            Action::Help => return self.help(argument.trim_start_matches('?'), output),
            Action::Find => return self.find(argument, output),
            Action::Rulesets => return said(rulesets(&self.session, argument), output),
            Action::Glossary => return said(glossary(argument), output),
            Action::Examples => output.say(&page(&examples())),
            Action::Explain => return self.explain(argument, output),
            Action::Info => return self.info(argument, output),
            Action::Type => return self.type_of(argument, output),
            Action::How => return self.how(argument, output),
            Action::Time => return self.input(argument, output, true),
            Action::Load => return self.load(unquoted(argument), output),
            Action::Save => return self.save(unquoted(argument), output),
            Action::Undo => return self.undo(output),
            Action::Reset => {
                self.session = self.session.fresh();
                self.transcript = Transcript::default();
                output.say("everything is forgotten");
            }
            Action::Set => return self.set(argument, output),
            Action::Stats => output.say(&page(&stats(&self.session.stats()))),
            Action::More
            | Action::Clear
            | Action::Log
            | Action::Quit
            | Action::Tutorial
            | Action::Hint => {
                unreachable!("a notebook does not have these commands")
            }
        }
        Ok(())
    }

    /// The page of a name, a command or an error; the list of commands without a name.
    pub(crate) fn help(&self, name: &str, output: &Output<'_>) -> Done {
        if name.is_empty() {
            output.say(&page(&self.overview()));
            return Ok(());
        }
        let found = match commands::page(Face::Notebook, name) {
            Some(Err(message)) => return refused(&message),
            Some(Ok(page)) => Some(page),
            None => self.session.page(name),
        };
        let document = match (found, help::error_code(name)) {
            (Some(found), _) => help::page(&found),
            (None, Some(code)) => help::error_page(code),
            (None, None) => {
                let near =
                    self.session.nearest(name).map(|near| format!(" (did you mean `{near}`?)"));
                return refused(&format!("nothing is called `{name}`{}", near.unwrap_or_default()));
            }
        };
        output.say(&page(&document));
        Ok(())
    }

    fn overview(&self) -> Document {
        let mut document = overview(Face::Notebook);
        document.heading("Keys");
        document.table(vec![
            row(
                "Tab".to_owned(),
                "complete a name, a command, a file, or a sign: `\\up` gives `↑`",
            ),
            row("Shift-Tab".to_owned(), "the page of the name at the cursor"),
            row(";".to_owned(), "at the end of an input: do not show its value"),
        ]);
        document
    }

    fn find(&self, text: &str, output: &Output<'_>) -> Done {
        let found = self.session.find(text, &found(Face::Notebook));
        if found.is_empty() {
            return refused(&format!("nothing has `{text}` in it"));
        }
        output.say(&page(&upstar_lang::session::find::listed(&found)));
        Ok(())
    }

    fn explain(&self, text: &str, output: &Output<'_>) -> Done {
        if help::error_code(text).is_some() {
            return self.help(text, output);
        }
        refused(&format!("there is no error `{text}` (to explain a value, type `explain({text})`)"))
    }

    fn info(&mut self, text: &str, output: &Output<'_>) -> Done {
        let session = &mut self.session;
        let (card, _) = self.watch.compute(self.settings.timeout, || session.info(text));
        let stopped = match card {
            Ok(card) => {
                output.say(&page(&card.document));
                card.stopped
            }
            Err(diagnostic) => Some(diagnostic),
        };
        stopped.map_or(Ok(()), |diagnostic| Err(Failure::new(&self.session, &diagnostic)))
    }

    fn type_of(&mut self, text: &str, output: &Output<'_>) -> Done {
        let session = &mut self.session;
        let (kind, _) = self.watch.compute(self.settings.timeout, || session.type_of(text));
        match kind {
            Ok(kind) => {
                output.say(&kind);
                Ok(())
            }
            Err(diagnostic) => Err(Failure::new(&self.session, &diagnostic)),
        }
    }

    fn how(&mut self, text: &str, output: &Output<'_>) -> Done {
        let session = &mut self.session;
        let (found, _) = self.watch.compute(self.settings.timeout, || session.how(text));
        match found {
            Ok(all) => {
                output.say(&self.session.drawn_how(&all, EXCERPTS));
                Ok(())
            }
            Err(diagnostic) => Err(Failure::new(&self.session, &diagnostic)),
        }
    }

    /// Runs a file as if it were typed; values are shown as they come.
    fn load(&mut self, path: &str, output: &mut Output<'_>) -> Done {
        let session = &mut self.session;
        let (reply, took) = self.watch.compute(self.settings.timeout, || {
            session.run(path, &mut |session, answer| {
                if !answer.silent {
                    output.value(session, answer, false);
                }
            })
        });
        self.show(&reply, output, self.settings.timing.then_some(took))?;
        let path = upstar_lang::disk::full_path(path);
        self.transcript.record(&format!("use {path:?}"), Vec::new(), None, self.session.depth());
        Ok(())
    }

    fn save(&mut self, path: &str, output: &Output<'_>) -> Done {
        match self.saves.save(path, &self.transcript.script()) {
            Ok(saved) => {
                output.say(&saved.to_string());
                Ok(())
            }
            Err(error) => refused(&format!("`{path}` cannot be written: {error}")),
        }
    }

    fn undo(&mut self, output: &Output<'_>) -> Done {
        let names = self.session.take_back();
        if names.is_empty() {
            return refused("there is nothing to take back");
        }
        self.transcript.take_back(self.session.depth());
        output.say(&taken_back(&names));
        Ok(())
    }
}
