//! The genus of an impartial game.
//!
//! Knows: the genus from those of the options.
//! Must not know: what the options represent.

/// The genus g^{g0 g1 g2 ...} of an impartial game G (Winning Ways, chapter 13): g is its nimber
/// in normal play, and gn the misère Grundy value of G + *2 + ... + *2 with n twos. The last two
/// digits of the superscript repeat forever, and the superscript is as short as that allows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: u32,
    superscript: Box<[u32]>,
}

/// The genus of an option, a number of heaps of two added to it, and whether *1 is added.
pub(super) type OptionGenus<'g> = (&'g Genus, u32, bool);

impl Genus {
    /// The genus with this nimber and these misère Grundy values, of which the last two repeat. `None` if
    /// these two do not differ by 2 in nim-addition: then no game has it.
    pub fn new(normal: u32, superscript: &[u32]) -> Option<Self> {
        match superscript {
            [.., a, b] if a ^ b == 2 => Some(Genus { normal, superscript: shortest(superscript) }),
            _ => None,
        }
    }

    /// The genus of a Nim heap of size `n`.
    pub fn of_nimber(n: u32) -> Self {
        Genus::of_nim(n, n > 1)
    }

    /// The genus of a position of Nim: its nim-sum, and whether some heap has more than one.
    pub(super) fn of_nim(sum: u32, firm: bool) -> Self {
        let superscript: Box<[u32]> = match (firm, sum) {
            (true, _) => [sum, sum ^ 2].into(),
            (false, 0) => [1, 2, 0].into(),
            (false, _) => [0, 3, 1].into(),
        };
        Genus { normal: sum, superscript }
    }

    /// The nimber in normal play.
    pub fn normal(&self) -> u32 {
        self.normal
    }

    /// The superscript, whose last two digits repeat.
    pub fn superscript(&self) -> &[u32] {
        &self.superscript
    }

    /// The misère Grundy value of the sum with `n` heaps of two.
    ///
    /// ```
    /// # use upstar_core::misere::Genus;
    /// let genus = Genus::of_nimber(2);
    /// assert_eq!([0, 1, 2, 3].map(|n| genus.at(n)), [2, 0, 2, 0]);
    /// assert_eq!((genus.normal(), genus.misere()), (2, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, n: u64) -> u32 {
        let last = self.superscript.len() - 1;
        match usize::try_from(n) {
            Ok(n) if n <= last => self.superscript[n],
            _ if n % 2 == last as u64 % 2 => self.superscript[last],
            _ => self.superscript[last - 1],
        }
    }

    /// The misère Grundy value: the `n` for which the sum with a heap of `n` is a P-position.
    pub fn misere(&self) -> u32 {
        self.superscript[0]
    }

    /// Whether a position of Nim has the same genus.
    pub fn is_of_nim(&self) -> bool {
        let firm = Genus::of_nim(self.normal, true);
        self.superscript == firm.superscript || (self.normal < 2 && *self == self.fickle())
    }

    /// Whether it is the genus of heaps of one.
    pub(super) fn is_fickle(&self) -> bool {
        self.normal < 2 && *self == self.fickle()
    }

    fn fickle(&self) -> Self {
        Genus::of_nim(self.normal, false)
    }

    /// The genus of the sum with `twos` heaps of two, and a heap of one if `one`.
    pub(super) fn plus(&self, twos: u32, one: bool) -> Self {
        let at = |n: u64| self.at(n + u64::from(twos)) ^ u32::from(one);
        let length = self.superscript.len().saturating_sub(twos as usize).max(2);
        let superscript: Vec<u32> = (0..length as u64).map(at).collect();
        let two = if twos % 2 == 1 { 2 } else { 0 };
        Genus { normal: self.normal ^ two ^ u32::from(one), superscript: shortest(&superscript) }
    }

    /// The genus of a game from those of its options. From some index on the sets of the options' values have
    /// period two; then a value depends on the previous one, and the values themselves have period two
    /// (Winning Ways, chapter 13).
    pub(super) fn of_options(options: &[OptionGenus<'_>]) -> Self {
        let shown = |(genus, twos, _): &OptionGenus<'_>| {
            (genus.superscript.len() - 2).saturating_sub(*twos as usize)
        };
        let settled = options.iter().map(shown).max().unwrap_or(0);
        let two = |twos: u32| if twos % 2 == 1 { 2 } else { 0 };
        let normal = mex(options
            .iter()
            .map(|&(genus, twos, one)| genus.normal ^ two(twos) ^ u32::from(one)));
        let mut values: Vec<u32> = Vec::new();
        loop {
            let n = values.len();
            let before = values.last().map(|&value| [value, value ^ 1]);
            let of_options = options
                .iter()
                .map(|&(genus, twos, one)| genus.at(n as u64 + u64::from(twos)) ^ u32::from(one));
            values.push(match (n, options) {
                (0, []) => 1,
                _ => mex(of_options.chain(before.into_iter().flatten())),
            });
            if n >= settled + 2 && values[n] == values[n - 2] {
                return Genus { normal, superscript: shortest(&values) };
            }
        }
    }
}

/// Removes trailing digits implied by the period.
fn shortest(values: &[u32]) -> Box<[u32]> {
    let mut length = values.len();
    while length > 2 && values[length - 1] == values[length - 3] {
        length -= 1;
    }
    values[..length].into()
}

/// The mex.
pub(super) fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut seen: Vec<u32> = values.collect();
    seen.sort_unstable();
    seen.dedup();
    let gap = seen.iter().zip(0..).find(|(value, n)| *value != n);
    gap.map_or(seen.len() as u32, |(_, n)| n)
}
