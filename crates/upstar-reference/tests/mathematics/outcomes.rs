//! Who wins: in normal and misère play, and where play repeats.

use upstar_reference::Player::{self, Left, Right};
use upstar_reference::play::{Convention, Outcome, Play};
use upstar_reference::{Fault, steps::Steps};

use crate::toys::{Random, Toy, domineering, kayles, nim, toads_and_frogs, toy};

#[test]
fn nim_is_won_as_bouton_says() {
    let rules = toy(nim);
    let mut play = Play::new(&rules);
    for a in 0..5_u64 {
        for b in 0..5 {
            for c in 0..4 {
                let class = |zero| if zero { Outcome::P } else { Outcome::N };
                let normal = play.outcome(&[a, b, c], Convention::Normal).unwrap();
                assert_eq!(normal, class(a ^ b ^ c == 0));
                let large = a.max(b).max(c) > 1;
                let misere = play.outcome(&[a, b, c], Convention::Misere).unwrap();
                assert_eq!(misere, class((a ^ b ^ c == 0) == large), "{a}, {b}, {c}");
            }
        }
    }
    assert_eq!(
        play.winning_moves(&[13, 12, 8], Left, Convention::Normal).unwrap(),
        [[4, 12, 8], [13, 5, 8], [13, 12, 1]]
    );
    assert_eq!(play.winning_moves(&[3, 1, 1], Right, Convention::Misere).unwrap(), [[1, 1, 1]]);
    assert_eq!(play.best_by_winner(&[1, 1], Left, Convention::Misere).unwrap(), [[0, 1], [1, 0]]);
}

#[test]
fn misere_nimbers_are_heaps_with_which_the_previous_player_wins() {
    /// A heap of Nim, or a row of Kayles.
    type Either = (bool, u64);
    fn either((is_nim, n): &Either, player: Player) -> Vec<Vec<Either>> {
        let options = if *is_nim { nim(n, player) } else { kayles(n, player) };
        options.into_iter().map(|sum| sum.into_iter().map(|n| (*is_nim, n)).collect()).collect()
    }
    let rules = toy(either);
    let mut play = Play::new(&rules);
    for n in 0..7 {
        let nimber = play.misere_nimber(&[(false, n)]).unwrap();
        for heap in 0..4 {
            let sum = [(false, n), (true, heap)];
            let is_p = play.outcome(&sum, Convention::Misere).unwrap() == Outcome::P;
            assert_eq!(is_p, heap == nimber, "Kayles of {n} and Nim of {heap}");
        }
    }
}

#[test]
fn partizan_games_are_won_as_their_values_say() {
    let rules = toy(toads_and_frogs);
    let mut play = Play::new(&rules);
    let sum = |strip: &str| [strip.to_owned()];
    assert_eq!(play.outcome(&sum("TT.F"), Convention::Normal).unwrap(), Outcome::N);
    assert_eq!(play.winning_moves(&sum("TT.F"), Left, Convention::Normal).unwrap(), [["T.TF"]]);
    assert_eq!(play.winning_moves(&sum("TT.F"), Right, Convention::Normal).unwrap(), [["TTF."]]);
    let rules = toy(domineering);
    let mut play = Play::new(&rules);
    assert_eq!(play.outcome(&sum("..../..../..../...."), Convention::Normal).unwrap(), Outcome::N);
    assert_eq!(play.outcome(&sum("../.."), Convention::Misere).unwrap(), Outcome::P);
}

/// Edges of a graph on which a token moves: from, to, whether Left may, whether Right may.
const EDGES: [(u64, u64, bool, bool); 7] = [
    (1, 1, true, false),
    (2, 2, false, true),
    (3, 3, true, true),
    (4, 5, true, false),
    (4, 3, false, true),
    (6, 3, true, true),
    (6, 5, true, true),
];

fn token(at: &u64, player: Player) -> Vec<Vec<u64>> {
    let may = |(from, _, left, right): &&(u64, u64, bool, bool)| {
        from == at && if player == Left { *left } else { *right }
    };
    EDGES.iter().filter(may).map(|(_, to, ..)| vec![*to]).collect()
}

#[test]
fn play_that_repeats_has_nine_outcomes() {
    let rules = toy(token);
    let mut play = Play::new(&rules);
    let found: Vec<Outcome> =
        (1..=6).map(|at| play.outcome(&[at], Convention::Normal).unwrap()).collect();
    use Outcome::{D, L, N, NHat, P, R};
    assert_eq!(found, [L, R, D, NHat, P, N]);
    assert_eq!(play.winning_moves(&[6], Left, Convention::Normal).unwrap(), [[5]]);
    assert_eq!(play.outcome(&[1, 2], Convention::Normal).unwrap(), D, "on and off make dud");
    let outcomes = [Some(Left), None, Some(Right)]
        .map(|left| [Some(Left), None, Some(Right)].map(|right| Outcome::of(left, right).name()));
    let names = [["L", "N_hat", "N"], ["P_hat", "D", "N_check"], ["P", "P_check", "R"]];
    assert_eq!(outcomes, names);
}

/// A slide of the book: pieces of a player move to either side.
fn slide(strip: &String, player: Player) -> Vec<Vec<String>> {
    let piece = if player == Left { 'a' } else { 'b' };
    let mut options = Vec::new();
    for (from, to) in [([piece, '.'], ['.', piece]), (['.', piece], [piece, '.'])] {
        let (from, to): (String, String) = (from.iter().collect(), to.iter().collect());
        for place in 0..strip.len() {
            if let Some(rest) = strip[place..].strip_prefix(from.as_str()) {
                options.push(vec![format!("{}{to}{rest}", &strip[..place])]);
            }
        }
    }
    options
}

#[test]
fn slides_are_won_as_the_book_says() {
    let rules = toy(|strip: &String, player| {
        let back = if player == Left { "a." } else { "b." };
        let there = if player == Left { ".a" } else { ".b" };
        slide(strip, player)
            .into_iter()
            .filter(|_| strip.contains(back) || strip.contains(there))
            .collect()
    });
    let mut play = Play::new(&rules);
    for (strip, expected) in [("a.", Outcome::L), ("a.b", Outcome::N), ("a..b", Outcome::P)] {
        assert_eq!(play.outcome(&[strip.to_owned()], Convention::Normal).unwrap(), expected);
    }
}

/// A graph at random: up to three edges from each vertex, by the number in the first part.
fn random_token(&(seed, at): &(u64, u64), player: Player) -> Vec<Vec<(u64, u64)>> {
    let mut random = Random(seed * 64 + at * 2 + u64::from(player == Left));
    random.below(2);
    let edges = random.below(4);
    (0..edges).map(|_| vec![(seed, random.below(8))]).collect()
}

#[test]
fn winners_on_random_graphs_follow_from_those_of_the_moves() {
    let rules = toy(random_token);
    for convention in [Convention::Normal, Convention::Misere] {
        let mut play = Play::new(&rules);
        let mut draws = 0;
        for seed in 0..60 {
            for (at, player) in (0..8).flat_map(|at| [(at, Left), (at, Right)]) {
                let winner = play.winner(&[(seed, at)], player, convention).unwrap();
                let moves = play.moves(&[(seed, at)], player).unwrap();
                let mut after = Vec::new();
                for next in &moves {
                    after.push(play.winner(next, player.opponent(), convention).unwrap());
                }
                let loser =
                    if convention == Convention::Normal { player.opponent() } else { player };
                let expected = match () {
                    () if moves.is_empty() => Some(loser),
                    () if after.contains(&Some(player)) => Some(player),
                    () if after.contains(&None) => None,
                    () => Some(player.opponent()),
                };
                assert_eq!(winner, expected, "graph {seed}, vertex {at}, {player:?}");
                draws += u32::from(winner.is_none());
            }
        }
        assert!(draws > 50, "{draws} draws");
    }
}

#[test]
fn a_draw_needs_no_end_that_is_forced() {
    // From 0 both may stay or go to 1; from 1 neither can move.
    let rules = toy(|at: &u64, _| if *at == 0 { vec![vec![0], vec![1]] } else { Vec::new() });
    let mut play = Play::new(&rules);
    assert_eq!(play.outcome(&[0], Convention::Normal).unwrap(), Outcome::N);
    assert_eq!(play.outcome(&[0], Convention::Misere).unwrap(), Outcome::D);
}

#[test]
fn positions_without_end_take_too_many_steps() {
    let rules = Toy { steps: Steps::new(30_000), ..toy(|n: &u64, _| vec![vec![n + 1]]) };
    let mut play = Play::new(&rules);
    assert_eq!(play.outcome(&[0], Convention::Normal), Err(Fault::TooLarge));
}
