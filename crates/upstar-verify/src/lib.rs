//! Checks certificates: answers with the facts that prove them, by the definitions of the language alone.
//!
//! Knows: the format of certificates (the book: reference/certificates.md) and `upstar-reference`, which says what rules
//! and questions mean. Must not know: how an answer was found. Nothing of the engine is used, and no symmetry, part or
//! digest of a position is taken on trust.
//!
//! A certificate is read line by line. Each fact is checked when it is met, from the facts before it; only the facts
//! themselves are kept, so memory grows with the number of facts and not with the work. One kind of fact may be used
//! before it is met: that a player does not lose. Where it is used it is a promise, and no promise is left at the end.
//! That is right because play without an end is a draw: a player who keeps all promises never loses.

mod claim;
mod ends;
mod facts;
mod loops;
mod periods;
mod points;
mod quotient;
mod rules;

use std::fmt;
use std::io::BufRead;
use std::ops::RangeInclusive;

use upstar_reference::Fault;
use upstar_reference::steps::at_depth;
pub use upstar_syntax::certificate::FIRST_LINE;

use facts::Facts;
use rules::Rules;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The most bytes of rules.
const LONGEST_RULES: usize = 4 << 20;

/// Facts between two reports of progress.
const BETWEEN_REPORTS: u64 = 1000;

/// A certificate that was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The rules that it gives, one line each.
    pub rules: Vec<String>,
    /// The question.
    pub question: String,
    /// The answer, which is proved.
    pub claim: String,
    /// How many facts were checked.
    pub facts: u64,
    /// The rulesets that state parts of their positions, which were not checked: where a position is worth something
    /// else than its parts, the claim is about the parts.
    pub stating: Vec<String>,
    /// Steps of the reference: evaluations, places and symbols of rules, components of sums.
    pub steps: u64,
}

/// Why a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The line, from 1 on.
    pub line: u64,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Refused {}

/// How far a check is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Facts that were checked.
    pub facts: u64,
    /// Bytes that were read.
    pub bytes: u64,
}

/// Limits of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the facts that are kept.
    pub bytes: u64,
    /// Steps of the reference for one line.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 4 << 30, steps: 2_000_000 }
    }
}

/// Checks a certificate. `report` is told how far the check is, and returns whether to go on.
///
/// ```
/// let certificate = "upstar certificate 1\n\
///     rules\tgame Nim(n: heap) { move n - k for k in 1..n }\n\
///     question\tnimber(Nim(1))\n\
///     claim\t1\n\
///     nimber\tNim(0)\t0\n\
///     nimber\tNim(1)\t1\tNim(0)\n\
///     end\t2\n";
/// let checked = upstar_verify::verify(&mut certificate.as_bytes(), Default::default(), &mut |_| true);
/// assert_eq!(checked.map(|verified| verified.facts), Ok(2));
/// ```
///
/// # Errors
/// When a line is not of the format, a fact does not follow from those before it, the facts do not prove the claim, or a
/// limit is passed. Cost: the moves of each position that is named, once or twice.
pub fn verify(
    input: &mut dyn BufRead,
    limits: Limits,
    report: &mut dyn FnMut(Progress) -> bool,
) -> Result<Verified, Refused> {
    let mut reader = Reader { input, line: 0, bytes: 0 };
    let checked = at_depth(|| check(&mut reader, limits, report));
    checked.map_err(|message| Refused { line: reader.line, message })
}

/// Signs that are not seen, or change how others are shown: ends of lines, what the Unicode Character Database calls
/// `Default_Ignorable_Code_Point`, and format signs (category `Cf`).
const HIDDEN: [RangeInclusive<char>; 26] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{600}'..='\u{605}',
    '\u{61c}'..='\u{61c}',
    '\u{6dd}'..='\u{6dd}',
    '\u{70f}'..='\u{70f}',
    '\u{890}'..='\u{891}',
    '\u{8e2}'..='\u{8e2}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{110bd}'..='\u{110bd}',
    '\u{110cd}'..='\u{110cd}',
    '\u{13430}'..='\u{1343f}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
    '\u{2800}'..='\u{2800}',
];

/// Whether a sign is not seen, or changes how others are shown.
fn is_hidden(sign: char) -> bool {
    sign.is_control() || HIDDEN.iter().any(|range| range.contains(&sign))
}

/// Reads lines, each at most [`LONGEST_LINE`] bytes long.
struct Reader<'i> {
    input: &'i mut dyn BufRead,
    line: u64,
    bytes: u64,
}

impl Reader<'_> {
    /// The fields of the next line, which tabs separate.
    fn fields(&mut self) -> Result<Vec<String>, String> {
        self.line += 1;
        let mut line = Vec::new();
        let mut input = std::io::Read::take(&mut *self.input, LONGEST_LINE);
        let read = input.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        self.bytes += read as u64;
        if line.pop() != Some(b'\n') {
            return Err(match read as u64 == LONGEST_LINE {
                true => format!("a line has at most {LONGEST_LINE} bytes"),
                false => "the certificate ends without its line `end`".to_owned(),
            });
        }
        let line = String::from_utf8(line).map_err(|_| "this is no text in UTF-8".to_owned())?;
        if let Some(sign) = line.chars().find(|sign| *sign != '\t' && is_hidden(*sign)) {
            return Err(format!("U+{:04X} is not shown, and stands in no line", u32::from(sign)));
        }
        Ok(line.split('\t').map(str::to_owned).collect())
    }

    /// The only field of a line that begins with a word.
    fn named(&mut self, word: &str) -> Result<String, String> {
        match self.fields()?.as_mut_slice() {
            [first, rest] if first == word => Ok(std::mem::take(rest)),
            _ => Err(format!("a line `{word}` is expected here, with one field")),
        }
    }

    /// Whether nothing follows.
    fn is_at_end(&mut self) -> Result<bool, String> {
        Ok(self.input.fill_buf().map_err(|error| error.to_string())?.is_empty())
    }
}

fn check(
    reader: &mut Reader<'_>,
    limits: Limits,
    report: &mut dyn FnMut(Progress) -> bool,
) -> Result<Verified, String> {
    if reader.fields()? != [FIRST_LINE] {
        return Err(format!("a certificate begins with the line `{FIRST_LINE}`"));
    }
    let (mut program, mut length) = (Vec::new(), 0);
    let question = loop {
        match reader.fields()?.as_mut_slice() {
            [word, line] if word == "rules" => {
                length += line.len() + 1;
                if length > LONGEST_RULES {
                    return Err(format!("the rules have at most {LONGEST_RULES} bytes"));
                }
                program.push(std::mem::take(line));
            }
            [word, question] if word == "question" => break std::mem::take(question),
            _ => return Err("lines `rules` and `question` are expected here".to_owned()),
        }
    };
    let mut rules = Rules::new(&program, limits.steps).map_err(in_words)?;
    let question = claim::Question::read(&mut rules, question).map_err(in_words)?;
    let claim = reader.named("claim")?;
    let mut facts = Facts::new(question.convention, limits.bytes);
    loop {
        let fields = reader.fields()?;
        if let [word, number] = fields.as_slice()
            && word == "end"
        {
            if *number != facts.count.to_string() {
                return Err(format!("there are {} facts before this line", facts.count));
            }
            break;
        }
        facts.add(&mut rules, &fields).map_err(in_words)?;
        let progress = Progress { facts: facts.count, bytes: reader.bytes };
        if facts.count.is_multiple_of(BETWEEN_REPORTS) && !report(progress) {
            return Err("the check was stopped".to_owned());
        }
    }
    if !reader.is_at_end()? {
        return Err("nothing may follow the line `end`".to_owned());
    }
    facts.verify_promises()?;
    question.verify(&mut rules, &facts, &claim).map_err(in_words)?;
    rules.next_line().map_err(in_words)?;
    Ok(Verified {
        rules: program,
        question: question.text,
        claim,
        facts: facts.count,
        stating: rules.stating.take().into_iter().collect(),
        steps: rules.used,
    })
}

/// The message of a fault of the rules, or of a fact that does not follow.
fn in_words(fault: Fault) -> String {
    fault.to_string()
}
