//! What is too large to be written down: what could not be read back.

use upstar_core::Rational;

use super::{Result, Writer};
use crate::diagnostic::Code;
use crate::value::Fault;

/// Games whose text is longer are not written out: it can be exponential in the followers.
const MAX_TEXT: usize = 1 << 20;
/// How deep brackets may nest: somewhat less than what the reader takes. One of a form counts
/// once, any other twice.
const MAX_LEVELS: usize = 960;
/// Numbers with more bits have more than the hundred thousand digits that the reader takes.
const MAX_NUMBER_BITS: u64 = 332_192;

/// Bytes that a short piece of a text takes.
const SHORT: usize = 32;

impl Writer<'_> {
    /// A writer for a part of the text.
    pub(super) fn part(&self) -> Self {
        Writer { out: String::new(), ..*self }
    }

    /// Makes a step, and room for a short piece of the text.
    pub(super) fn within_limits(&mut self) -> Result<()> {
        self.store.budget().step()?;
        self.reserve(SHORT.max(self.out.len() / 16))
    }

    /// Makes room for so many more bytes of the text, if memory allows. The text doubles at least.
    pub(super) fn reserve(&mut self, bytes: usize) -> Result<()> {
        if self.out.capacity() - self.out.len() < bytes {
            let more = bytes.max(self.out.len());
            self.store.budget().reserve((self.out.len() + more) as u64)?;
            self.out.reserve_exact(more);
        }
        Ok(())
    }

    /// Writes something `levels` levels further down.
    pub(super) fn deeper<T>(
        &mut self,
        levels: usize,
        write: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.store.budget().step()?;
        if self.level + levels > MAX_LEVELS {
            return Err(too_large("this value is nested too deeply to be written out"));
        }
        self.level += levels;
        let written = stacker::maybe_grow(64 * 1024, 1024 * 1024, || write(self));
        self.level -= levels;
        written
    }
}

/// Refuses texts of games that nobody can read.
pub(super) fn readable(text: &str) -> Result<()> {
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    Err(too_large(&format!("the text of this game has more than {MAX_TEXT} characters")))
}

/// Refuses numbers with more digits than can be typed.
pub(super) fn short(number: &Rational) -> Result<()> {
    if number.bits() <= MAX_NUMBER_BITS {
        return Ok(());
    }
    Err(Fault::new(Code::TooLarge, "this number has more than 100000 digits")
        .help("it can be calculated with, for example `x % 1000`"))
}

fn too_large(message: &str) -> Fault {
    Fault::new(Code::TooLarge, message)
        .help("of a game, `outcome`, `stops`, `mean` and `temperature` can be asked for")
}
