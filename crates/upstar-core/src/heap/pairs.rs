//! Nimbers of games that end and whose moves leave at most two heaps.

use super::code::Code;

#[derive(Debug)]
pub(super) struct Pairs {
    values: Vec<u16>,
    /// Takes that may leave one heap.
    one: Vec<usize>,
    /// Those that may take all.
    all: Vec<usize>,
    /// Those that may leave two different heaps.
    two: Vec<usize>,
    /// Those that may leave two equal heaps.
    equal: Vec<usize>,
    seen: Vec<u8>,
}

impl Pairs {
    pub(super) fn plays(code: &Code) -> bool {
        code.repeating().is_empty()
    }

    pub(super) fn new(code: &Code) -> Pairs {
        let with = |allows: &dyn Fn(super::Digit) -> bool| {
            let digits = code.digits().iter().enumerate();
            digits.filter(|(_, d)| allows(**d)).map(|(k, _)| k).collect()
        };
        Pairs {
            values: vec![0],
            all: with(&|d| !d.splits(0).none()),
            one: with(&|d| !d.splits(1).none()),
            two: with(&|d| d.splits(2).different()),
            equal: with(&|d| d.splits(2).equal()),
            seen: vec![0; 1 << 16],
        }
    }

    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    pub(super) fn advance(&mut self) -> Option<()> {
        let n = self.values.len();
        self.seen.fill(0);
        for k in self.two.iter().filter(|k| **k <= n) {
            let m = n - k;
            for a in 1..m.div_ceil(2) {
                self.seen[(self.values[a] ^ self.values[m - a]) as usize] = 1;
            }
        }
        for k in self.one.iter().filter(|k| **k < n) {
            self.seen[self.values[n - k] as usize] = 1;
        }
        let zero =
            self.all.contains(&n) || self.equal.iter().any(|k| *k < n && (n - k).is_multiple_of(2));
        self.seen[0] |= u8::from(zero);
        let mex = self.seen.iter().position(|s| *s == 0)?;
        self.values.push(mex as u16);
        Some(())
    }
}
