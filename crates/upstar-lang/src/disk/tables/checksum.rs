//! Checksums of the entries of a file of answers.
//!
//! Knows: bytes. Must not know: what they mean, or the file.

/// Bytes of a checksum.
const CHECKSUM: usize = 4;

/// Checksum of an entry: FNV-1a on words in place of bytes.
pub(super) fn checksum(key: &[u8], answer: &[u8]) -> [u8; CHECKSUM] {
    let add = |sum: u64, word: u64| {
        let sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^ sum >> 29
    };
    let of_part = |sum: u64, part: &[u8]| {
        let (words, rest) = part.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let words = words.iter().chain([&last]).map(|word| u64::from_le_bytes(*word));
        words.fold(add(sum, part.len() as u64), add)
    };
    let sum = of_part(of_part(0xcbf2_9ce4_8422_2325, key), answer);
    ((sum ^ sum >> 32) as u32).to_le_bytes()
}

/// The answer of an entry whose checksum is right.
pub(super) fn checked<'a>(key: &[u8], entry: &'a [u8]) -> Option<&'a [u8]> {
    let (answer, sum) = entry.split_last_chunk::<CHECKSUM>()?;
    (*sum == checksum(key, answer)).then_some(answer)
}
