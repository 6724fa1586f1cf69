//! Games about points against minimax written out for each.
//!
//! Values of Dots and Boxes are those of a table of all sets of lines, filled in backwards; it knows
//! neither symmetries nor bounds. On 3x3 boxes the second player wins by 6 to 3 (Wilson; Barker and
//! Korf, *Solving Dots-And-Boxes*, AAAI 2012).

use std::collections::HashMap;

use super::Asked;

/// What Max gets: the best of the values, for Max or for Min.
fn best(max: bool, values: impl Iterator<Item = i64>) -> i64 {
    if max { values.max().unwrap() } else { values.min().unwrap() }
}

/// Coins that are left, as bits.
fn scale(coins: u32, difference: i64, max: bool, known: &mut HashMap<(u32, i64), i64>) -> i64 {
    if coins == 0 {
        return difference;
    }
    if let Some(value) = known.get(&(coins, difference)) {
        return *value;
    }
    let mut values = Vec::new();
    for coin in (0..32).filter(|coin| coins >> coin & 1 == 1) {
        for side in [1, -1] {
            let after = (difference + side * (i64::from(coin) + 1)).abs();
            values.push(scale(coins & !(1 << coin), after, !max, known));
        }
    }
    let value = best(max, values.into_iter());
    known.insert((coins, difference), value);
    value
}

#[test]
fn coins_on_a_scale() {
    let mut asked = Asked::new();
    for n in 1..=8 {
        for (max, name) in [(true, "Max"), (false, "Min")] {
            let value = scale((1 << n) - 1, 0, max, &mut HashMap::new());
            assert_eq!(asked.print(&format!("value(Scale(1..{n})(), {name})")), value.to_string());
        }
    }
}

fn fence(boards: &mut Vec<u8>, colours: u8, max: bool, known: &mut HashMap<Vec<u8>, i64>) -> i64 {
    if !boards.contains(&0) {
        return boards.windows(2).filter(|pair| pair[0] != pair[1]).count() as i64;
    }
    if let Some(value) = known.get(boards) {
        return *value;
    }
    let mut values = Vec::new();
    for place in 0..boards.len() {
        if boards[place] != 0 {
            continue;
        }
        for colour in 1..=colours {
            boards[place] = colour;
            values.push(fence(boards, colours, !max, known));
        }
        boards[place] = 0;
    }
    let value = best(max, values.into_iter());
    known.insert(boards.clone(), value);
    value
}

#[test]
fn fences_in_two_and_three_colours() {
    let mut asked = Asked::new();
    for (most, colours) in [(8, 2), (6, 3)] {
        for n in 1..=most {
            for (max, name) in [(true, "Max"), (false, "Min")] {
                let value = fence(&mut vec![0; n], colours, max, &mut HashMap::new());
                let input = format!("value(Fence({n}, {colours})(), {name})");
                assert_eq!(asked.print(&input), value.to_string(), "{input}");
            }
        }
    }
}

/// What the cat that moves next eats more than the other.
fn sausages(chains: &[u32]) -> i64 {
    let mut values = Vec::new();
    for (place, &chain) in chains.iter().enumerate() {
        for a in 1..chain {
            let mut after = chains.to_vec();
            after.remove(place);
            let gain = [a, chain - a].iter().filter(|&&part| part == 1).count() as i64;
            after.extend([a, chain - a].iter().filter(|&&part| part > 1));
            values.push(gain - sausages(&after));
        }
    }
    values.into_iter().max().unwrap_or(0)
}

#[test]
fn chains_of_sausages() {
    let mut asked = Asked::new();
    for n in 2..=8 {
        let value = sausages(&[n]);
        assert_eq!(asked.print(&format!("value(Sausages({n})(), Max)")), value.to_string());
        assert_eq!(asked.print(&format!("value(Sausages({n})(), Min)")), (-value).to_string());
    }
}

/// What the player who draws next gets more than the other, by the set of lines drawn.
fn dots_and_boxes(rows: usize, columns: usize) -> i8 {
    let across = (rows + 1) * columns;
    let lines = across + rows * (columns + 1);
    let boxes = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let boxes: Vec<u32> = boxes
        .map(|(row, column)| {
            let (above, left) = (row * columns + column, across + row * (columns + 1) + column);
            1 << above | 1 << (above + columns) | 1 << left | 1 << (left + 1)
        })
        .collect();
    let beside = |line: usize| boxes.iter().filter(move |&&sides| sides >> line & 1 == 1);
    let beside: Vec<Vec<u32>> = (0..lines).map(|line| beside(line).copied().collect()).collect();
    let all = (1u32 << lines) - 1;
    let mut values = vec![0i8; 1 << lines];
    for drawn in (0..all).rev() {
        let value = |line: usize| {
            let after = drawn | 1 << line;
            let closed = beside[line].iter().filter(|&&sides| sides & !after == 0).count() as i8;
            let rest = values[after as usize];
            if closed > 0 { closed + rest } else { -rest }
        };
        let open = (0..lines).filter(|line| drawn >> line & 1 == 0);
        values[drawn as usize] = open.map(value).max().unwrap();
    }
    values[0]
}

#[test]
fn dots_and_boxes_on_small_boards() {
    let mut asked = Asked::new();
    for (rows, columns, known) in
        [(1, 1, -1), (1, 2, 0), (1, 3, -1), (1, 4, 0), (2, 1, 0), (2, 2, 2), (2, 3, -2)]
    {
        assert_eq!(dots_and_boxes(rows, columns), known, "{rows}x{columns}");
        let input = format!("value(DotsAndBoxes({rows}, {columns})())");
        assert_eq!(asked.print(&input), known.to_string(), "{input}");
    }
}

#[test]
#[ignore = "takes seconds; the language finds the same in benches/workloads/points"]
fn dots_and_boxes_on_3x3_boxes() {
    assert_eq!(dots_and_boxes(3, 3), -3);
}

#[test]
fn any_pawn_on_any_triangle() {
    let mut asked = Asked::new();
    let mut seed = 7u64;
    for n in 1..=9 {
        let payoffs: Vec<i64> = (0..n)
            .map(|_| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (seed >> 40) as i64 % 19 - 9
            })
            .collect();
        let mut row = payoffs.clone();
        for step in (0..n - 1).rev() {
            let max = step % 2 == 0;
            row = row.windows(2).map(|pair| best(max, pair.iter().copied())).collect();
        }
        let input = format!("value(PawnWalk({payoffs:?})(), Max)");
        assert_eq!(asked.print(&input), row[0].to_string(), "{input}");
    }
}
