//! Text: what is printed reads back, what is typed is what books mean, and bad texts are refused.

use proptest::prelude::*;
use upstar_core::{
    Dyadic, Error, Exhausted, Game, Notation, ParseError, Store, heat, miny, switch, tiny,
    up_power, up_power_sum,
};

use crate::laws::build;
use crate::support::{Choices, day_three, day_two, store};

const TYPED: [Notation; 2] = [Notation::UNICODE, Notation::ASCII];

fn reads_back(store: &Store, g: Game) {
    for notation in TYPED {
        let text = store.text(g, notation).unwrap();
        assert_eq!(store.parse(&text), Ok(g), "{text}");
    }
    assert!(store.text(g, Notation::ASCII).unwrap().is_ascii());
}

#[test]
fn games_of_day_three_read_back() {
    let store = store();
    for g in day_three(&store) {
        reads_back(&store, g);
    }
}

/// Games with names that few random games have.
fn named(store: &Store, choices: &mut Choices) -> Game {
    let mut below = |n: usize| choices.below(n) as u32;
    let small = |n: u32| i64::from(n) - 4;
    let number = Dyadic::small(small(below(9)), below(3));
    let g = match below(6) {
        0 => store.number_up_star(&number, small(below(9)), below(5)),
        1 => up_power(store, 1 + below(4)),
        2 => up_power_sum(store, 1 + below(4)),
        3 => store
            .times(&small(below(9)).into(), up_power(store, 2 + below(3)).unwrap())
            .and_then(|g| store.add(g, store.nimber(below(4))?)),
        4 => tiny(store, store.integer(1 + i64::from(below(3))).unwrap()),
        _ => switch(store, &[store.integer(1 + i64::from(below(3))).unwrap()]),
    };
    let g = store.add(g.unwrap(), store.number(&number).unwrap()).unwrap();
    if below(2) == 0 { g } else { store.neg(g).unwrap() }
}

#[test]
fn random_games_read_back() {
    let mut choices = Choices(1982);
    for _ in 0..40 {
        let store = store();
        let mut before = Game::STAR;
        for _ in 0..25 {
            let stream: Vec<u8> = (0..16).map(|_| choices.below(256) as u8).collect();
            let (random, known) = (build(&store, &stream), named(&store, &mut choices));
            let game = store.game(&[random, known], &[before, store.neg(known).unwrap()]).unwrap();
            let threat = store.game(&[known], &[store.neg(random).unwrap()]).unwrap();
            for g in [random, known, game, threat] {
                reads_back(&store, g);
                reads_back(&store, switch(&store, &[g]).unwrap());
                reads_back(&store, miny(&store, g).unwrap());
            }
            before = known;
        }
    }
}

/// Source: *Winning Ways*, chapter 6, with the notation of Siegel, *Combinatorial Game Theory*.
#[test]
fn games_of_day_two_are_printed_as_in_books() {
    let store = store();
    let mut printed: Vec<String> =
        day_two(&store).iter().map(|g| store.show(*g).to_string()).collect();
    let mut books = [
        "0", "1", "-1", "1/2", "-1/2", "2", "-2", "*", "*2", "1*", "-1*", "↑", "↓", "↑*", "↓*",
        "±1", "<1|0>", "<0|-1>", "<1|*>", "<*|-1>", "<1|0,*>", "<0,*|-1>",
    ];
    printed.sort_unstable();
    books.sort_unstable();
    assert_eq!(printed, books);
}

#[test]
fn what_is_typed_is_what_books_mean() {
    let store = store();
    let same = [
        ("<0,*|0>", "^*"),
        ("{0 , *\n| *}", "^"),
        ("<1||0|-2>", "<1|<0|-2>>"),
        ("<3|2‖1>", "<3|2||1>"),
        ("<4|3||2|||1|0||-1>", "<<<4|3>|2>|<<1|0>|-1>>"),
        ("<0||0|-2>", "tiny(2)"),
        ("-tiny( 1 )", "miny(1)"),
        ("±1", "<1|-1>"),
        ("±<1,1*>", "+-{1, 1*}"),
        ("±<2|1>", "<<2|1>|<-1|-2>>"),
        ("±1/2*3", "±(1/2 + *3)"),
        ("±1/2", "<1/2|-1/2>"),
        ("<|>", "±<>"),
        ("<0|>", "1"),
        ("<|||0>", "-1"),
        ("-2^", "-2 + ^"),
        ("- 2^", "-2 - ^"),
        ("3 -2v", "1 + ^"),
        ("3--2v", "5 + ^"),
        ("3/4^^*2", "3/4 + ⇑ + *2"),
        ("v3*", "-^ - ^ - ^ + *"),
        ("↑²", "^<2>"),
        ("v[3]", "v + v<2> - ↑³"),
        ("3*4", "3 + *4"),
        ("3 * 4", "12"),
        ("3* + 2", "5 + *"),
        ("3*^", "^^^"),
        ("3*(^*)", "^3*"),
        ("2 × <2|1> − 3", "-3 + <2|1> + <2|1>"),
        ("8/4/4", "1/2"),
        ("^0*0", "0"),
        ("-(1 - <1|0>) * 2", "<1|0> + <1|0> - 2"),
    ];
    for (typed, meant) in same {
        assert_eq!(store.parse(typed).unwrap(), store.parse(meant).unwrap(), "{typed}, {meant}");
    }
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let store = store();
    let wrong = [
        ("", "expected a game, found the end", 0..0),
        ("^ ^", "expected `+`, `-`, `*` or the end of the text, found `^`", 2..3),
        ("1 + ", "expected a game, found the end", 4..4),
        ("<0|*", "this bracket is not closed: `>` is missing", 0..1),
        ("1 + (2", "this bracket is not closed: `)` is missing", 4..5),
        ("<1|2}", "expected `+`, `-`, `*`, `,`, `|` or `>`, found `}`", 4..5),
        ("<1|,2>", "expected a game, found `,`", 3..4),
        ("<1>", "no bar in this bracket: write `<left options|right options>`", 0..3),
        (
            "<3|2|1>",
            "these bars stand twice in one bracket: write one more where it is divided",
            4..5,
        ),
        ("0.25", "numbers are exact: write a fraction, such as 1/4 for 0.25", 0..4),
        ("⇑ + 1/3", "this number is not a short game: its denominator is not a power of 2", 6..9),
        ("1/0", "a number is divided by zero", 0..3),
        ("^/2", "only numbers can be divided", 0..3),
        ("^*n", "only digits can follow a star directly", 1..2),
        ("^^3", "only one arrow can stand before a number", 0..3),
        ("^ * v", "one factor of a product must be an integer", 0..5),
        ("↑ + over", "this is not the name of a short game", 6..10),
        ("1 + miny(^*)", "tiny and miny need a positive game", 4..12),
        ("tiny 2", "expected `(`, found ` `", 4..5),
        ("^<99999999999>", "this power of up is too high", 1..14),
        ("1\u{7}", "expected `+`, `-`, `*` or the end of the text, found U+0007", 1..2),
    ];
    for (text, expected, place) in wrong {
        let error = store.parse(text).unwrap_err();
        assert_eq!(
            error,
            ParseError::Syntax { message: expected.to_owned(), range: place.clone() }
        );
        assert_eq!(error.to_string(), format!("{expected}, at byte {}", place.start));
    }
    let values = [
        ("1 + ^<0>", Error::NoSuchPower, 4..8),
        ("<*|*9999999999>", Error::NimberTooLarge, 3..14),
        ("^9999999999999999999", Error::UpsTooLarge, 0..20),
    ];
    for (text, error, range) in values {
        assert_eq!(store.parse(text), Err(ParseError::Value { error, range }));
    }
    let long = "1".repeat(100_001);
    let error = Error::NumberTooLong { limit: 100_000 };
    assert_eq!(store.parse(&long), Err(ParseError::Value { error, range: 0..100_001 }));
}

/// Pieces of texts that are games, or nearly.
const TOKENS: [&str; 52] = [
    "0", "1", "2", "3/4", "-", "−", "+", "*", "∗", "**", "*2", "^", "^^", "↑", "⇑", "v", "vv", "↓",
    "⇓", "^3", "v2", "²", "¹⁰", "<2>", "[2]", "^<2>", "v[3]", "±", "+-", "±1", "<", ">", "{", "}",
    "|", "||", "‖", ",", "(", ")", "tiny(", "miny(", "tiny", "/", "·", " ", " ", "\n", "x", ".",
    "é", "\u{301}",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn no_text_makes_the_reader_panic(picks in prop::collection::vec(0..TOKENS.len(), 0..14)) {
        let store = store();
        let text: String = picks.iter().map(|pick| TOKENS[*pick]).collect();
        match store.parse(&text) {
            Ok(game) => reads_back(&store, game),
            Err(error) => prop_assert!(text.get(error.range()).is_some(), "{text:?}: {error:?}"),
        }
    }

    #[test]
    fn no_characters_make_the_reader_panic(text in "\\PC{0,12}|[-+*^v<>{}|,()0-9/ .±↑⇓]{0,12}") {
        let store = store();
        store.budget().limit_steps(10_000);
        if let Err(error) = store.parse(&text) {
            prop_assert!(text.get(error.range()).is_some(), "{text:?}: {error:?}");
        }
    }
}

#[test]
fn texts_nested_deeply_are_read_or_refused() {
    const DEPTH: usize = 100_000;
    let store = store();
    let shapes = [
        ("<", "0", ">"),
        ("<0|", "0", "|>"),
        ("{*|", "1", "}"),
        ("(", "1", ")"),
        ("±", "1", ""),
        ("+-<1,", "1", ">"),
        ("-", "1", ""),
        ("- -", "^", ""),
        ("tiny(", "1", ")"),
        ("2*", "*", ""),
        ("1+", "1", ""),
    ];
    for (open, inside, close) in shapes {
        for depth in [100, DEPTH] {
            let closed = format!("{}{inside}{}", open.repeat(depth), close.repeat(depth));
            let opened = open.repeat(depth);
            for text in [closed, opened] {
                if let Err(error) = store.parse(&text) {
                    assert!(text.get(error.range()).is_some(), "{open}: {error}");
                }
            }
        }
    }
    let bars = (1..1000).map(|n| "|".repeat(n) + "*");
    assert!(store.parse(&format!("<*{}>", bars.collect::<String>())).is_ok());
}

#[test]
fn reading_and_printing_obey_the_budget() {
    let store = store();
    let text = format!("0{}", " + <2,1*|*,^>".repeat(10_000));
    store.budget().limit_steps(5_000);
    let stopped = Error::Exhausted(Exhausted::Steps { limit: 5_000 });
    assert!(matches!(store.parse(&text), Err(ParseError::Value { error, .. }) if error == stopped));
    store.budget().restart();
    let g = store.parse("<2|1>").unwrap();
    store.budget().interrupt();
    assert_eq!(store.text(g, Notation::ASCII), Err(Error::Exhausted(Exhausted::Interrupted)));
    assert_eq!(store.show(g).to_string(), "(interrupted)");
}

#[test]
fn texts_that_nobody_can_read_are_not_printed() {
    let store = store();
    // The game of each round stands twice in that of the next.
    let wide = (1..=18).fold(store.parse("±3").unwrap(), |g, k| {
        let (k, most) = (store.integer(k).unwrap(), store.integer(1 << (2 * k + 5)).unwrap());
        let left = store.game(&[most], &[store.add(g, k).unwrap()]).unwrap();
        let right = store.game(&[store.sub(g, k).unwrap()], &[store.neg(most).unwrap()]).unwrap();
        store.game(&[left], &[right]).unwrap()
    });
    assert_eq!(store.text(wide, Notation::ASCII), Err(Error::TextTooLong { limit: 1 << 20 }));
    let deep = heat(&store, store.parse("^2000").unwrap(), Game::ONE).unwrap();
    assert_eq!(store.text(deep, Notation::ASCII), Err(Error::TextTooDeep));
    let long = store.number(&Dyadic::new(1.into(), 400_000)).unwrap();
    assert_eq!(store.text(long, Notation::ASCII), Err(Error::NumberTooLong { limit: 100_000 }));
}

#[test]
fn notations_have_names() {
    for name in ["unicode", "ascii", "latex"] {
        assert_eq!(name.parse::<Notation>().unwrap().to_string(), name);
    }
    assert!("Latex".parse::<Notation>().is_err());
}
