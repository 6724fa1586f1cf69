//! A grader of the class test by the definitions: independent of how answers are marked.
//!
//! Knows: what each question of `classroom::KEY` asks, in its own words. Values are compared by the language, moves and
//! nimbers are found here.

use upstar::session::Session;

/// Whether an answer to a question of the class is right.
pub(super) fn is_right(question: &str, answer: &str) -> bool {
    match question {
        "half" => is_value(answer, "1/2"),
        "ups" => is_value(answer, "<0|^*>"),
        "heaps" => is_value(answer, "27") && !answer.starts_with('*'),
        "least" => is_value(answer, "3"),
        "who" => is_value(answer, "L"),
        "up" => is_simplest_up(answer),
        "pair" => is_order(answer, "^", "*"),
        "row" => numbers(answer) == nimbers_of_pairs(6),
        "best" => are_winning_moves(answer, [13, 12, 8]),
        "play_it" => wins_always(answer, [2, 3]),
        other => unreachable!("the class is not asked {other}"),
    }
}

/// The answer of the language to an input, if it has one.
fn said(session: &mut Session, text: &str) -> Option<String> {
    session.budget().limit_steps(100_000);
    let reply = session.eval("naive", text);
    reply.answers.first().map(|answer| answer.text.clone())
}

/// Whether nothing is left to the program: no function is called and no name is used but those of games.
fn is_written_out(answer: &str) -> bool {
    !answer.contains(|c: char| c.is_lowercase()) || answer.starts_with("vv")
}

fn is_value(answer: &str, key: &str) -> bool {
    let equal = said(&mut Session::default(), &format!("({answer}) == ({key})"));
    equal.as_deref() == Some("true") && is_written_out(answer)
}

/// The canonical form of ↑ is `<0|*>`: its name, or a bracket with these options and no others.
fn is_simplest_up(answer: &str) -> bool {
    let Some(inside) = answer.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) else {
        return ["^", "↑"].contains(&answer);
    };
    inside.split_once('|').is_some_and(|(left, right)| is_value(left, "0") && is_value(right, "*"))
}

/// Whether a sign says how two games compare: of the four relations just one holds.
fn is_order(answer: &str, left: &str, right: &str) -> bool {
    let holds = |sign: &str| {
        let truth = said(&mut Session::default(), &format!("({left}) {sign} ({right})"));
        truth.as_deref() == Some("true")
    };
    ["<", ">", "==", "||"].contains(&answer) && holds(answer)
}

/// The whole numbers in a text, which may have brackets and commas besides.
fn numbers(text: &str) -> Vec<u32> {
    let parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// The nimbers of rows of 0 to `last` from which two neighbours are taken (Dawson's Kayles): the least number that no option
/// has.
fn nimbers_of_pairs(last: usize) -> Vec<u32> {
    let mut nimbers: Vec<u32> = Vec::new();
    for n in 0..=last {
        let options: Vec<u32> =
            (0..(n.max(1) - 1)).map(|a| nimbers[a] ^ nimbers[n - 2 - a]).collect();
        nimbers.extend((0..).find(|nimber| !options.contains(nimber)));
    }
    nimbers
}

/// Each position that a player can move to in Nim.
fn moves<const N: usize>(heaps: [u32; N]) -> impl Iterator<Item = [u32; N]> {
    (0..N).flat_map(move |at| {
        (0..heaps[at]).map(move |rest| {
            let mut after = heaps;
            after[at] = rest;
            after
        })
    })
}

/// Whether the player to move loses: the nim-sum is 0 (Bouton 1901).
fn is_lost<const N: usize>(heaps: [u32; N]) -> bool {
    heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0
}

/// Whether a list has all winning moves of Nim, each once, and nothing else.
fn are_winning_moves(answer: &str, heaps: [u32; 3]) -> bool {
    let typed = answer.replace(' ', "");
    let Some(inside) = typed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return false;
    };
    let mut wins: Vec<_> = moves(heaps).filter(|after| is_lost(*after)).collect();
    for one in inside.split_inclusive(')') {
        let one = one.trim_start_matches(',');
        let listed = one.starts_with("Nim(").then(|| numbers(one));
        let Some(at) = wins.iter().position(|win| listed.as_deref() == Some(&win[..])) else {
            return false;
        };
        wins.remove(at);
    }
    wins.is_empty()
}

/// Whether a strategy wins Nim from two heaps, moving first, whatever the other player answers.
fn wins_always(answer: &str, heaps: [u32; 2]) -> bool {
    let mut session = Session::default();
    let is_named = answer.starts_with("fn ") || answer.starts_with("game ");
    if !is_named && answer.contains("winning_moves") {
        return false;
    }
    let text = if is_named { answer.to_owned() } else { format!("play_it := {answer}") };
    session.eval("naive", &text);
    plays_on(&mut session, heaps)
}

fn plays_on(session: &mut Session, heaps: [u32; 2]) -> bool {
    let played = said(session, &format!("play_it(Nim({}, {}))", heaps[0], heaps[1]));
    let legal = |text: String| {
        let listed = text.starts_with("Nim(").then(|| numbers(&text))?;
        moves(heaps).find(|after| listed == after[..])
    };
    let Some(after) = played.and_then(legal) else { return false };
    moves(after).collect::<Vec<_>>().into_iter().all(|reply| plays_on(session, reply))
}

#[test]
fn nimbers_of_pairs_are_those_of_dawsons_kayles() {
    // Winning Ways, chapter 4: 0.07 begins 0 0 1 1 2 0 3 1 1 0 3 3 2.
    assert_eq!(nimbers_of_pairs(12), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]);
}

#[test]
fn a_position_of_nim_is_lost_when_no_move_leads_to_a_lost_one() {
    for heaps in (0..125).map(|n| [n % 5, n / 5 % 5, n / 25]) {
        assert_eq!(is_lost(heaps), !moves(heaps).any(is_lost), "{heaps:?}");
    }
}
