//! Periods of rulesets whose large heaps have a code, from their tables.
//!
//! Knows: the theorem of Guy and Smith, which does not depend on the moves of small heaps.
//! Must not know: how nimbers are computed.
//!
//! Let the moves from heaps of `from` counters or more be those of a code, and G(n + p) = G(n) from n0 >=
//! `from` as far as the theorem requires. Its proof changes one heap that is at least n0 by p, and leaves
//! the other one unchanged. So nimbers of heaps below `from` may be arbitrary.

use upstar_core::heap::{Regularity, Theorem};

use super::program::MoveRule;
use super::recognise;
use super::table::HeapTable;
use crate::value::Result;

/// Heaps from which on a code is searched for.
const FROM: [i64; 3] = [8, 32, 128];

/// Default for the largest heap in the search for a period.
const REACH: u64 = 1 << 12;

/// Code of the large heaps of a ruleset.
#[derive(Debug)]
pub struct LargeHeapCode {
    theorem: Theorem,
    /// Most heaps that a move leaves.
    heaps: u64,
    /// Most counters that a move takes.
    taken: u64,
    from: u64,
    regularity: Option<Regularity>,
}

impl LargeHeapCode {
    /// Code of large heaps under these rules; `None` if they have none that a theorem applies to.
    pub(super) fn new(ways: &[MoveRule], heap: usize, slots: usize) -> Option<Self> {
        FROM.into_iter().find_map(|from| {
            let code = recognise::code(ways, heap, slots, from)?;
            let theorem = Theorem::of(&code)?;
            let from = from as u64;
            let Theorem::Bounded { heaps, taken } = theorem else { return None };
            Some(LargeHeapCode { theorem, heaps: heaps.into(), taken, from, regularity: None })
        })
    }

    /// Theorem that would prove a period, and the heap from which it applies.
    pub(super) fn theorem(&self) -> (Theorem, u64) {
        (self.theorem, self.from)
    }

    /// The period, when it is proved.
    pub(super) fn regularity(&self) -> Option<&Regularity> {
        self.regularity.as_ref()
    }

    /// Searches for a period up to a heap; returns it with the largest heap searched.
    pub(super) fn period(
        &mut self,
        table: &mut HeapTable,
        last: Option<u64>,
    ) -> Result<(Option<Regularity>, u64)> {
        let last = last.unwrap_or(REACH);
        let (mut nimbers, mut look) = (Vec::new(), 64);
        while self.regularity.is_none() && (nimbers.len() as u64) <= last {
            let Some(nimber) = table.nimber(nimbers.len() as u64)? else { break };
            nimbers.push(nimber);
            if nimbers.len() == look || nimbers.len() as u64 > last {
                self.regularity = self.proved(&nimbers);
                look *= 2;
            }
        }
        Ok((self.regularity.clone(), (nimbers.len() as u64).saturating_sub(1)))
    }

    /// The least period that these nimbers prove.
    fn proved(&self, nimbers: &[u32]) -> Option<Regularity> {
        let known = nimbers.len();
        (1..=known / 2).find_map(|period| {
            let same = (0..known - period).rev();
            let same = same.take_while(|n| nimbers[*n] == nimbers[n + period]).count();
            let (preperiod, period) = ((known - period - same) as u64, period as u64);
            let needed = self.heaps * (preperiod.max(self.from) + period) + self.taken;
            (needed <= known as u64).then_some(Regularity {
                period,
                preperiod,
                saltus: 0,
                theorem: self.theorem,
                checked: needed - 1,
            })
        })
    }

    /// Heaps whose nimbers differ from those of the period continued to the left.
    pub(super) fn exceptions(&self, table: &mut HeapTable) -> Result<Vec<u64>> {
        let Some(Regularity { period, preperiod, .. }) = self.regularity else {
            return Ok(Vec::new());
        };
        let mut exceptions = Vec::new();
        for heap in 0..preperiod {
            let later = heap + (preperiod - heap).div_ceil(period) * period;
            if table.nimber(heap)? != table.nimber(later)? {
                exceptions.push(heap);
            }
        }
        Ok(exceptions)
    }
}
