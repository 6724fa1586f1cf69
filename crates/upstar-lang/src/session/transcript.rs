//! A session as a script.
//!
//! Knows: inputs that succeeded, and their answers.
//! Must not know: files, the prompt, or how inputs are evaluated.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Reply, Session};
use crate::syntax::{TokenKind, tokens};
use crate::value::Notation;

/// An answer of an input.
#[derive(Debug, Clone)]
pub struct Answered {
    /// Bytes of the expression in the input.
    pub span: Range<usize>,
    /// Value as it can be typed; `None` if it was not shown.
    pub shown: Option<String>,
}

impl Session {
    /// The values of a reply as they can be typed, which LaTeX cannot.
    pub fn answered(&mut self, reply: &Reply) -> Vec<Answered> {
        let notation = self.notation();
        if notation.is_latex() {
            self.set_notation(Notation::UNICODE.with(notation.brackets));
        }
        let answers = reply.answers.iter().map(|answer| Answered {
            span: answer.span.bytes(),
            shown: (!answer.silent).then(|| self.show(&answer.value)),
        });
        let answers = answers.collect();
        self.set_notation(notation);
        answers
    }
}

/// Input that succeeded.
#[derive(Debug, Clone)]
struct Input {
    text: String,
    answers: Vec<Answered>,
    /// `_n` is its value.
    number: Option<usize>,
    /// Number of inputs up to this one that have bound names.
    depth: usize,
}

/// Transcript: the inputs of a session that succeeded, in order.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    inputs: Vec<Input>,
}

impl Transcript {
    /// Adds an input that succeeded; `number` is the n of its `_n`, and `depth` the number of inputs up to
    /// this one that have bound names.
    pub fn record(
        &mut self,
        text: &str,
        answers: Vec<Answered>,
        number: Option<usize>,
        depth: usize,
    ) {
        self.inputs.push(Input { text: text.trim_end().to_owned(), answers, number, depth });
    }

    /// Removes the inputs after the first `depth` that have bound names.
    pub fn take_back(&mut self, depth: usize) {
        self.inputs.retain(|input| input.depth <= depth);
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Inputs that bind names and show nothing, as typed.
    pub fn definitions(&self) -> String {
        let mut script = String::new();
        let (mut depth, mut earlier) = (0, Vec::new());
        for input in &self.inputs {
            let binds = input.depth > depth && input.answers.is_empty();
            if binds && references(&input.text, &earlier).is_empty() {
                script.push_str(&input.text);
                script.push('\n');
            }
            depth = input.depth;
            earlier.extend(input.number);
        }
        script
    }

    /// Returns a file with the same inputs, in which every value shown is an expectation `//= value`.
    ///
    /// A file has no `_` and `_n`, so the values to which they refer get names.
    pub fn script(&self) -> String {
        let mut earlier = Vec::new();
        let mut used = BTreeSet::new();
        for input in &self.inputs {
            used.extend(references(&input.text, &earlier).into_iter().map(|(_, number)| number));
            earlier.extend(input.number);
        }
        let mut script = String::new();
        earlier.clear();
        for input in &self.inputs {
            let named = input.number.filter(|number| used.contains(number));
            write_input(&mut script, input, named, &earlier);
            earlier.extend(input.number);
        }
        script
    }
}

fn result_name(number: usize) -> String {
    format!("result_{number}")
}

/// Writes an input after those with the numbers `earlier`; a value that is used later gets a name.
fn write_input(script: &mut String, input: &Input, named: Option<usize>, earlier: &[usize]) {
    let mut edits: Vec<(Range<usize>, String)> = references(&input.text, earlier)
        .into_iter()
        .map(|(range, number)| (range, result_name(number)))
        .collect();
    if let (Some(number), Some(answer)) = (named, input.answers.last()) {
        let start = answer.span.start;
        edits.push((start..start, format!("{} := ", result_name(number))));
    }
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut text = input.text.clone();
    for (range, new) in edits.into_iter().rev() {
        text.replace_range(range, &new);
    }
    let shown: Vec<&str> =
        input.answers.iter().filter_map(|answer| answer.shown.as_deref()).collect();
    script.push_str(&text);
    script.push('\n');
    if let (Some(number), false) = (named, shown.is_empty()) {
        script.push_str(&result_name(number));
        script.push('\n');
    }
    for line in shown.iter().flat_map(|value| value.lines()) {
        script.push_str("//= ");
        script.push_str(line);
        script.push('\n');
    }
}

/// Places in a text of `_`, `__`, `___` and `_n`, with the input that each refers to; `earlier` are the
/// numbers of inputs.
fn references(text: &str, earlier: &[usize]) -> Vec<(Range<usize>, usize)> {
    let names = tokens(text).into_iter().filter(|token| token.kind == TokenKind::Name);
    let reference = |range: Range<usize>| {
        let name = &text[range.clone()];
        let digits = name.trim_start_matches('_');
        let back = name.len() - digits.len();
        let number = match digits {
            "" => *earlier.get(earlier.len().checked_sub(back)?)?,
            _ if back == 1 => digits.parse().ok()?,
            _ => return None,
        };
        earlier.contains(&number).then_some((range, number))
    };
    names.filter_map(|token| reference(token.range)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(span: Range<usize>, value: &str) -> Vec<Answered> {
        vec![Answered { span, shown: Some(value.to_owned()) }]
    }

    #[test]
    fn a_script_repeats_the_inputs_and_expects_the_values() {
        let mut transcript = Transcript::default();
        transcript.record("G := <0,*|1>", Vec::new(), None, 0);
        transcript.record("G + G", shown(0..5, "1"), Some(1), 0);
        assert_eq!(transcript.script(), "G := <0,*|1>\nG + G\n//= 1\n");
    }

    #[test]
    fn what_was_taken_back_is_not_in_the_script() {
        let mut transcript = Transcript::default();
        transcript.record("G := 1", Vec::new(), None, 1);
        transcript.record("H := 2", Vec::new(), None, 2);
        transcript.record("H", shown(0..1, "2"), Some(3), 2);
        transcript.take_back(1);
        assert_eq!(transcript.script(), "G := 1\n");
    }

    #[test]
    fn values_used_by_number_get_names() {
        let mut transcript = Transcript::default();
        transcript.record("1 + 1", shown(0..5, "2"), Some(1), 0);
        transcript.record("_ + 1", shown(0..5, "3"), Some(2), 0);
        transcript.record("_1 + _", shown(0..6, "5"), Some(3), 0);
        assert_eq!(
            transcript.script(),
            "result_1 := 1 + 1\nresult_1\n//= 2\n\
             result_2 := result_1 + 1\nresult_2\n//= 3\n\
             result_1 + result_2\n//= 5\n"
        );
    }
}
