//! Assessments: the share of the points that an answer gets, and why.
//!
//! Knows: shares, usual mistakes and remarks. Must not know: how answers are compared.

use upstar_core::Rational;

use super::mistakes::Mistake;

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
}
