//! Nimbers and values of positions.

use upstar_reference::Fault;
use upstar_reference::Player::{self, Left, Right};
use upstar_reference::bracket::Relation;
use upstar_reference::play::{Convention, Outcome, Play};

use crate::toys::{Random, domineering, games, kayles, nim, toads_and_frogs, toy};

/// The value of a position as it is printed.
fn value(rules: fn(&String, Player) -> Vec<Vec<String>>, position: &str) -> String {
    let (rules, games) = (toy(rules), games());
    let value = Play::new(&rules).value(&[position.to_owned()], &games).unwrap();
    games.print(value).unwrap()
}

#[test]
fn kayles_has_the_nimbers_of_guy_and_smith() {
    let rules = toy(kayles);
    let mut play = Play::new(&rules);
    let nimbers: Vec<u64> = (0..=14).map(|n| play.nimber(&[n]).unwrap()).collect();
    assert_eq!(nimbers, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2]);
    assert_eq!(play.nimber(&[5, 11, 3]).unwrap(), 4 ^ 6 ^ 3);
    let misere: Vec<u64> = (0..=9).map(|n| play.misere_nimber(&[n]).unwrap()).collect();
    assert_eq!(misere, [1, 0, 2, 3, 0, 1, 3, 2, 1, 0]);
}

#[test]
fn values_of_impartial_games_are_their_nimbers() {
    let (rules, games) = (toy(kayles), games());
    let mut play = Play::new(&rules);
    for n in 0..=8 {
        let value = play.value(&[n, 3], &games).unwrap();
        assert_eq!(games.as_nimber(value).unwrap(), Some(play.nimber(&[n, 3]).unwrap()));
    }
}

#[test]
fn a_nimber_is_asked_of_games_with_the_same_moves_for_both() {
    let rules = toy(domineering);
    let found = Play::new(&rules).nimber(&["../".to_owned()]);
    assert!(matches!(found, Err(Fault::Wrong { .. })));
}

#[test]
fn domineering_has_the_values_of_winning_ways() {
    for (board, expected) in [
        ("./", "0"),
        ("./.", "1"),
        ("../##", "-1"),
        ("../..", "{1|-1}"),
        ("../.#", "*"),
        ("..../####", "-2"),
        (".../...", "{2|-1/2}"),
        ("../../..", "{1/2|-2}"),
        (".../.../...", "{1|-1}"),
        (".#/../#.", "{1|0}"),
        (".#/../.#", "*"),
    ] {
        assert_eq!(value(domineering, board), expected, "{board}");
    }
}

#[test]
fn toads_and_frogs_have_the_values_of_winning_ways() {
    for (strip, expected) in [
        ("T.", "1"),
        ("T..", "2"),
        (".F", "-1"),
        ("TF", "0"),
        ("T.F", "*"),
        ("TF.", "0"),
        ("TT.FF", "*"),
        ("T..F", "0"),
        ("T.TF", "1/2"),
        ("TT.F", "{1/2|0}"),
    ] {
        assert_eq!(value(toads_and_frogs, strip), expected, "{strip}");
    }
}

#[test]
fn outcomes_by_play_are_those_of_the_values() {
    let (rules, games) = (toy(domineering), games());
    let mut play = Play::new(&rules);
    let mut random = Random(4);
    for _ in 0..15 {
        let mut board = || -> String {
            let mut cells = ".../.../...".to_owned();
            for _ in 0..3 {
                let place = [0, 1, 2, 4, 5, 6, 8, 9, 10][random.below(9) as usize];
                cells.replace_range(place..=place, "#");
            }
            cells
        };
        let sum = [board(), board()];
        let value = play.value(&sum, &games).unwrap();
        let parts: Vec<_> =
            sum.iter().map(|b| play.value(std::slice::from_ref(b), &games).unwrap()).collect();
        assert!(games.equal(value, games.sum(parts[0], parts[1]).unwrap()).unwrap());
        let form = play.form(&sum, &games).unwrap();
        assert_eq!(games.canonical(form).unwrap(), value);
        let expected = match games.compare(value, games.zero().unwrap()).unwrap() {
            Relation::Greater => Outcome::L,
            Relation::Less => Outcome::R,
            Relation::Equal => Outcome::P,
            Relation::Confused => Outcome::N,
        };
        assert_eq!(play.outcome(&sum, Convention::Normal).unwrap(), expected);
    }
}

#[test]
fn best_moves_are_beaten_by_no_other() {
    let (rules, games) = (toy(domineering), games());
    let mut play = Play::new(&rules);
    let board = vec![".../...".to_owned()];
    let best = play.best_by_value(&board, Left, &games).unwrap();
    assert_eq!(best, [[".#./.#.".to_owned()]]);
    assert_eq!(play.best_by_value(&board, Right, &games).unwrap().len(), 4);

    let rules = toy(nim);
    let mut play = Play::new(&rules);
    assert_eq!(play.best_by_value(&[2], Left, &games).unwrap(), [[0], [1]]);
}
