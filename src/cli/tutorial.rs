//! The tutor at the prompt: the pages of the book that are lessons, and where the reader was.
//!
//! Must not know: what a lesson says, or which inputs go on.

use std::fs;
use std::path::PathBuf;

use super::context::Context;
use super::shell::Shell;
use crate::ide::tutorial::{LessonPage, Tutor};
use crate::output::Document;
use crate::session::Reply;
use crate::session::find::SearchHit;

/// A page of the tutorial in the book.
macro_rules! page {
    ($name:literal) => {
        ($name, include_str!(concat!("../../docs/book/src/tutorial/", $name, ".md")))
    };
}

/// The pages of the tutorial, in the order of the book.
const PAGES: &[LessonPage<'_>] = &[
    page!("first_steps"),
    page!("games"),
    page!("outcomes"),
    page!("nimbers"),
    page!("rulesets"),
    page!("exercises"),
];

/// The lessons of a shell, which are read when the first one begins.
#[derive(Default)]
pub(super) struct Lessons {
    tutor: Option<Tutor>,
    /// The file that remembers where the reader was.
    path: Option<PathBuf>,
}

impl Lessons {
    /// Lessons that go on where the file says, and remember there how far they came.
    pub(super) fn kept_in(path: Option<PathBuf>) -> Lessons {
        Lessons { tutor: None, path }
    }

    /// The lessons, for `:find`.
    pub(super) fn found(&mut self) -> Vec<SearchHit> {
        self.tutor().lessons()
    }

    /// The input that Enter takes on an empty line, if there is one.
    pub(super) fn offered(&self) -> Option<String> {
        self.tutor.as_ref()?.offered().map(str::to_owned)
    }

    fn tutor(&mut self) -> &mut Tutor {
        self.tutor.get_or_insert_with(|| {
            let mut tutor = Tutor::new(PAGES);
            // On the first day there is no file.
            let progress = self.path.as_ref().and_then(|path| fs::read_to_string(path).ok());
            tutor.resume(&progress.unwrap_or_default());
            tutor
        })
    }

    /// Writes where the reader is.
    fn keep(&self) {
        if let (Some(tutor), Some(path)) = (&self.tutor, &self.path) {
            // Without the file the lessons work all the same.
            let _ = fs::write(path, tutor.progress() + "\n");
        }
    }
}

impl Shell<'_> {
    /// `:tutorial`
    pub(super) fn tutorial(&mut self, wanted: &str) -> Result<Document, String> {
        let tutor = self.lessons.tutor();
        let said = if wanted == "stop" { tutor.stop() } else { tutor.begin(wanted) };
        self.lessons.keep();
        said
    }

    /// `:hint`
    pub(super) fn hint(&mut self) -> Result<Document, String> {
        self.lessons.tutor().hint(&self.context.session)
    }

    /// Goes on with the lesson after an input, if there is one.
    pub(super) fn follow_lesson(&mut self, typed: &str, reply: &Reply) {
        let Some(tutor) = self.lessons.tutor.as_mut().filter(|tutor| tutor.is_running()) else {
            return;
        };
        let Context { session, supervisor, terminal, .. } = &mut *self.context;
        let (said, _) = supervisor.compute(|| tutor.follow(session, typed, reply));
        if let Some(said) = said {
            terminal.document(&said);
            self.lessons.keep();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lessons_are_the_pages_of_the_tutorial_in_the_book() {
        let summary = include_str!("../../docs/book/src/SUMMARY.md");
        let listed: Vec<&str> = summary
            .lines()
            .filter_map(|line| line.split_once("](tutorial/")?.1.strip_suffix(".md)"))
            .collect();
        assert_eq!(PAGES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), listed);
    }
}
