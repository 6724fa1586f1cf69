//! Certificates of drawn programs: the definitions accept each one that is made, and its claim is what the reference says.
//!
//! Knows: `certify` and the checker. Must not know: what programs are about.

use std::collections::BTreeMap;

use upstar::value::Value;
use upstar_reference::Fault;
use upstar_verify::{Limits, verify};

use super::compare::{definition, engine};
use super::grammar::Program;
use super::length::number;

/// Most steps of the reference for one line of a certificate.
const STEPS: u64 = 1_000_000;

/// What became of the questions.
#[derive(Default)]
pub(crate) struct Certified {
    /// How many were certified and verified, of how many of each form.
    verified: BTreeMap<&'static str, u64>,
    /// How many took the checker too many steps.
    unchecked: u64,
    /// Why others, to which there is an answer, were not certified: how many, and the first one.
    refused: BTreeMap<String, (u64, String)>,
    faults: Vec<String>,
}

impl Certified {
    /// Certifies questions about a program, and verifies the certificates.
    pub(crate) fn add(&mut self, at: u64, program: &Program, questions: &[String]) {
        let (mut engine, mut reference) = (engine(1), definition());
        for text in &program.declarations {
            let is_taken = engine.eval("program", text).diagnostics.is_empty();
            if !is_taken || reference.input(text).is_err() {
                return;
            }
        }
        for question in questions {
            // A program that is wrong in moves which nobody looked at has no certificate.
            let Ok(answers) = reference.input(question) else { continue };
            let reply = engine.eval("question", &format!("certify({question})"));
            let certificate = match reply.answers.first().map(|answer| &answer.value) {
                Some(Value::Text(text)) => text.to_string(),
                _ => {
                    if let Some(why) = reply.diagnostics.first() {
                        let why = format!("{}: {}", why.code.number(), why.message);
                        let first =
                            || (0, format!("{}\n{question}", program.declarations.join("\n")));
                        self.refused.entry(why).or_insert_with(first).0 += 1;
                    }
                    continue;
                }
            };
            let fault = match checked(&certificate) {
                Ok(claim) => {
                    let agrees = answers.last().map(|answer| reference.agrees(answer, &claim));
                    let is_same = matches!(agrees, Some(Ok(true) | Err(Fault::TooLarge)));
                    (!is_same).then(|| format!("the reference does not say {claim}"))
                }
                Err(None) => {
                    self.unchecked += 1;
                    continue;
                }
                Err(why) => why,
            };
            match fault {
                None => *self.verified.entry(program.kind).or_default() += 1,
                Some(why) => {
                    let seed = number("UPSTAR_TEST_SEED", 0);
                    let text = format!("-- number {at}, seed {seed}\n{why}\n{certificate}");
                    println!("{text}");
                    self.faults.push(text);
                }
            }
        }
    }

    /// Prints the counts, and fails when a certificate was not accepted.
    pub(crate) fn finish(self) {
        for (kind, count) in &self.verified {
            println!("  {kind:<20}{count:>7} certificates verified");
        }
        println!("  not checked{:>16}: too many steps", self.unchecked);
        for (why, (count, first)) in &self.refused {
            println!("  not certified {count:>6}: {why}\n{first}");
        }
        assert!(self.faults.is_empty(), "{} certificates are wrong", self.faults.len());
        let verified: u64 = self.verified.values().sum();
        let few = format!("{} not checked, {verified} verified", self.unchecked);
        assert!(self.unchecked * 10 <= verified, "{few}");
    }
}

/// The claim of a certificate. The fault is `None` where the check takes too many steps.
fn checked(certificate: &str) -> Result<String, Option<String>> {
    let limits = Limits { steps: STEPS, ..Limits::default() };
    match verify(&mut certificate.as_bytes(), limits, &mut |_| true) {
        Ok(verified) => Ok(verified.claim),
        Err(refused) if refused.message == Fault::TooLarge.to_string() => Err(None),
        Err(refused) => Err(Some(refused.to_string())),
    }
}
