//! Numbers and texts as rows of bytes.

/// Appends a number, seven bits to a byte.
///
/// ```
/// # use upstar_core::bytes::{read_count, write_count};
/// let mut bytes = Vec::new();
/// [5, 300].map(|count| write_count(count, &mut bytes));
/// let from = &mut &bytes[..];
/// assert_eq!([read_count(from), read_count(from), read_count(from)], [Some(5), Some(300), None]);
/// ```
#[inline]
pub fn write_count(mut count: u64, to: &mut Vec<u8>) {
    while count >= 1 << 7 {
        to.push(count as u8 | 1 << 7);
        count >>= 7;
    }
    to.push(count as u8);
}

/// Reads a number that [`write_count`] wrote.
#[inline]
pub fn read_count(from: &mut &[u8]) -> Option<u64> {
    let mut count = 0;
    for place in (0..64).step_by(7) {
        let [byte] = take(from)?;
        count |= u64::from(byte & 0x7f) << place;
        if byte < 1 << 7 {
            return Some(count);
        }
    }
    None
}

/// Takes so many bytes.
pub fn take<const N: usize>(from: &mut &[u8]) -> Option<[u8; N]> {
    let (bytes, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(*bytes)
}

/// Takes as many bytes as the number before them says.
pub fn take_some<'a>(from: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(read_count(from)?).ok()?;
    let (bytes, rest) = from.split_at_checked(length)?;
    *from = rest;
    Some(bytes)
}
