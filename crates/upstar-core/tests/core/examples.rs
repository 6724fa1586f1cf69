//! The examples print what their first lines say.

use std::cell::RefCell;

thread_local! {
    /// What an example has printed on this thread.
    static PRINTED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// In the examples below, `println!` writes where the tests can read.
macro_rules! println {
    ($($text:tt)*) => {{
        let line = format!($($text)*) + "\n";
        crate::examples::PRINTED.with_borrow_mut(|printed| printed.push_str(&line));
    }};
}

#[path = "../../examples/loopy.rs"]
mod loopy;
#[path = "../../examples/ruleset.rs"]
mod ruleset;
#[path = "../../examples/sum.rs"]
mod sum;
#[path = "../../examples/sweep.rs"]
mod sweep;
#[path = "../../examples/temperatures.rs"]
mod temperatures;

/// Runs an example and compares what it prints with the block in its documentation.
fn check<E: std::fmt::Debug>(source: &str, main: fn() -> Result<(), E>) {
    let head = source.lines().map_while(|line| line.strip_prefix("//!"));
    let block =
        head.skip_while(|line| *line != " ```text").skip(1).take_while(|line| *line != " ```");
    let promised: Vec<&str> = block.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    assert!(!promised.is_empty(), "the example says what it prints");
    PRINTED.take();
    main().unwrap();
    assert_eq!(PRINTED.take().lines().collect::<Vec<_>>(), promised);
}

#[test]
fn a_sum() {
    check(include_str!("../../examples/sum.rs"), sum::main);
}

#[test]
fn temperatures() {
    check(include_str!("../../examples/temperatures.rs"), temperatures::main);
}

#[test]
fn loopy_games() {
    check(include_str!("../../examples/loopy.rs"), loopy::main);
}

#[test]
fn an_own_ruleset() {
    check(include_str!("../../examples/ruleset.rs"), ruleset::main);
}

#[test]
fn a_sweep_on_all_cores() {
    check(include_str!("../../examples/sweep.rs"), sweep::main);
}
