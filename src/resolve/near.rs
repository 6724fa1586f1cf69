//! The known name nearest to a misspelt one.

/// Longer names are nobody's slip of the finger, and comparing them takes long.
const LONGEST: usize = 64;

/// The nearest of `candidates`, when it is near enough to be meant. Cost: for each candidate of
/// about the same length, the product of the lengths.
pub fn nearest<S: AsRef<str>>(name: &str, candidates: impl IntoIterator<Item = S>) -> Option<S> {
    let length = name.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let lower = name.to_lowercase();
    let limit = 1 + length / 4;
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let text = candidate.as_ref();
            if text.chars().take(length + limit + 1).count().abs_diff(length) > limit {
                return None;
            }
            let distance = if text.to_lowercase() == lower {
                0
            } else {
                strsim::damerau_levenshtein(name, text)
            };
            let meant = text != name && distance <= limit && distance < text.chars().count();
            meant.then_some((distance, candidate))
        })
        .min_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.as_ref().cmp(y.as_ref())))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn it_finds_slips_of_the_finger_and_of_case() {
        let names = ["canonical", "outcome", "Nim", "nimber", "left_stop"];
        assert_eq!(nearest("cannonical", names), Some("canonical"));
        assert_eq!(nearest("nim", names), Some("Nim"));
        assert_eq!(nearest("outcom", names), Some("outcome"));
        assert_eq!(nearest("zebra", names), None);
        assert_eq!(nearest(&"nim".repeat(1_000_000), names), None);
        assert_eq!(nearest("nimber", ["nimber ".repeat(1_000_000)]), None);
    }
}
