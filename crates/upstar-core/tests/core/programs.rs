//! Random programs of calls of the library: none panics, answers agree with each other, and limits are kept.

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::*;
use upstar_core::board::rewrite::{Rules, Turns, Written};
use upstar_core::board::{BLOCKED, Board};
use upstar_core::loopy::named::NAMES;
use upstar_core::{
    AsPosition, Budget, Component, Dyadic, Error, Exhausted, Game, GameValue, Goal, Hints, Moves,
    Notation, Outcome, Player, Points, Rational, Ruleset, Solver, Store, Sum, Verdict,
};

use crate::length::properties;

/// Arguments of a call; each call takes those that it needs.
#[derive(Debug, Clone)]
struct Arguments {
    a: usize,
    b: usize,
    n: i64,
    text: String,
    cells: Vec<u8>,
}

/// A call, by its number.
type Call = (usize, Arguments);

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

/// Step limits: none at all, a few, and enough for small questions.
const LIMITS: [u64; 6] = [0, 1, 30, 300, 3_000, 20_000];

/// What a program has made so far.
struct Machine {
    store: Store,
    other: Option<Store>,
    games: Vec<Game>,
    values: Vec<GameValue>,
    dyadics: Vec<Dyadic>,
    rationals: Vec<Rational>,
}

/// The table of moves of random rules: for each position what Left and Right can move to.
#[derive(Debug, Clone)]
struct Table {
    moves: Vec<[Vec<Vec<u8>>; 2]>,
    hints: Hints,
    is_odd: bool,
}

impl Ruleset for Table {
    type Position = u8;

    fn moves(&self, at: &u8, player: Player, to: &mut Moves<'_, u8>) {
        let Some(sides) = self.moves.get(usize::from(*at)) else { return to.fail("no such place") };
        for option in &sides[if self.hints.is_impartial { 0 } else { player as usize }] {
            let part = |n: &u8| match n {
                0..64 => Component::Position(*n),
                64..128 => Component::Negative(n - 64),
                _ => Component::Value((i64::from(*n) - 130).into()),
            };
            to.option(option.iter().map(part));
        }
    }

    fn hints(&self) -> Hints {
        self.hints
    }
}

impl Goal for Table {
    fn verdict(&self, at: &u8, mover: Player) -> Option<Verdict> {
        let is_end =
            self.moves.get(usize::from(*at)).is_none_or(|sides| sides[mover as usize].is_empty());
        (is_end && self.is_odd).then(|| Verdict::of(Some(mover.opponent())))
    }
}

impl Points for Table {
    fn mover(&self, at: &u8) -> Player {
        PLAYERS[usize::from(*at) % 2]
    }

    fn gain(&self, from: &u8, to: &u8) -> Rational {
        Rational::from(i64::from(*from) - 2 * i64::from(*to))
    }
}

/// Checks that something fails for a reason that is not the budget.
fn is_limit(error: &Error) -> bool {
    matches!(error, Error::Exhausted(_))
}

impl Machine {
    fn new() -> Self {
        let budget = Budget::unlimited();
        Machine {
            store: Store::new(budget),
            other: Some(Store::default()),
            games: vec![Game::ZERO, Game::STAR, Game::ONE],
            values: NAMES.map(|name| name.worth()).into(),
            dyadics: vec![Dyadic::ZERO, Dyadic::small(1, 1)],
            rationals: vec![Rational::ONE],
        }
    }

    fn game(&self, at: usize) -> Game {
        self.games[at % self.games.len()]
    }

    /// Keeps a game for later calls; one of the store of the process, which has no limits, as a copy.
    fn keep(&mut self, game: Result<Game, Error>) {
        let copied = |game| match Store::global().has(game) {
            true => self.store.copy(game),
            false => Ok(game),
        };
        if let Ok(game) = game.and_then(copied) {
            self.games.push(game);
        }
    }

    fn run(&mut self, (call, arguments): &Call) {
        let budget = self.store.budget().clone();
        budget.restart();
        let limit = LIMITS[arguments.b % LIMITS.len()];
        budget.limit_steps(limit);
        match call % 10 {
            0 => self.make(arguments),
            1 => self.add(arguments),
            2 => self.ask(arguments),
            3 => self.count(arguments),
            4 => self.value(arguments),
            5 => self.table(arguments),
            6 => self.board(arguments),
            7 => self.goal(arguments),
            8 => self.limit(arguments),
            _ => self.copy(arguments),
        }
        // A failing step counts too; searches end soon after the first.
        assert!(
            budget.steps() <= limit.saturating_add(1_000),
            "{} steps of {limit}",
            budget.steps()
        );
        budget.limit_steps(u64::MAX);
    }

    fn make(&mut self, arguments: &Arguments) {
        let Arguments { a, b, n, text, .. } = arguments;
        let parsed = self.store.parse(text);
        if let Ok(game) = parsed {
            self.games.push(game);
        }
        self.keep(Game::new([self.game(*a), self.game(*b)], [self.game(a ^ b)]));
        self.keep(Game::new([], [self.game(*a)]));
        self.keep(self.store.nimber(*b as u32));
        self.keep(self.store.number_up_star(&Dyadic::small(*n, *b as u32 % 70), *n, *a as u32));
        self.keep(Game::switch(self.game(*a)));
        self.keep(Game::tiny(self.game(*b)));
    }

    fn add(&mut self, arguments: &Arguments) {
        let (g, h, n) = (self.game(arguments.a), self.game(arguments.b), arguments.n);
        let sum = g.checked_add(h);
        if let (Ok(sum), Ok(difference)) = (&sum, g.checked_sub(h)) {
            let twice = sum.checked_add(difference);
            if let (Ok(twice), Ok(double)) = (twice, g.checked_mul(2)) {
                assert_eq!(
                    twice.compare(double).unwrap_or(upstar_core::Comparison::Equal),
                    upstar_core::Comparison::Equal
                );
            }
        }
        self.keep(sum);
        self.keep(g.checked_neg());
        self.keep(g.checked_mul(n));
        self.keep(g.ordinal_sum(h));
        self.keep(g.heat(h));
        self.keep(g.cool(&self.dyadics[arguments.a % self.dyadics.len()]));
        self.keep(g.reduced());
        self.keep(g.atomic_weight());
    }

    fn ask(&self, arguments: &Arguments) {
        let (g, h) = (self.game(arguments.a), self.game(arguments.b));
        let _ = (g.compare(h), g.outcome(), g.left_options(), g.options(Player::Right));
        let _ = (g.as_nimber(), g.as_number_up_star(), g.name(), g.birthday(), g.followers());
        let _ = (g.far_star(), g.confusion_interval(), g.temper(), g.is_all_small());
        let _ = (g.thermograph(), g.mean(), format!("{g:>3}|{g:?}"), g.by_id(&h), g == arguments.n);
        let stops = (g.left_stop(), g.right_stop());
        if let (Ok(left), Ok(right)) = stops {
            assert!(left >= right);
            assert_eq!(g.is_infinitesimal(), Ok(left == 0 && right == 0));
            assert!(!g.is_number() || left == right && g.as_number() == Some(left));
        }
        if let Ok(text) = g.text(Notation::ASCII)
            && let (Ok(again), Ok(g)) = (self.store.parse(&text), self.store.copy(g))
        {
            assert_eq!(g, again, "{text}");
        }
    }

    fn count(&mut self, arguments: &Arguments) {
        let Arguments { a, b, n, text, .. } = arguments;
        let x = self.dyadics[a % self.dyadics.len()].clone();
        let y = self.rationals[b % self.rationals.len()].clone();
        let _ = (x < *n, *n == x, y > *n, format!("{x:>8}{y:<9}{x:?}"), x.floor(), y.ceil());
        assert_eq!(x.clone() + *n - *n, x);
        assert_eq!(&y * 3 - &y, y.clone() + &y);
        assert_eq!(Rational::from(&x).to_dyadic(), Some(x.clone()));
        assert_eq!(x.to_string().parse(), Ok(x.clone()));
        assert_eq!(y.to_string().parse(), Ok(y.clone()));
        // What is kept stays short.
        let short = |x: &Rational| x.bits() < 500;
        let more = [&y + *n, y.clone() * (n % 9), -&y, Rational::new(*n, *a as i64).unwrap_or(y)];
        self.rationals.extend(more.into_iter().filter(short));
        let more = [&x * (n % 9), x.half(), Dyadic::small(*n, *b as u32 % 70)];
        self.dyadics.extend(more.into_iter().filter(|x| short(&x.into())));
        let _ = (text.parse::<Rational>(), text.parse::<Dyadic>());
        let far = Dyadic::new((*n).into(), *a as u64);
        let _ = (far < *n, far == *n, *n > far, far.sign());
        self.keep(self.store.number(&far));
    }

    fn value(&mut self, arguments: &Arguments) {
        let Arguments { a, b, n, text, .. } = arguments;
        let (g, h) = (&self.values[a % self.values.len()], &self.values[b % self.values.len()]);
        let game = GameValue::from(self.game(*a));
        // Named stoppers are in the store of the process, which has no limits.
        let few = n % 6;
        let made = [g.checked_add(h), g.checked_sub(&game), g.checked_neg(), h.checked_mul(few)];
        let _ = (g.compare(h), g.compare(&game), g.onside(), Game::try_from(h), *g == *n as i32);
        if let Ok(text) = g.text(Notation::UNICODE) {
            let read = text.parse::<GameValue>();
            // Brackets with `pass` are not read; games of other stores are not equal.
            assert!(
                read.is_err()
                    || text.contains(['<', '{'])
                    || read.is_ok_and(|read| read.to_string() == text)
            );
        }
        if let (Ok(outcome), Some(game)) = (g.outcome(), g.short()) {
            assert_eq!(game.outcome().unwrap_or(outcome), outcome);
        }
        // Names in random texts ask the store of the process, which has no limits.
        if text.len() < 8 && !text.contains(['*', '^', '⇑']) {
            let _ = text.parse::<GameValue>();
        }
        let small = |value: &GameValue| value.to_string().len() < 40;
        let made: Vec<GameValue> = made.into_iter().flatten().filter(small).collect();
        self.values.extend(made);
    }

    fn rules(&self, arguments: &Arguments) -> Table {
        let mut cells = arguments.cells.iter().copied().chain([3]).cycle();
        let mut next = move || cells.next().unwrap_or(0);
        let places = 1 + arguments.a as u8 % 5;
        let descends = !arguments.b.is_multiple_of(3);
        let mut option = |at: u8| -> Vec<u8> {
            let length = [1, 1, 1, 2, 0, 2][usize::from(next()) % 6];
            let below =
                if descends { at } else { places + u8::from(arguments.b.is_multiple_of(50)) };
            let parts = (0..length).filter(|_| below > 0).map(|_| (next() % below.max(1), next()));
            parts
                .map(|(to, kind)| match kind % 12 {
                    0 => to + 64,
                    1 => 128 + to,
                    _ => to,
                })
                .collect()
        };
        let mut side = |at: u8| -> Vec<Vec<u8>> {
            let all = (0..=at % 3).map(|_| option(at)).collect::<Vec<_>>();
            if at == 0 && descends { Vec::new() } else { all }
        };
        let equal = arguments.n % 3 == 0;
        let moves = (0..places).map(|at| {
            let left = side(at);
            let right = if equal { left.clone() } else { side(at) };
            [left, right]
        });
        let moves = moves.collect();
        let hints = Hints::default();
        let hints = if equal && arguments.n % 2 == 0 { hints.impartial() } else { hints };
        Table { moves, hints, is_odd: arguments.b % 2 == 1 }
    }

    fn table(&mut self, arguments: &Arguments) {
        let solver = Solver::in_store(self.rules(arguments), &self.store);
        let budget = self.store.budget();
        budget.limit_steps(budget.max_steps());
        let position = arguments.a as u8 % 6;
        let value = all_questions(&solver, &position);
        if let Ok(moves) = solver.moves(position, Player::Left) {
            for after in moves.iter().take(3) {
                let _ = all_questions(&solver, after);
            }
        }
        let sum: Sum<u8> = vec![
            Component::Position(position),
            Component::Negative(arguments.b as u8 % 4),
            Component::Value(self.game(arguments.b)),
        ];
        let _ = all_questions(&solver, &sum);
        let _ = solver.sweep(0..position).counts().map(|counts| counts.to_string());
        self.keep(value.and_then(Game::try_from));
    }

    fn board(&mut self, arguments: &Arguments) {
        let Arguments { a, b, text, cells, .. } = arguments;
        let patterns = ["..", ".x", "x.", "o.~.", "xo.", "[.x]o", "^x.", text];
        let replacements = ["xx", "x.", ".x", "..~o", "..x", "?x", "^.x", "??"];
        let turns = [Turns::None, Turns::Orthogonally, Turns::AnyDirection];
        let Ok(mut rules) = (if a % 2 == 0 { Rules::grid(".xo") } else { Rules::strip(".xo") })
        else {
            unreachable!("this is an alphabet")
        };
        for (n, cell) in cells.iter().enumerate().take(3) {
            let at = usize::from(*cell) % patterns.len();
            let to = if cell % 16 < 8 { at } else { b % replacements.len() };
            let written = Written {
                repeats: *cell == 255,
                ..Written::once(patterns[at], replacements[to], turns[usize::from(*cell) / 16 % 3])
            };
            let movers = [&PLAYERS[..], &PLAYERS[..1], &PLAYERS[1..], &[]][(a % 4 + n) % 4];
            match rules.rule(movers, &[written]) {
                Ok(more) => rules = more,
                Err(mistake) => return drop(mistake.to_string()),
            }
        }
        let solver = Solver::in_store(rules, &self.store);
        let _ = (solver.value(text.as_str()), solver.moves(text, Player::Right));
        let rows = if a % 2 == 0 { 1 + b % 3 } else { 1 };
        let Ok(mut board) = Board::empty(rows, 1 + a % 4) else { return };
        for (at, cell) in cells.iter().enumerate() {
            board.set(at, if *cell == 254 { BLOCKED } else { cell % 3 + u8::from(*cell == 77) });
        }
        let _ = (board.to_string(), board.display(solver.rules().alphabet()).to_string());
        let value = all_questions(&solver, &board);
        self.keep(value.and_then(Game::try_from));
    }

    fn goal(&self, arguments: &Arguments) {
        let solver = Solver::in_store(self.rules(arguments), &self.store);
        for position in 0..3u8 {
            for mover in PLAYERS {
                if let Ok((result, moves)) = solver.result_with_moves(position, mover) {
                    for after in &moves {
                        let next = solver.result(after, mover.opponent());
                        assert!(next.as_ref().is_err_and(is_limit) || next == Ok(result));
                    }
                }
            }
            if let Ok((score, moves)) = solver.score_with_moves(position) {
                for after in &moves {
                    let [Component::Position(to)] = after[..] else { unreachable!("one position") };
                    let gain = solver.rules().gain(&position, &to);
                    match solver.score(to) {
                        Ok(rest) => assert_eq!(gain + rest, score),
                        Err(error) => assert!(is_limit(&error)),
                    }
                }
            }
        }
    }

    fn limit(&mut self, arguments: &Arguments) {
        let budget = self.store.budget();
        match arguments.a % 4 {
            0 => budget.interrupt(),
            1 => budget.time_out(),
            2 => budget.limit_steps(0),
            _ => self.store.forget_memos(),
        }
        let hot = self.store.parse("<5|<3|1>> + <7|<2|-4>>");
        assert!(arguments.a % 4 == 3 || hot.is_err());
        let budget = self.store.budget();
        if arguments.a % 4 < 2 {
            assert!(budget.has_stopped() && budget.step() != Ok(()));
        } else if arguments.a % 4 == 2 {
            assert_eq!(budget.step(), Err(Exhausted::Steps { limit: 0 }));
        }
    }

    fn copy(&mut self, arguments: &Arguments) {
        let g = self.game(arguments.a);
        match self.other.clone() {
            Some(other) => {
                other.budget().restart();
                other.budget().limit_steps(20_000);
                let copy = other.copy(g);
                if let (Ok(copy), Ok(text)) = (&copy, g.text(Notation::UNICODE)) {
                    assert_eq!(copy.text(Notation::UNICODE), Ok(text));
                }
                self.keep(copy);
                self.keep(other.parse(&arguments.text).map_err(Error::from));
            }
            None => self.other = Some(Store::default()),
        }
        if arguments.b.is_multiple_of(8) {
            self.other = None;
        }
    }
}

/// Asks everything about a position or sum, and checks that the answers agree. Returns the value.
fn all_questions<'p, R: Ruleset<Position: Debug>, P, K>(
    solver: &Solver<R>,
    position: &'p P,
) -> Result<GameValue, Error>
where
    &'p P: AsPosition<R, K>,
{
    let fresh = || {
        let budget = solver.store().budget();
        budget.restart();
    };
    fresh();
    let value = solver.value(position);
    fresh();
    let outcome = solver.outcome(position);
    fresh();
    if let (Ok(outcome), Ok(value)) = (&outcome, &value) {
        assert_eq!(value.outcome().unwrap_or(*outcome), *outcome, "{value}");
    }
    fresh();
    if let (Ok(nimber), Ok(value)) = (solver.nimber(position), &value) {
        if let Some(game) = value.short() {
            assert_eq!(nimber, game.as_nimber().unwrap_or(u32::MAX), "{value}");
        }
        assert_eq!(nimber.outcome(), outcome.clone().unwrap_or(nimber.outcome()));
    }
    let misere = solver.misere();
    fresh();
    let genus = misere.genus(position);
    fresh();
    let outcome = misere.outcome(position);
    if let (Ok(Some(genus)), Ok(outcome)) = (genus, outcome) {
        assert_eq!(outcome, if genus.misere() == 0 { Outcome::P } else { Outcome::N });
    }
    for player in PLAYERS {
        fresh();
        let winner = solver.winner(position, player);
        fresh();
        if let (Ok(winner), Ok(moves)) = (winner, solver.winning_moves(position, player)) {
            assert_eq!(winner == Some(player), !moves.is_empty(), "{moves:?}");
        }
        fresh();
        let _ = misere.winning_moves(position, player);
    }
    fresh();
    value
}

fn arguments() -> impl Strategy<Value = Arguments> {
    let text = prop::sample::select(
        "{}<>|,*^v+- 0123456789/±tinym()xo.~?[]&onffupdverd".chars().collect::<Vec<_>>(),
    );
    let texts = prop_oneof![
        vec(text, 0..12).prop_map(|all| all.into_iter().collect::<String>()),
        prop::sample::select(vec![
            "<3|1>",
            "<2||1|0>",
            "^^*",
            "<0,*|<1|*2>>",
            "x.o|..x",
            "x..o",
            "tiny(2)",
            "±<1,1*>",
            "<3|2||-1|-4>",
            "3/4",
            "over & under",
            "1 + on",
            "10000 * <2||1|0>",
            "*5 + <1|*>",
        ])
        .prop_map(String::from),
    ];
    let number = || prop_oneof![4 => 0..64usize, 1 => any::<usize>()];
    let integer = prop_oneof![4 => -8..9i64, 1 => any::<i64>()];
    (number(), number(), integer, texts, vec(any::<u8>(), 0..24))
        .prop_map(|(a, b, n, text, cells)| Arguments { a, b, n, text, cells })
}

proptest! {
    #![proptest_config(properties(150))]

    #[test]
    fn random_programs_do_not_panic_and_agree(calls in vec((any::<usize>(), arguments()), 1..30)) {
        let mut machine = Machine::new();
        for call in &calls {
            machine.run(call);
        }
    }
}
