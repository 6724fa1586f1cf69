//! Stands in for the reference.
use std::fmt;
pub(crate) struct Session;
#[derive(Debug)]
#[allow(dead_code)]
pub(crate) enum Fault {
    Wrong { message: String },
    Undefined(String),
    TooLarge,
}
pub(crate) struct Answer;
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("?")
    }
}
impl Session {
    pub(crate) fn with_steps(_: u64) -> Session {
        Session
    }
    pub(crate) fn input(&mut self, _: &str) -> Result<Vec<Answer>, Fault> {
        Err(Fault::Undefined("all".to_owned()))
    }
    pub(crate) fn undo(&mut self) -> bool {
        true
    }
    pub(crate) fn agrees(&mut self, _: &Answer, _: &str) -> Result<bool, Fault> {
        Ok(true)
    }
}
