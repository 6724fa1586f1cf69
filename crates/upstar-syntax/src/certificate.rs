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
