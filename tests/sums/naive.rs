//! Sums played by the definitions: forms as typed, and rulesets written again.

use std::collections::HashMap;

use upstar::value::host::Host;
use upstar::value::{Notation, Summands, Value, show};
use upstar_core::{Game, Player};

use super::thermal::Thermal;

/// A component in naive play, by its number.
pub(super) type Id = usize;

/// A sum of components, sorted, without those in which neither player can move.
pub(super) type Sum = Vec<Id>;

pub(super) const BOTH: [Player; 2] = [Player::Left, Player::Right];

/// Components with their options, each of which is a sum of components.
#[derive(Default)]
pub(super) struct Naive {
    options: Vec<[Vec<Sum>; 2]>,
    numbers: HashMap<[Vec<Sum>; 2], Id>,
    first_wins: HashMap<(Sum, Player), bool>,
    games: HashMap<Game, Sum>,
    texts: HashMap<String, Sum>,
    pub(super) thermal: Thermal,
}

impl Naive {
    /// The sum of one component with these options.
    fn component(&mut self, left: Vec<Sum>, right: Vec<Sum>) -> Sum {
        let mut options = [left, right];
        for side in &mut options {
            side.sort();
            side.dedup();
        }
        if options.iter().all(Vec::is_empty) {
            return Vec::new();
        }
        if let Some(id) = self.numbers.get(&options) {
            return vec![*id];
        }
        let id = self.options.len();
        self.options.push(options.clone());
        self.numbers.insert(options, id);
        vec![id]
    }

    pub(super) fn add(a: &[Id], b: &[Id]) -> Sum {
        let mut all = [a, b].concat();
        all.sort_unstable();
        all
    }

    pub(super) fn negative(&mut self, sum: &[Id]) -> Sum {
        let mut all = Vec::new();
        for id in sum {
            let [left, right] = self.options[*id].clone();
            let left: Vec<Sum> = left.iter().map(|option| self.negative(option)).collect();
            let right: Vec<Sum> = right.iter().map(|option| self.negative(option)).collect();
            all.extend(self.component(right, left));
        }
        all.sort_unstable();
        all
    }

    /// All sums that a move of the player leads to.
    pub(super) fn moves(&self, sum: &[Id], player: Player) -> Vec<Sum> {
        let mut all = Vec::new();
        for (place, id) in sum.iter().enumerate() {
            let rest = [&sum[..place], &sum[place + 1..]].concat();
            for option in &self.options[*id][player as usize] {
                all.push(Naive::add(&rest, option));
            }
        }
        all.sort();
        all.dedup();
        all
    }

    pub(super) fn wins_first(&mut self, sum: &[Id], player: Player) -> bool {
        let key = (sum.to_vec(), player);
        if let Some(known) = self.first_wins.get(&key) {
            return *known;
        }
        let moves = self.moves(sum, player);
        let wins = moves.iter().any(|to| !self.wins_first(to, player.opponent()));
        self.first_wins.insert(key, wins);
        wins
    }

    pub(super) fn wins_second(&mut self, sum: &[Id], player: Player) -> bool {
        !self.wins_first(sum, player.opponent())
    }

    /// Whether the difference is a win for whoever moves second.
    pub(super) fn are_equal(&mut self, a: &[Id], b: &[Id]) -> bool {
        let b = self.negative(b);
        let difference = Naive::add(a, &b);
        BOTH.iter().all(|player| self.wins_second(&difference, *player))
    }

    /// The canonical form of the number `num/den`, in lowest terms.
    pub(super) fn number(&mut self, num: i64, den: i64) -> Sum {
        match (num, den) {
            (0, _) => Vec::new(),
            (_, 1) => {
                let nearer = self.number(num - num.signum(), 1);
                match num < 0 {
                    true => self.component(Vec::new(), vec![nearer]),
                    false => self.component(vec![nearer], Vec::new()),
                }
            }
            _ => {
                let mut near = |mut num: i64| {
                    let mut den = den;
                    while num % 2 == 0 && den > 1 {
                        (num, den) = (num / 2, den / 2);
                    }
                    self.number(num, den)
                };
                let (left, right) = (near(num - 1), near(num + 1));
                self.component(vec![left], vec![right])
            }
        }
    }

    fn game(&mut self, host: &dyn Host, game: Game) -> Sum {
        if let Some(known) = self.games.get(&game) {
            return known.clone();
        }
        let store = host.store();
        let mut side = |options: Vec<Game>| -> Vec<Sum> {
            options.into_iter().map(|option| self.game(host, option)).collect()
        };
        let left = side(store.left_options(game).unwrap());
        let right = side(store.right_options(game).unwrap());
        let sum = self.component(left, right);
        self.games.insert(game, sum.clone());
        sum
    }

    fn value(&mut self, host: &dyn Host, value: &Value) -> Sum {
        match value {
            Value::Number(number) => {
                let text = number.to_string();
                let (num, den) = text.split_once('/').unwrap_or((&text, "1"));
                self.number(num.parse().unwrap(), den.parse().unwrap())
            }
            Value::Game(game) => self.game(host, *game),
            Value::Form(form) | Value::Typed(form) => {
                let mut side = |options: &[Value]| -> Vec<Sum> {
                    options.iter().map(|option| self.value(host, option)).collect()
                };
                let (left, right) = (side(form.left()), side(form.right()));
                self.component(left, right)
            }
            Value::Position(_) => {
                let text = show::in_notation(&host.store(), value, Notation::ASCII).unwrap();
                let (ruleset, rest) = text.split_once('(').unwrap();
                self.position(ruleset, rest.trim_matches([')', '"']))
            }
            other => panic!("no summand: {other:?}"),
        }
    }

    pub(super) fn sum(&mut self, host: &dyn Host, sum: &Summands) -> Sum {
        let mut all = Vec::new();
        for term in sum.terms() {
            let one = self.value(host, &term.game);
            all.extend(if term.negated { self.negative(&one) } else { one });
        }
        all.sort_unstable();
        all
    }

    /// A position by its rules, written again.
    fn position(&mut self, ruleset: &str, text: &str) -> Sum {
        let key = format!("{ruleset}({text}");
        if let Some(known) = self.texts.get(&key) {
            return known.clone();
        }
        let options = BOTH.map(|player| {
            let options = naive_options(ruleset, text, player);
            options
                .iter()
                .map(|parts| {
                    let mut all = Vec::new();
                    for part in parts {
                        all.extend(self.position(ruleset, part));
                    }
                    all.sort_unstable();
                    all
                })
                .collect::<Vec<Sum>>()
        });
        let [left, right] = options;
        let sum = self.component(left, right);
        self.texts.insert(key, sum.clone());
        sum
    }
}

/// Where a player can move: the parts that are left.
fn naive_options(ruleset: &str, text: &str, player: Player) -> Vec<Vec<String>> {
    let heap = || text.parse::<usize>().unwrap();
    match ruleset {
        "Nim" => (0..heap()).map(|left| vec![left.to_string()]).collect(),
        "Kayles" => (1..=2)
            .filter(|taken| *taken <= heap())
            .flat_map(|taken| (0..=heap() - taken).map(move |left| (left, taken)))
            .map(|(left, taken)| vec![left.to_string(), (heap() - taken - left).to_string()])
            .collect(),
        "ToadsAndFrogs" => {
            let cells: Vec<char> = text.chars().collect();
            let (own, other, step) = match player {
                Player::Left => ('T', 'F', 1),
                Player::Right => ('F', 'T', -1),
            };
            let at = |place: isize| usize::try_from(place).ok().and_then(|n| cells.get(n)).copied();
            let mut all = Vec::new();
            for place in (0..cells.len() as isize).filter(|place| at(*place) == Some(own)) {
                let to = match (at(place + step), at(place + 2 * step)) {
                    (Some('.'), _) => place + step,
                    (Some(over), Some('.')) if over == other => place + 2 * step,
                    _ => continue,
                };
                let mut after = cells.clone();
                (after[place as usize], after[to as usize]) = ('.', own);
                all.push(vec![after.into_iter().collect()]);
            }
            all
        }
        "Domineering" => {
            let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
            let (down, right) = if player == Player::Left { (1, 0) } else { (0, 1) };
            let mut all = Vec::new();
            for row in 0..rows.len() - down {
                for column in 0..rows[0].len() - right {
                    let mut after = rows.clone();
                    let cells = [(row, column), (row + down, column + right)];
                    if cells.iter().all(|(row, column)| rows[*row][*column] == '.') {
                        cells.iter().for_each(|(row, column)| after[*row][*column] = '#');
                        let rows: Vec<String> =
                            after.into_iter().map(|row| row.into_iter().collect()).collect();
                        all.push(vec![rows.join("|")]);
                    }
                }
            }
            all
        }
        other => panic!("unknown ruleset {other}"),
    }
}
