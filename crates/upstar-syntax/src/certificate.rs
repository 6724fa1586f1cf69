//! The format of certificates, as far as who makes them and who checks them write it alike.
//!
//! Knows: words of the format (the book: reference/certificates.md). Must not know: facts, and how they follow.

/// The first line of a certificate.
pub const FIRST_LINE: &str = "upstar certificate 1";

/// Questions about the value of a sum, which its canonical form answers.
pub const OF_VALUES: &[&str] = &[
    "birthday",
    "canonical",
    "cool",
    "is_all_small",
    "is_infinitesimal",
    "is_integer",
    "is_nimber",
    "is_number",
    "left_stop",
    "left_wall",
    "mean",
    "right_stop",
    "right_wall",
    "stops",
    "subzero_thermograph",
    "temperature",
    "thermograph",
];

/// The name of a generator of a monoid: a, b, ..., z, A, ..., Z, (53), ...
pub fn letter(place: usize) -> String {
    match (b'a'..=b'z').chain(b'A'..=b'Z').nth(place) {
        Some(letter) => char::from(letter).to_string(),
        None => format!("({})", place + 1),
    }
}

/// A word of generators by the exponent of each, such as `ab^2`.
///
/// ```
/// # use upstar_syntax::certificate::word;
/// assert_eq!(word(&[1, 2]), "ab^2");
/// assert_eq!(word(&[]), "1");
/// ```
pub fn word(exponents: &[u32]) -> String {
    let power = |(place, exponent): (usize, &u32)| match exponent {
        0 => String::new(),
        1 => letter(place),
        _ => format!("{}^{exponent}", letter(place)),
    };
    let word: String = exponents.iter().enumerate().map(power).collect();
    if word.is_empty() { "1".to_owned() } else { word }
}

/// Writes the presentation of a monoid: its number of generators, and the two words of each relation.
pub fn presentation<'w>(
    generators: usize,
    relations: impl IntoIterator<Item = (&'w [u32], &'w [u32])>,
) -> String {
    let letters: Vec<String> = (0..generators).map(letter).collect();
    let equal = |(left, right)| format!("{} = {}", word(left), word(right));
    let relations: Vec<String> = relations.into_iter().map(equal).collect();
    match letters.is_empty() {
        true => "<1>".to_owned(),
        false => format!("<{} | {}>", letters.join(", "), relations.join(", ")),
    }
}
