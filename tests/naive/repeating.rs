//! Rulesets whose positions can repeat, written again and solved backwards from where play ends.

use super::backward::{Moves, outcome};
use super::{Asked, Dice};

/// The positions in which a text is replaced by another of the same length, anywhere.
fn rewritten(position: &str, rules: &[(&str, &str)]) -> Vec<String> {
    let mut all = Vec::new();
    for (from, to) in rules {
        for at in (0..position.len()).filter(|&at| position[at..].starts_with(from)) {
            all.push(format!("{}{to}{}", &position[..at], &position[at + from.len()..]));
        }
    }
    all
}

/// Moves in two positions side by side, `a + b`.
fn in_sum(sum: &str, left: bool, moves: Moves<'_>) -> Vec<String> {
    let (a, b) = sum.split_once('+').unwrap();
    let first = moves(a, left).into_iter().map(|a| format!("{a}+{b}"));
    first.chain(moves(b, left).into_iter().map(|b| format!("{a}+{b}"))).collect()
}

fn backsliding(strip: &str, left: bool) -> Vec<String> {
    rewritten(
        strip,
        match left {
            true => &[("T.", ".T"), (".T", "T."), ("TF.", ".FT")],
            false => &[(".F", "F."), ("F.", ".F"), (".TF", "FT.")],
        },
    )
}

fn all_texts(symbols: &str, length: usize) -> Vec<String> {
    (0..length).fold(vec![String::new()], |texts, _| {
        let longer = |text: String| symbols.chars().map(move |sign| format!("{text}{sign}"));
        texts.into_iter().flat_map(longer).collect()
    })
}

#[test]
fn backsliding_toads_and_frogs() {
    let mut asked = Asked::new();
    for strip in (1..=5).flat_map(|length| all_texts(".TF", length)) {
        let input = format!("outcome(BackslidingToadsAndFrogs({strip:?}))");
        assert_eq!(asked.print(&input), outcome(&strip, &backsliding), "{strip}");
    }
}

/// Outcomes of sums are found from the graph of the sum, and from values: both must agree with
/// playing it.
#[test]
fn sums_of_backsliding_strips() {
    let mut asked = Asked::new();
    let strips = all_texts(".TF", 3);
    for (n, a) in strips.iter().enumerate() {
        for b in &strips[n..] {
            let sum = format!("{a}+{b}");
            let expected = outcome(&sum, &|sum, left| in_sum(sum, left, &backsliding));
            let [a, b] = [a, b].map(|strip| format!("BackslidingToadsAndFrogs({strip:?})"));
            assert_eq!(asked.print(&format!("outcome({a} + {b})")), expected, "{sum}");
            let by_values = format!("outcome(canonical({a}) + canonical({b}))");
            assert_eq!(asked.print(&by_values), expected, "{sum}, by values");
        }
    }
}

/// One more or fewer of rows or columns; nothing outside of the board.
fn beside(board: &[Vec<char>], i: usize, j: usize, step: (i32, i32)) -> Option<(usize, usize)> {
    let (i, j) = (i as i32 + step.0, j as i32 + step.1);
    let inside = i >= 0 && j >= 0 && (i as usize) < board.len() && (j as usize) < board[0].len();
    inside.then_some((i as usize, j as usize))
}

fn typed(board: &[Vec<char>]) -> String {
    board.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
}

fn read(text: &str) -> Vec<Vec<char>> {
    text.split('|').map(|row| row.chars().collect()).collect()
}

/// Every way to move a piece `own` by one of some steps onto a cell that shows one of `onto`.
fn steps(text: &str, own: char, onto: &str, ways: &[(i32, i32)]) -> Vec<String> {
    let board = read(text);
    let mut all = Vec::new();
    for i in 0..board.len() {
        for j in 0..board[0].len() {
            for &way in ways {
                let Some((k, l)) = beside(&board, i, j, way) else { continue };
                if board[i][j] == own && onto.contains(board[k][l]) {
                    let mut moved = board.clone();
                    (moved[i][j], moved[k][l]) = ('.', own);
                    all.push(typed(&moved));
                }
            }
        }
    }
    all
}

const DIAGONALS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const LINES: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

fn fox_and_geese(board: &str, left: bool) -> Vec<String> {
    match left {
        true => steps(board, 'G', ".", &DIAGONALS[..2]),
        false => steps(board, 'F', ".", &DIAGONALS),
    }
}

#[test]
fn foxes_and_geese() {
    let (mut asked, mut dice) = (Asked::new(), Dice(5));
    for (rows, columns, geese) in [(3, 4, 2), (4, 4, 2), (4, 4, 3), (5, 6, 3)] {
        for _ in 0..60 {
            let mut board = vec![vec!['.'; columns]; rows];
            for piece in std::iter::once('F').chain(std::iter::repeat_n('G', geese)) {
                let (i, j) = (dice.roll(rows as u64) as usize, dice.roll(columns as u64) as usize);
                board[i][j] = piece;
            }
            let board = typed(&board);
            let input = format!("outcome(FoxAndGeese({board:?}))");
            assert_eq!(asked.print(&input), outcome(&board, &fox_and_geese), "{board}");
        }
    }
}

/// The points joined to each point of the board for hare and hounds, row by row: those without lines are corners.
const JOINED: [(usize, &[usize]); 11] = [
    (1, &[2, 5, 6, 7]),
    (2, &[1, 3, 7]),
    (3, &[2, 7, 8, 9]),
    (5, &[1, 6, 11]),
    (6, &[1, 5, 7, 11]),
    (7, &[1, 2, 3, 6, 8, 11, 12, 13]),
    (8, &[3, 7, 9, 13]),
    (9, &[3, 8, 13]),
    (11, &[5, 6, 7, 12]),
    (12, &[7, 11, 13]),
    (13, &[7, 8, 9, 12]),
];

/// Moves on the points of the board, without separators of rows.
fn hare_and_hounds(points: &str, left: bool) -> Vec<String> {
    let points: Vec<char> = points.chars().collect();
    let mut all = Vec::new();
    for (from, joined) in JOINED {
        let (own, back) = if left { ('h', 5) } else { ('d', 0) };
        let ahead = |to: &&usize| **to % 5 + back >= from % 5;
        for &to in joined.iter().filter(ahead).filter(|_| points[from] == own) {
            if points[to] == '.' {
                let mut moved = points.clone();
                moved.swap(from, to);
                all.push(moved.into_iter().collect());
            }
        }
    }
    all
}

#[test]
fn hares_and_hounds() {
    let (mut asked, mut dice) = (Asked::new(), Dice(21));
    let corners: String =
        (0..15).map(|n| if JOINED.iter().any(|(one, _)| *one == n) { '.' } else { '#' }).collect();
    for _ in 0..60 {
        let mut points: Vec<char> = corners.chars().collect();
        for piece in "hddd".chars() {
            points[JOINED[dice.roll(11) as usize].0] = piece;
        }
        let points: String = points.into_iter().collect();
        let board = format!("{}|{}|{}", &points[..5], &points[5..10], &points[10..]);
        let input = format!("outcome(HareAndHounds({board:?}))");
        assert_eq!(asked.print(&input), outcome(&points, &hare_and_hounds), "{board}");
    }
}

/// All cells a rook can go to, taking a king at the end.
fn rook_moves(text: &str) -> Vec<String> {
    let board = read(text);
    let mut all = Vec::new();
    for i in 0..board.len() {
        for j in 0..board[0].len() {
            for way in LINES.into_iter().filter(|_| board[i][j] == 'R') {
                let (mut k, mut l) = (i, j);
                while let Some((m, n)) = beside(&board, k, l, way) {
                    if !".K".contains(board[m][n]) {
                        break;
                    }
                    let mut moved = board.clone();
                    (moved[i][j], moved[m][n]) = ('.', 'R');
                    all.push(typed(&moved));
                    (k, l) = (m, n);
                    if board[m][n] == 'K' {
                        break;
                    }
                }
            }
        }
    }
    all
}

/// A board and an integer beside it, `board+c`; no board once the king has cashed out.
fn chess(position: &str, left: bool) -> Vec<String> {
    let (board, coins) = position.split_once('+').unwrap();
    let coins: i32 = coins.parse().unwrap();
    let ways: Vec<_> = DIAGONALS.into_iter().chain(LINES).collect();
    let mut all: Vec<String> = match left {
        true => steps(board, 'K', ".kR", &ways),
        false => {
            let mut all = steps(board, 'k', ".K", &ways);
            all.extend(rook_moves(board));
            all
        }
    };
    all = all.into_iter().map(|board| format!("{board}+{coins}")).collect();
    let cells = read(board);
    for (i, row) in cells.iter().enumerate() {
        for j in (0..row.len()).filter(|&j| left && row[j] == 'K') {
            all.push(format!("+{}", coins + (j + cells.len() - 1 - i) as i32));
        }
    }
    match (left, coins) {
        (true, 1..) => all.push(format!("{board}+{}", coins - 1)),
        (false, ..=-1) => all.push(format!("{board}+{}", coins + 1)),
        _ => {}
    }
    all
}

#[test]
fn entrepreneurial_chess() {
    let (mut asked, mut dice) = (Asked::new(), Dice(11));
    for _ in 0..60 {
        let (rows, columns) = (2 + dice.roll(2) as usize, 2 + dice.roll(2) as usize);
        let mut board = vec![vec!['.'; columns]; rows];
        for piece in ['R', 'k', 'K'] {
            let (i, j) = (dice.roll(rows as u64) as usize, dice.roll(columns as u64) as usize);
            board[i][j] = piece;
        }
        let (board, coins) = (typed(&board), dice.roll(7) as i32 - 4);
        let input = format!("outcome(EntrepreneurialChess({board:?}) + {coins})");
        let expected = outcome(&format!("{board}+{coins}"), &chess);
        assert_eq!(asked.print(&input), expected, "{board} + {coins}");
    }
}

/// Edges with their colours.
type Coloured = Vec<(u64, u64, char)>;

fn token_moves(edges: &Coloured, at: &str, left: bool) -> Vec<String> {
    let colours = if left { "bg" } else { "gr" };
    let leads =
        |(from, _, colour): &&(u64, u64, char)| from.to_string() == at && colours.contains(*colour);
    edges.iter().filter(leads).map(|(_, to, _)| to.to_string()).collect()
}

#[test]
fn tokens_on_coloured_graphs() {
    let (mut asked, mut dice) = (Asked::new(), Dice(3));
    for _ in 0..150 {
        let count = 2 + dice.roll(5);
        let edges: Coloured = (0..count + dice.roll(2 * count))
            .map(|_| {
                let colour = ['b', 'r', 'g'][dice.roll(3) as usize];
                (1 + dice.roll(count), 1 + dice.roll(count), colour)
            })
            .collect();
        let mut graph: Vec<String> =
            edges.iter().map(|(from, to, colour)| format!("{from}>{to}:{colour}")).collect();
        graph.extend((1..=count).map(|vertex| vertex.to_string()));
        let game = format!("PartizanTokenGame({:?})", graph.join(", "));
        let moves = |at: &str, left: bool| token_moves(&edges, at, left);
        for p in 1..=count {
            let expected = outcome(&p.to_string(), &moves);
            assert_eq!(asked.print(&format!("outcome({game}({p}))")), expected, "{game} {p}");
            let value = format!("outcome(canonical({game}({p})))");
            assert_eq!(asked.print(&value), expected, "the value of {game} {p}");
        }
        let sum = outcome("1+2", &|sum, left| in_sum(sum, left, &moves));
        assert_eq!(asked.print(&format!("outcome({game}(1) + {game}(2))")), sum, "{game}, 1 + 2");
    }
}

/// A position and its negative make 0 only when play ends.
#[test]
fn what_repeats_does_not_cancel() {
    let mut asked = Asked::new();
    // A token walks down, and Left may move it forever at the bottom: neither player runs out of moves.
    let rules = "game Down(n) { left n - 1 if n > 0; 0 if n == 0; right n - 1 if n > 0 }";
    asked.0.eval("naive", rules);
    for n in [0, 1, 7, 40] {
        assert_eq!(asked.print(&format!("outcome(Down({n}) - Down({n}))")), "D", "{n}");
    }
}
