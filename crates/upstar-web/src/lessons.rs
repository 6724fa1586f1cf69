//! Lessons of the tutorial, as JSON.

use serde_json::{Value as Json, json};
use upstar_ide::tutorial::Tutor;
use upstar_lang::session::{Reply, Session};

use crate::documents;

/// `{"progress", "lesson", "lessons", "title", "step", "steps", "text", "input", "closing"}`, with pages of blocks as
/// texts; null while no lesson goes on.
pub(crate) fn task(tutor: &Tutor) -> Json {
    let Some(task) = tutor.task() else { return Json::Null };
    json!({
        "progress": tutor.progress(),
        "lesson": task.lesson,
        "lessons": task.lessons,
        "title": task.title,
        "step": task.step,
        "steps": task.steps,
        "text": documents::document(task.text),
        "input": task.input,
        "closing": documents::document(task.closing),
    })
}

/// `{"task", "progress", "goes_on"}` after an input: whether it has done its step, and the step that is next; null
/// while no lesson goes on.
pub(crate) fn follow(tutor: &mut Tutor, session: &mut Session, typed: &str, reply: &Reply) -> Json {
    if !tutor.is_running() {
        return Json::Null;
    }
    let before = tutor.progress();
    tutor.follow(session, typed, reply);
    let progress = tutor.progress();
    json!({ "goes_on": progress != before, "progress": progress, "task": task(tutor) })
}
