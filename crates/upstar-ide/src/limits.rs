//! Limits as people write them: seconds, sizes of memory, numbers of threads, what is validated.

use core::time::Duration;

use crate::session::{MOST_THREADS, Validate};

/// A number of seconds, more than 0.
///
/// # Errors
/// A message with what was expected.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || "expected a number of seconds such as 0.5 or 60".to_owned();
    // Words that stand for numbers, such as `nan`, are none of seconds.
    if !text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return Err(expected());
    }
    let seconds: f64 = text.parse().map_err(|_| expected())?;
    if seconds.is_nan() || text.ends_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(expected());
    }
    if seconds <= 0.0 {
        return Err("expected more than 0 seconds".to_owned());
    }
    match Duration::try_from_secs_f64(seconds) {
        Ok(Duration::ZERO) => Err("expected more than 0 seconds".to_owned()),
        Ok(duration) => Ok(duration),
        Err(_) => Err(format!("{text} seconds are too many: at most {} are", u64::MAX)),
    }
}

/// `500M`, `2G`, `2GiB`, `1.5g`, `5000000`: bytes, in powers of 1024.
///
/// # Errors
/// A message with what was expected.
pub fn size(text: &str) -> Result<u64, String> {
    let expected = || "expected a size such as 500M or 2G".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text[digits.len()..].to_ascii_uppercase();
    let shift = match unit.trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(expected()),
    };
    let number: f64 = digits.parse().map_err(|_| expected())?;
    let bytes = number * (1_u64 << shift) as f64;
    // A small number without a unit, such as 500, means megabytes.
    if shift == 0 && bytes < f64::from(1 << 20) {
        return Err(format!("{digits} bytes are too few: a size is written as 500M or 2G"));
    }
    if bytes.is_finite() && bytes >= 1.0 { Ok(bytes as u64) } else { Err(expected()) }
}

/// A number of threads, from 1 to 256.
///
/// # Errors
/// A message with what was expected.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {MOST_THREADS}"))
}

/// Which answers are asked of the rules as well: `all`, `some` or `off`.
///
/// # Errors
/// A message with what was expected.
pub fn validate(text: &str) -> Result<Validate, String> {
    text.parse().map_err(|()| "expected all, some or off".to_owned())
}

/// Bytes, in the largest unit that needs no fraction.
pub fn shown_size(bytes: u64) -> String {
    let units = [("T", 40), ("G", 30), ("M", 20), ("K", 10)];
    let whole = units.iter().find(|(_, shift)| bytes > 0 && bytes.is_multiple_of(1 << shift));
    whole.map_or_else(|| bytes.to_string(), |(unit, shift)| format!("{}{unit}", bytes >> shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_numbers_and_messages_are_of_this_program() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("1e3"), Ok(Duration::from_secs(1000)));
        let no_number = [
            "",
            " ",
            "nan",
            "NaN",
            "-nan",
            "+nan",
            "inf",
            "-inf",
            "+infinity",
            "x",
            "1s",
            "1,5",
            "0x1",
        ];
        for text in no_number {
            assert_eq!(
                seconds(text),
                Err("expected a number of seconds such as 0.5 or 60".to_owned()),
                "{text}"
            );
        }
        for text in ["0", "-0", "-1", "-1e400", "1e-400", "1e-30"] {
            assert_eq!(seconds(text), Err("expected more than 0 seconds".to_owned()), "{text}");
        }
        for text in ["1e20", "1e400", "99999999999999999999"] {
            assert!(seconds(text).is_err_and(|error| error.starts_with(text)), "{text}");
        }
        // Whatever is typed, no message is one of a library.
        let letters = ["", "1", "e", "-", "+", ".", "nan", "inf", "9", "_", " "];
        for a in letters {
            for b in letters {
                for c in letters {
                    if let Err(message) = seconds(&format!("{a}{b}{c}")) {
                        let own = message.starts_with("expected ") || message.contains("too many");
                        assert!(own, "{a}{b}{c}: {message}");
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_of_no_number_are_refused() {
        for text in ["", "M", "nan", "inf", "nanM", "infG", "-1M", "1e400", "0", "0M"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("500M"), Ok(500 << 20));
        assert_eq!(size("1.5g"), Ok(3 << 29));
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert_eq!(size("5000000"), Ok(5_000_000));
        assert_eq!(size("64K"), Ok(64 << 10));
        assert!(size("10").is_err_and(|message| message.starts_with("10 bytes are too few")));
        assert!(size("lots").is_err());
        assert!(size("-1G").is_err());
        assert!(size("1X").is_err());
    }

    #[test]
    fn sizes_read_back() {
        for bytes in [1024, 5_000_001, 500 << 20, 3 << 29, 4 << 30, 1 << 40] {
            assert_eq!(size(&shown_size(bytes)), Ok(bytes));
        }
        assert_eq!(shown_size(4 << 30), "4G");
        assert_eq!(shown_size(0), "0");
    }
}
