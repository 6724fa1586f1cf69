//! Assessments: the share of the points that an answer gets, and why.
//!
//! Knows: shares, usual mistakes and remarks. Must not know: how answers are compared.

use upstar_core::Rational;

use super::mistakes::Mistake;
use crate::value::Value;

/// Assessment of an answer: its share of the points, and the reasons.
pub(super) struct Assessment {
    /// Share of the points, from 0 to 1.
    pub(super) share: Rational,
    /// The usual mistake that it is.
    pub(super) mistake: Option<Mistake>,
    /// Other remarks.
    pub(super) remarks: Vec<String>,
}

impl Assessment {
    pub(super) fn of(is_right: bool) -> Assessment {
        let share = Rational::from(i64::from(is_right));
        Assessment { share, mistake: None, remarks: Vec::new() }
    }

    pub(super) fn wrong(mistake: Option<Mistake>) -> Assessment {
        Assessment { mistake, ..Assessment::of(false) }
    }

    pub(super) fn saying(mut self, remark: String) -> Assessment {
        self.remarks.push(remark);
        self
    }

    /// Adds a remark that positions are expected, if they are and the answer has none.
    pub(super) fn saying_kind(self, wanted: &[Value], found: &[Value]) -> Assessment {
        let is_position = |value: &Value| matches!(value, Value::Position(_) | Value::Sum(_));
        match found.first().filter(|_| !found.iter().any(is_position)) {
            Some(other) if wanted.first().is_some_and(is_position) => {
                self.saying(format!("a position is asked for, and this is {}", other.kind()))
            }
            _ => self,
        }
    }
}
