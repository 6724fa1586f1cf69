//! Green Hackenbush: the pictures that fusion and colon make, one after the other.
//!
//! Source: *Winning Ways*, chapter 7.

use super::Page;
use super::play::beyond;
use crate::value::explanation::{Sentence, Step};
use crate::value::{Result, Value, elements};

/// Steps that are shown one by one.
const MOST_STEPS: usize = 16;

/// The page on a picture, from the principles used and what they make.
pub(super) fn page(picture: &Value, found: &Value) -> Result<Page> {
    let mut steps = Vec::new();
    let mut last = match picture {
        Value::Position(position) => position.arguments().first().unwrap_or(picture).clone(),
        graph => graph.clone(),
    };
    let all: Vec<Value> = elements(found)?.collect();
    for (n, step) in all.iter().enumerate() {
        let Value::Tuple(step) = step else { continue };
        let [Value::Text(principle), _, after] = step.items() else { continue };
        last = after.clone();
        if n < MOST_STEPS {
            let line = Sentence::new(says(principle)).say(": ").value(after.clone());
            steps.push(Step::says(line));
        }
    }
    steps.extend(beyond(all.len(), MOST_STEPS, "more step", "more steps"));
    let edges = match &last {
        Value::Graph(graph) => graph.edges().len(),
        _ => 0,
    };
    let stalk = match edges {
        0 => "nothing is left above the ground: the nimber is 0".to_owned(),
        1 => "a single edge is left: the nimber is 1".to_owned(),
        n => format!("a stalk of {n} edges is left: the nimber is {n}"),
    };
    steps.push(Step::says(Sentence::new(stalk)));
    let title = Sentence::new("green_value(").value(picture.clone());
    Ok((title.say(format!(") = {edges}")), steps))
}

/// What a principle says.
fn says(principle: &str) -> &'static str {
    match principle {
        "ground" => "what does not hang on the ground falls away",
        "fusion" => "fusion: the vertices of a circuit become one, its edges loops",
        "loops" => "two loops at a vertex cancel, and one is worth an edge",
        _ => "colon: the branches above a vertex become a stalk, as long as their nim-sum",
    }
}
