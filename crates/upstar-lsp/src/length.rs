//! How long the random tests run, as the environment says. Shared by the integration tests and the
//! unit tests of both packages.

use std::env;

use proptest::test_runner::Config as ProptestConfig;

/// How many cases a test makes: `usual`, and `UPSTAR_TEST_LENGTH` times as many in a run at length.
pub(crate) fn cases<N: TryFrom<u64> + TryInto<u64>>(usual: N) -> N {
    let usual = usual.try_into().ok().expect("a number of cases");
    let cases = usual.checked_mul(number("UPSTAR_TEST_LENGTH", 1));
    cases.and_then(|cases| N::try_from(cases).ok()).expect("fewer cases")
}

/// The number that the environment variable `variable` holds, or else `default`.
pub(crate) fn number(variable: &str, default: u64) -> u64 {
    let Some(text) = env::var_os(variable) else { return default };
    let number = text.to_str().and_then(|text| text.parse().ok());
    number.unwrap_or_else(|| panic!("{variable} must be a natural number, not {text:?}"))
}

/// How property tests run: so many cases, and no files left behind.
pub(crate) fn properties(usual: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    // Each case may be rejected as often in a long run as in a short one.
    let max_global_rejects = cases(default.max_global_rejects);
    ProptestConfig { cases: cases(usual), max_global_rejects, failure_persistence: None, ..default }
}
