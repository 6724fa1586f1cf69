//! Derivations replay by the definitions.

use crate::oracle::Form;
use upstar_core::derive::{Sides, Step, Summand, answers, canonical_form, winning_move};
use upstar_core::{Dyadic, Game, Player, Store};

use crate::support::{Choices, day_two, random_form, store};

/// How many random forms are derived.
const FORMS: usize = 2_000;

fn of_sides(store: &Store, sides: &Sides) -> Form {
    let all = |games: &[Game]| games.iter().map(|g| Form::of(store, *g).unwrap()).collect();
    Form { left: all(&sides.left), right: all(&sides.right) }
}

fn tree(store: &Store, g: Game) -> Form {
    Form::of(store, g).unwrap()
}

/// Whether `a` is as good for `player` as `b`, by definition.
fn as_good(a: &Form, b: &Form, player: Player) -> bool {
    match player {
        Player::Left => b.at_most(a),
        Player::Right => a.at_most(b),
    }
}

/// Checks what a step claims of the form before it.
fn check(store: &Store, sides: &Sides, step: &Step) {
    let whole = of_sides(store, sides);
    match step {
        Step::Number { number, below, above } => {
            let x = Form::of_number(number);
            assert!(!whole.left.iter().any(|l| as_good(l, &x, Player::Left)));
            assert!(!whole.right.iter().any(|r| as_good(r, &x, Player::Right)));
            for (found, player) in [(below, Player::Left), (above, Player::Right)] {
                let Some((parent, option)) = found else { continue };
                assert!(sides.of(player).contains(option));
                let parent = Form::of_number(parent);
                assert!(as_good(&tree(store, *option), &parent, player));
                // It is an option of the number, so that all simpler ones are beyond it.
                assert_eq!(x.options(player).to_vec(), [parent]);
            }
            assert_eq!(below.is_some(), !x.left.is_empty());
            assert_eq!(above.is_some(), !x.right.is_empty());
        }
        Step::Dominated { player, options, by } => {
            assert!(sides.of(*player).contains(by) && !options.contains(by));
            for option in options {
                assert!(sides.of(*player).contains(option));
                assert!(as_good(&tree(store, *by), &tree(store, *option), *player));
            }
        }
        Step::Reversible { player, option, reply, replaced_by } => {
            assert!(sides.of(*player).contains(option));
            let (option, reply) = (tree(store, *option), tree(store, *reply));
            assert!(option.options(player.opponent()).contains(&reply));
            assert!(as_good(&reply, &whole, player.opponent()));
            let mut further: Vec<Form> = replaced_by.iter().map(|g| tree(store, *g)).collect();
            further.sort();
            assert_eq!(further, reply.options(*player));
        }
    }
}

#[test]
fn steps_hold_by_definition_and_end_in_the_canonical_form() {
    let mut choices = Choices(1976);
    let mut counts = [0; 3];
    for _ in 0..FORMS {
        let store = store();
        let form = random_form(&mut choices, 4);
        let values = |side: &[Form]| -> Vec<Game> {
            side.iter().map(|option| option.game(&store).unwrap()).collect()
        };
        let derivation = canonical_form(&store, &values(&form.left), &values(&form.right)).unwrap();
        let mut sides = derivation.start.clone();
        for step in &derivation.steps {
            check(&store, &sides, step);
            step.apply(&mut sides);
            counts[match step {
                Step::Number { .. } => 0,
                Step::Dominated { .. } => 1,
                Step::Reversible { .. } => 2,
            }] += 1;
        }
        let canonical = form.canonical();
        assert_eq!(tree(&store, derivation.value), canonical, "{form:?}");
        if let [Step::Number { number, .. }] = derivation.steps.as_slice() {
            assert_eq!(Form::of_number(number), canonical);
        } else {
            let mut last = of_sides(&store, &sides);
            last.left.sort();
            last.right.sort();
            assert_eq!(last, canonical, "{form:?}");
        }
    }
    assert!(counts.iter().all(|count| *count > FORMS / 20), "{counts:?}");
}

#[test]
fn the_second_player_has_an_answer_to_everything_or_the_first_a_winning_move() {
    let store = store();
    let day = day_two(&store);
    for g in &day {
        for h in &day {
            let parts = [Summand::Game(*g), Summand::Game(store.neg(*h).unwrap())];
            for first in [Player::Left, Player::Right] {
                let loses = match first {
                    Player::Left => tree(&store, *g).at_most(&tree(&store, *h)),
                    Player::Right => tree(&store, *h).at_most(&tree(&store, *g)),
                };
                let found = answers(&store, &parts, first).unwrap();
                assert_eq!(found.is_some(), loses);
                assert_eq!(winning_move(&store, &parts, first).unwrap().is_none(), loses);
                for exchange in found.into_iter().flatten() {
                    follow(&store, &exchange.rest, first);
                }
            }
        }
    }
}

/// The answers go on until the first player cannot move.
fn follow(store: &Store, parts: &[Summand], first: Player) {
    let exchanges = answers(store, parts, first).unwrap().expect("the answer was winning");
    for exchange in exchanges {
        follow(store, &exchange.rest, first);
    }
}

#[test]
fn the_books_examples_are_derived_as_in_the_books() {
    let store = store();
    let star = Game::STAR;
    // Winning Ways, ch. 3: in {0, * | *} the option * is reversible through 0, and up remains.
    let up = canonical_form(&store, &[Game::ZERO, star], &[star]).unwrap();
    let step = Step::Reversible {
        player: Player::Left,
        option: star,
        reply: Game::ZERO,
        replaced_by: Vec::new(),
    };
    assert_eq!(up.steps, [step]);
    // The simplest number between 1/4 and 1 is 1/2: 0 is too small and 1 too large.
    let half = Dyadic::small(1, 1);
    let quarter = store.number(&Dyadic::small(1, 2)).unwrap();
    let number = canonical_form(&store, &[quarter], &[Game::ONE]).unwrap();
    let below = Some((Dyadic::ZERO, quarter));
    let above = Some((Dyadic::ONE, Game::ONE));
    assert_eq!(number.steps, [Step::Number { number: half, below, above }]);
}
