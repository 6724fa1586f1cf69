//! Exercises without end: questions drawn by a seed, of a measured difficulty.
//!
//! Each topic draws questions and says how their difficulty is measured: by the birthday of a value, by how many options
//! have to go, by how far a nim-sum is from a sum. Many are drawn and measured by the engine, and those nearest to the wanted level are
//! taken. The same seed gives the same questions on every machine.

use crate::session::Session;
use crate::syntax::ast::AnswerKind;
use crate::value::Value;

/// Most questions of an exercise.
pub(super) const MOST_QUESTIONS: u32 = 20;
/// The highest level.
pub(super) const LEVELS: u32 = 5;
/// Number of drafts measured for each question.
const DRAFTS: usize = 12;
/// Most drafts drawn.
const MOST_DRAFTS: usize = 400;

/// A topic that questions are drawn from.
#[derive(Debug, Clone, Copy)]
pub struct Topic {
    /// Its name.
    pub name: &'static str,
    /// Prefix of the names of its answers.
    pub(super) prefix: &'static str,
    /// Measure of difficulty.
    pub measure: &'static str,
    /// Difficulty of the first level, and increase for each further level.
    levels: (i64, i64),
    draw: fn(&mut Dice, u32) -> DrawnQuestion,
}

/// A question as it was drawn.
struct DrawnQuestion {
    kind: AnswerKind,
    text: String,
    answer: String,
    /// An expression whose value is the difficulty.
    measure: String,
}

/// All topics.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "numbers",
        prefix: "num",
        measure: "the birthday of the number",
        levels: (2, 1),
        draw: numbers,
    },
    Topic {
        name: "canonical forms",
        prefix: "form",
        measure: "the birthday, and how many options go",
        levels: (2, 1),
        draw: forms,
    },
    Topic {
        name: "infinitesimals",
        prefix: "inf",
        measure: "the birthdays of both games",
        levels: (3, 2),
        draw: infinitesimals,
    },
    Topic { name: "hot games", prefix: "hot", measure: "the birthday", levels: (4, 3), draw: hot },
    Topic {
        name: "nim and mex",
        prefix: "nim",
        measure: "how far the nim-sum is from the sum, or how many numbers there are",
        levels: (2, 4),
        draw: nim,
    },
    Topic {
        name: "octal games",
        prefix: "octal",
        measure: "how many heaps, and the largest nimber",
        levels: (5, 2),
        draw: octal,
    },
    Topic {
        name: "Hackenbush",
        prefix: "hack",
        measure: "the birthday",
        levels: (2, 1),
        draw: hackenbush,
    },
    Topic {
        name: "Domineering",
        prefix: "dom",
        measure: "the birthday of the value",
        levels: (1, 1),
        draw: domineering,
    },
    Topic {
        name: "misère play",
        prefix: "mis",
        measure: "how many heaps, and half of the largest that may be",
        levels: (3, 1),
        draw: misere,
    },
    Topic {
        name: "loopy games",
        prefix: "loop",
        measure: "how many terms, and their size",
        levels: (2, 1),
        draw: loopy,
    },
];

/// Topic with a name, in small or capital letters; `misere` is `misère`.
pub fn find(name: &str) -> Option<&'static Topic> {
    let wanted = name.to_lowercase().replace("misere", "misère");
    TOPICS.iter().find(|topic| topic.name.to_lowercase() == wanted)
}

/// Pseudo-random numbers (splitmix64; Steele, Lea and Flood, OOPSLA 2014).
#[derive(Debug)]
pub(super) struct Dice(u64);

/// A seed made of texts (FNV-1a; Fowler, Noll and Vo).
pub(super) fn seed(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Dice {
    /// Dice that begin at a seed made of texts.
    pub(super) fn new(parts: &[&str]) -> Dice {
        Dice(seed(parts))
    }

    /// Random number from 0 to `sides - 1`; `sides` is not 0.
    pub(super) fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % sides
    }

    /// A number from `low` to `high`.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.below(high.abs_diff(low) + 1)).expect("the range is small")
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[usize::try_from(self.below(texts.len() as u64)).expect("it is an index")]
    }
}

/// An exercise about a topic as the text of a key: `exercise "..." { ask ... }`. The level is from 1 to 5, the number of questions from 1
/// to 20. Each question has its difficulty in a comment.
///
/// ```
/// use upstar_classroom::{TOPICS, generate};
///
/// let topic = TOPICS.iter().find(|topic| topic.name == "numbers").unwrap();
/// let text = generate(topic, 2, 1, 7);
/// assert!(text.starts_with("exercise \"Numbers\"") && text.contains("ask value num_1"));
/// assert_eq!(text, generate(topic, 2, 1, 7));
/// ```
pub fn generate(topic: &Topic, questions: u32, level: u32, seed: u64) -> String {
    let questions = questions.clamp(1, MOST_QUESTIONS);
    exercise(topic, topic.prefix, None, questions, level.clamp(1, LEVELS), seed)
}

/// An exercise whose answers have names that begin with `prefix`.
pub(super) fn exercise(
    topic: &Topic,
    prefix: &str,
    points: Option<u32>,
    questions: u32,
    level: u32,
    seed: u64,
) -> String {
    let mut dice = Dice(seed);
    let mut session = Session::default();
    let mut letters = topic.name.chars();
    let title: String =
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let worth = points.map_or(String::new(), |points| format!(" ({points} points)"));
    let mut text = format!("exercise \"{title}\"{worth} {{\n");
    let mut used: Vec<String> = Vec::new();
    for number in 1..=questions {
        let (draft, difficulty) = nearest(topic, level, &mut dice, &mut session, &used);
        text.push_str(&format!(
            "  // difficulty {difficulty}: {}\n  ask {} {prefix}_{number} \"{}\" := {}\n",
            topic.measure,
            draft.kind.word(),
            draft.text,
            draft.answer
        ));
        used.push(draft.text);
    }
    text + "}\n"
}

/// Draft whose difficulty is nearest to that of the level, and its difficulty.
fn nearest(
    topic: &Topic,
    level: u32,
    dice: &mut Dice,
    session: &mut Session,
    used: &[String],
) -> (DrawnQuestion, i64) {
    let wanted = topic.levels.0 + topic.levels.1 * i64::from(level - 1);
    let mut best: Option<(DrawnQuestion, i64)> = None;
    let mut measured = 0;
    // What cannot be measured is drawn again: one in three at most, in every topic.
    for _ in 0..MOST_DRAFTS {
        if measured == DRAFTS {
            break;
        }
        let draft = (topic.draw)(dice, level);
        let value = session.value_alone("difficulty", &draft.measure);
        let Ok(Value::Number(number)) = value else { continue };
        let Some(difficulty) = number.to_i64() else { continue };
        measured += 1;
        let is_nearer = best.as_ref().is_none_or(|(old, known)| {
            let (old_used, new_used) = (used.contains(&old.text), used.contains(&draft.text));
            (new_used, difficulty.abs_diff(wanted)) < (old_used, known.abs_diff(wanted))
        });
        if is_nearer {
            best = Some((draft, difficulty));
        }
    }
    best.expect("at least one draft is measured")
}

/// A dyadic number as it is typed.
fn dyadic(dice: &mut Dice, size: i64, places: u32) -> String {
    let below = 1_i64 << dice.below(u64::from(places) + 1);
    let above = dice.between(-size * below, size * below);
    match (above % below, below) {
        (0, _) => (above / below).to_string(),
        _ => {
            let common = above.unsigned_abs().trailing_zeros().min(below.trailing_zeros());
            format!("{}/{}", above >> common, below >> common)
        }
    }
}

fn numbers(dice: &mut Dice, level: u32) -> DrawnQuestion {
    let (a, b) = (dyadic(dice, i64::from(level), level), dyadic(dice, i64::from(level), level));
    let game = format!("<{a}|{b}>");
    DrawnQuestion {
        kind: AnswerKind::Value,
        text: format!("Which number is `{game}`?"),
        // A switch is no number, and is drawn again.
        measure: format!("if is_number({game}) then birthday({game}) else 0/0"),
        answer: game,
    }
}

fn options(dice: &mut Dice, pool: &[&str], most: u64) -> Vec<String> {
    let mut options: Vec<String> = Vec::new();
    for _ in 0..1 + dice.below(most) {
        let option = dice.one_of(pool).to_owned();
        if !options.contains(&option) {
            options.push(option);
        }
    }
    options
}

fn forms(dice: &mut Dice, level: u32) -> DrawnQuestion {
    let pool: &[&str] = match level {
        1 | 2 => &["0", "*", "1", "-1", "^", "v", "*2"],
        _ => &["0", "*", "1", "-1", "^", "v", "*2", "1/2", "^*", "v*", "±1", "<1|*>", "<*|-1>"],
    };
    let (left, right) = (options(dice, pool, 3), options(dice, pool, 3));
    let game = format!("<{}|{}>", left.join(","), right.join(","));
    let typed = left.len() + right.len();
    DrawnQuestion {
        kind: AnswerKind::Form,
        text: format!("The canonical form of `{game}`."),
        measure: format!(
            "birthday(canonical({game})) + {typed} - length(left_options(canonical({game}))) - \
             length(right_options(canonical({game})))"
        ),
        answer: format!("canonical({game})"),
    }
}

fn infinitesimal(dice: &mut Dice, level: u32) -> String {
    let ups = dice.between(-i64::from(level), i64::from(level));
    let star = dice.below(u64::from(level) + 1);
    let ups = match ups {
        0 => String::new(),
        1 => "^".to_owned(),
        -1 => "v".to_owned(),
        n if n > 0 => format!("^{n}"),
        n => format!("v{}", -n),
    };
    match (ups.is_empty(), star) {
        (true, 0) => "0".to_owned(),
        (false, 0) => ups,
        (_, 1) => format!("{ups}*"),
        (_, n) => format!("{ups}*{n}"),
    }
}

fn infinitesimals(dice: &mut Dice, level: u32) -> DrawnQuestion {
    let (a, b) = (infinitesimal(dice, level), infinitesimal(dice, level));
    let measure = format!("birthday({a}) + birthday({b})");
    match dice.below(2) {
        0 => DrawnQuestion {
            kind: AnswerKind::Order,
            text: format!("How do `{a}` and `{b}` compare?"),
            answer: format!("({a}, {b})"),
            measure,
        },
        _ => DrawnQuestion {
            kind: AnswerKind::Outcome,
            text: format!("Who wins `{a}` + `{b}`?"),
            answer: format!("outcome({a} + {b})"),
            measure,
        },
    }
}

fn hot(dice: &mut Dice, level: u32) -> DrawnQuestion {
    let size = 2 + i64::from(level);
    let c = dice.between(-size, size);
    let b = c + dice.between(1, size);
    let a = b + dice.between(1, size);
    let game = match dice.below(3) {
        0 => format!("<{a}|{c}>"),
        1 => format!("<{a}||{b}|{c}>"),
        _ => format!("<{a}|{b}||{c}>"),
    };
    let (question, name) = [("mean value", "mean"), ("temperature", "temperature")]
        [usize::try_from(dice.below(2)).expect("it is an index")];
    DrawnQuestion {
        kind: AnswerKind::Number,
        text: format!("What is the {question} of `{game}`?"),
        measure: format!("birthday({game})"),
        answer: format!("{name}({game})"),
    }
}

fn nim(dice: &mut Dice, level: u32) -> DrawnQuestion {
    let largest = (1_u64 << (level + 1)) - 1;
    let count = 2 + dice.below(2 + u64::from(level) / 2);
    let heaps: Vec<String> = (0..count).map(|_| (1 + dice.below(largest)).to_string()).collect();
    let list = heaps.join(", ");
    let carried = format!("sum([{list}]) - nim_sum({list})");
    match dice.below(3) {
        0 => DrawnQuestion {
            kind: AnswerKind::Number,
            text: format!("What is the nim-sum of {list}?"),
            answer: format!("nim_sum({list})"),
            measure: carried,
        },
        1 => DrawnQuestion {
            kind: AnswerKind::Moves,
            text: format!("All winning moves from `Nim({list})`."),
            answer: format!("winning_moves(Nim({list}))"),
            // A question without a winning move is not used.
            measure: format!("if nim_sum({list}) == 0 then 0/0 else {carried}"),
        },
        _ => {
            let numbers: Vec<String> = (0..count + u64::from(level))
                .map(|_| dice.below(largest + 1).to_string())
                .collect();
            let list = numbers.join(", ");
            DrawnQuestion {
                kind: AnswerKind::Number,
                text: format!("What is the mex of {list}?"),
                answer: format!("mex([{list}])"),
                measure: format!("length({{{list}}})"),
            }
        }
    }
}

fn octal(dice: &mut Dice, level: u32) -> DrawnQuestion {
    const CODES: &[&str] = &[
        "0.77", "0.07", "0.137", "0.6", "0.45", "0.3", "0.33", "0.17", "0.144", "0.156", "0.26",
        "0.7", "0.15",
    ];
    let code = dice.one_of(CODES);
    let last = 4 + u64::from(level) + dice.below(3);
    let nimbers = format!("[nimber(octal(\"{code}\")(n)) for n in 0..{last}]");
    DrawnQuestion {
        kind: AnswerKind::Table,
        text: format!(
            "The nimbers of heaps of 0 to {last} counters in the octal game {code}, as a list."
        ),
        measure: format!("{last} + max({nimbers})"),
        answer: nimbers,
    }
}

fn hackenbush(dice: &mut Dice, level: u32) -> DrawnQuestion {
    let length = 2 + u64::from(level) + dice.below(2);
    let green = level >= 4 && dice.below(2) == 0;
    let colours: &[&str] = if green { &["b", "r", "g"] } else { &["b", "r"] };
    let stalk: String = (0..length).map(|_| dice.one_of(colours)).collect();
    let position = format!("Hackenbush(stalk(\"{stalk}\"))");
    DrawnQuestion {
        kind: AnswerKind::Value,
        text: format!(
            "The value of the Hackenbush stalk with these edges from the ground up: {stalk}"
        ),
        measure: format!("birthday(canonical({position}))"),
        answer: format!("canonical({position})"),
    }
}

fn domineering(dice: &mut Dice, level: u32) -> DrawnQuestion {
    let (rows, columns) =
        [(2, 2), (2, 3), (3, 3)][usize::try_from(dice.below(3)).expect("it is an index")];
    let board: Vec<String> = (0..rows)
        .map(|_| (0..columns).map(|_| if dice.below(4) == 0 { '#' } else { '.' }).collect())
        .collect();
    let position = format!("Domineering(\"{}\")", board.join("|"));
    let measure = format!("birthday(canonical({position}))");
    match dice.below(2) {
        0 if level > 1 => DrawnQuestion {
            kind: AnswerKind::Value,
            text: format!("The value of `{}`.", position.replace('"', "'")),
            answer: format!("canonical({position})"),
            measure,
        },
        _ => DrawnQuestion {
            kind: AnswerKind::Outcome,
            text: format!("Who wins `{}`?", position.replace('"', "'")),
            answer: format!("outcome({position})"),
            measure,
        },
    }
}

fn misere(dice: &mut Dice, level: u32) -> DrawnQuestion {
    let count = 2 + dice.below(u64::from(level) + 1);
    let largest = if dice.below(3) == 0 { 1 } else { 1 + u64::from(level) };
    let heaps: Vec<String> = (0..count).map(|_| (1 + dice.below(largest)).to_string()).collect();
    let list = heaps.join(", ");
    DrawnQuestion {
        kind: AnswerKind::Outcome,
        text: format!("Who wins `Nim({list})` in misère play?"),
        answer: format!("outcome(misere(Nim({list})))"),
        measure: format!("{count} + floor({largest}/2)"),
    }
}

fn loopy(dice: &mut Dice, level: u32) -> DrawnQuestion {
    const LOOPS: &[&str] = &["over", "under", "on", "off", "dud", "upon"];
    let mut terms = vec![dice.one_of(LOOPS).to_owned()];
    for _ in 0..dice.below(u64::from(level) + 1) {
        let n = dice.between(1, i64::from(level) + 1);
        terms.push(match dice.below(5) {
            0 => format!("*{n}"),
            1 => format!("^{n}"),
            2 => format!("v{n}"),
            3 => dice.one_of(LOOPS).to_owned(),
            _ => dice.one_of(&["1", "1/2", "*", "-1", "±1"]).to_owned(),
        });
    }
    let sum = terms.join(" + ");
    DrawnQuestion {
        kind: AnswerKind::Outcome,
        text: format!("Who wins `{sum}`?"),
        measure: format!("{} + (if outcome({sum}) == D then 1 else 0)", terms.len()),
        answer: format!("outcome({sum})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_questions_and_another_seed_others() {
        for topic in TOPICS {
            let text = generate(topic, 3, 2, 1976);
            assert_eq!(text, generate(topic, 3, 2, 1976), "{}", topic.name);
            assert_ne!(text, generate(topic, 3, 2, 1977), "{}", topic.name);
            assert_eq!(text.matches("ask ").count(), 3);
        }
    }

    #[test]
    fn a_higher_level_is_more_difficult() {
        for topic in TOPICS {
            let mean = |level| {
                let text = generate(topic, 8, level, 5);
                let found =
                    text.lines().filter_map(|line| line.trim().strip_prefix("// difficulty "));
                let numbers = found.filter_map(|rest| rest.split(':').next()?.parse::<f64>().ok());
                let numbers: Vec<f64> = numbers.collect();
                numbers.iter().sum::<f64>() / numbers.len() as f64
            };
            assert!(mean(1) < mean(4), "{}: {} and {}", topic.name, mean(1), mean(4));
        }
    }
}
