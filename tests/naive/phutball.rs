//! Phutball against chains of jumps made one by one, solved backwards from goals.

use std::collections::{BTreeSet, HashMap};

use super::backward::{Winners, name};
use super::{Asked, Dice};

type Field = Vec<Vec<char>>;

fn read(text: &str) -> Field {
    text.split('|').map(|row| row.chars().collect()).collect()
}

fn typed(field: &Field) -> String {
    field.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
}

/// Where the ball is.
fn ball(field: &Field) -> (i32, i32) {
    let row = field.iter().position(|row| row.contains(&'o')).expect("there is a ball");
    let column = field[row].iter().position(|cell| *cell == 'o').expect("it is in this row");
    (row as i32, column as i32)
}

/// Adds the fields after one jump or more.
fn jumps(field: &Field, found: &mut BTreeSet<String>) {
    let (row, column) = ball(field);
    for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        let place = |n: i32| {
            let (i, j) = (usize::try_from(row + n * down), usize::try_from(column + n * right));
            i.ok().zip(j.ok()).filter(|&(i, j)| i < field.len() && j < field[0].len())
        };
        let shows = |n: i32| place(n).map(|(i, j)| field[i][j]);
        let men = (1..).take_while(|&n| shows(n) == Some('x')).count() as i32;
        if let (1.., Some(end @ ('.' | '='))) = (men, shows(men + 1)) {
            let mut after = field.clone();
            (0..=men).filter_map(place).for_each(|(i, j)| after[i][j] = '.');
            let (i, j) = place(men + 1).expect("the ball lands on the board");
            after[i][j] = 'o';
            if found.insert(typed(&after)) && end == '.' {
                jumps(&after, found);
            }
        }
    }
}

/// The fields after a move; none at the end of play.
fn moves(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if winner(text).is_none() {
        for at in (0..text.len()).filter(|&at| text[at..].starts_with('.')) {
            found.insert(format!("{}x{}", &text[..at], &text[at + 1..]));
        }
        jumps(&read(text), &mut found);
    }
    found
}

/// Who has won: Left when true.
fn winner(text: &str) -> Option<bool> {
    let field = read(text);
    let (row, rows) = (ball(&field).0 as usize, field.len());
    if row < 2 { Some(true) } else { (row + 2 >= rows).then_some(false) }
}

/// Who wins each position that follows these, when Left begins and when Right does. Play without end is a draw.
fn solved(starts: &[String]) -> HashMap<String, Winners> {
    let mut options: HashMap<String, BTreeSet<String>> = HashMap::new();
    let mut open = starts.to_vec();
    while let Some(text) = open.pop() {
        options.entry(text).or_insert_with_key(|text| {
            let next = moves(text);
            open.extend(next.iter().cloned());
            next
        });
    }
    let mut known: HashMap<String, Winners> =
        options.keys().map(|text| (text.clone(), [winner(text); 2])).collect();
    loop {
        let mut news = Vec::new();
        for (text, next) in options.iter().filter(|(_, next)| !next.is_empty()) {
            for (turn, left) in [true, false].into_iter().enumerate() {
                let after = |to: &String| known[to][1 - turn];
                let found = if next.iter().any(|to| after(to) == Some(left)) {
                    Some(left)
                } else if next.iter().all(|to| after(to) == Some(!left)) {
                    Some(!left)
                } else {
                    None
                };
                if known[text][turn] != found {
                    news.push((text.clone(), turn, found));
                }
            }
        }
        if news.is_empty() {
            return known;
        }
        for (text, turn, found) in news {
            known.get_mut(&text).expect("it is listed")[turn] = found;
        }
    }
}

/// A field with some men, and the ball not on a goal line.
fn field(dice: &mut Dice, rows: usize, columns: usize) -> String {
    let mut field = vec![vec!['='; columns]; rows + 2];
    for row in &mut field[1..=rows] {
        row.fill_with(|| if dice.roll(2) == 0 { 'x' } else { '.' });
    }
    let (row, column) = (2 + dice.roll(rows as u64 - 2), dice.roll(columns as u64));
    field[row as usize][column as usize] = 'o';
    typed(&field)
}

#[test]
fn phutball() {
    let (mut asked, mut dice) = (Asked::new(), Dice(22));
    let mut found = BTreeSet::new();
    for (rows, columns) in [(3, 1), (4, 1), (5, 1), (7, 1), (3, 2), (4, 2), (3, 3)] {
        let mut starts =
            vec![asked.print(&format!("phutball_field({rows}, {columns})")).replace('"', "")];
        starts.extend((0..8).map(|_| field(&mut dice, rows, columns)));
        let known = solved(&starts);
        for text in starts {
            let position = format!("Phutball({text:?})");
            assert_eq!(asked.print(&format!("outcome({position})")), name(known[&text]), "{text}");
            found.insert(name(known[&text]));
            let shown =
                |player: &str| format!("[board(next) for next in moves({position}, {player})]");
            for player in ["Left", "Right"] {
                let shown = asked.print(&shown(player));
                let shown: BTreeSet<String> = shown
                    .trim_matches(['[', ']'])
                    .split(", ")
                    .filter(|one| !one.is_empty())
                    .map(|one| one.replace('"', ""))
                    .collect();
                assert_eq!(shown, moves(&text), "{text} {player}");
            }
        }
    }
    assert!(found.len() > 2, "{found:?}");
}

/// Moves on fields with many men, where chains are long and turn.
#[test]
fn chains_of_phutball() {
    let (mut asked, mut dice) = (Asked::new(), Dice(23));
    let mut longest = 0;
    for (rows, columns) in [(5, 5), (7, 5), (8, 6)] {
        for _ in 0..6 {
            let text = field(&mut dice, rows, columns);
            let expected = moves(&text);
            longest = longest.max(expected.len());
            let count = asked.print(&format!("length(moves(Phutball({text:?}), Left))"));
            assert_eq!(count, expected.len().to_string(), "{text}");
        }
    }
    assert!(longest > 50, "{longest}");
}
