//! An explanation is computed once, and no further than it is shown.

use std::cell::Cell;
use std::rc::Rc;

use super::draft::{Draft, Outline, Reasons};
use super::{MOST_LEVELS, SCREEN, fitting};
use upstar_lang::session::Session;

use crate::value::explanation::{Sentence, Step};

/// A page of `lines` statements, each with a reason that has another reason, and the number of reasons that
/// were computed.
fn page(lines: usize) -> (Outline, Rc<Cell<usize>>) {
    let found = Rc::new(Cell::new(0));
    let statement = |_| {
        let (outer, inner) = (found.clone(), found.clone());
        let under = Reasons::second(move |_| {
            outer.set(outer.get() + 1);
            let last = Reasons::second(move |_| {
                inner.set(inner.get() + 1);
                Ok(vec![Step::says(Sentence::new("and why that")).into()])
            });
            Ok(vec![Draft::new(Sentence::new("why"), last)])
        });
        Draft::new(Sentence::new("so"), under)
    };
    let steps = (0..lines).map(statement).collect();
    (Outline::new(Sentence::new("so it is"), steps), found)
}

fn lines(steps: &[Step]) -> usize {
    steps.iter().map(Step::lines).sum()
}

#[test]
fn reasons_are_found_once_and_only_where_they_are_shown() {
    let (mut outline, found) = page(2);
    let shown = Session::default().compute(|host| {
        // A depth, how many reasons are found then, and how many lines are shown.
        for (depth, known, height) in [(1, 0, 4), (2, 2, 6), (1, 2, 4), (3, 4, 6), (9, 4, 6)] {
            let steps = outline.cut(host, depth)?;
            assert_eq!((found.get(), lines(&steps)), (known, height), "depth {depth}");
        }
        Ok(())
    });
    assert!(shown.is_ok());
}

#[test]
fn a_page_that_does_not_fit_is_opened_no_further() {
    for (height, levels, known) in
        [(2, MOST_LEVELS, 4), (SCREEN / 2, 1, SCREEN / 2), (SCREEN, 1, 0)]
    {
        let (mut outline, found) = page(height);
        let (opened, steps) = Session::default()
            .compute(|host| Ok(fitting(host, &mut outline)?))
            .expect("nothing fails here");
        assert_eq!((opened, found.get()), (levels, known), "{height} statements");
        assert!(opened == 1 || lines(&steps) <= SCREEN);
    }
}

#[test]
fn steps_that_read_alike_are_shown_once() {
    let line = |words: &str| Draft::new(Sentence::new(words), Reasons::none());
    let steps = vec![line("a"), line("a").once(), line("b").once(), line("b")];
    let mut outline = Outline::new(Sentence::default(), steps);
    let shown = Session::default().compute(|host| Ok(outline.cut(host, 1)?));
    assert_eq!(shown.map(|steps| steps.len()).ok(), Some(3));
}
