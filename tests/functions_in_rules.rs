//! Random functions of a program, called in rules and by themselves.

use std::path::Path;

use crate::length::cases;
use upstar::session::Validate;

use crate::support::{Dice, expect_none, said, session};

/// An integer expression of a function, over its variables.
fn integer(dice: &mut Dice, names: &[&str], deep: usize) -> String {
    let name = *dice.one_of(names);
    match dice.roll(if deep == 0 { 3 } else { 8 }) {
        0 | 1 => name.to_owned(),
        2 => dice.roll(4).to_string(),
        3 => format!("length(xs) + {name}"),
        4 => format!("min({}, {name})", integer(dice, names, deep - 1)),
        5 => format!("(if {} then {name} else 2)", truth(dice, names, deep - 1)),
        6 => format!("{name} - {}", integer(dice, names, deep - 1)),
        _ => format!("{name} + {}", integer(dice, names, deep - 1)),
    }
}

fn truth(dice: &mut Dice, names: &[&str], deep: usize) -> String {
    let (a, b) = (*dice.one_of(names), *dice.one_of(names));
    match dice.roll(if deep == 0 { 3 } else { 6 }) {
        0 => format!("{a} < {b}"),
        1 => format!("{a} == {}", dice.roll(4)),
        2 => "seen".to_owned(),
        3 => format!("not ({})", truth(dice, names, deep - 1)),
        4 => format!("({} or {a} > 2)", truth(dice, names, deep - 1)),
        _ => format!("any([{a} == i for i in 1..3 if {}])", truth(dice, names, deep - 1)),
    }
}

/// Statements of a function; `looped` says whether they stand in a loop.
fn statements(dice: &mut Dice, names: &[&str], deep: usize, looped: bool) -> String {
    let mut text = String::new();
    for _ in 0..=dice.roll(2) {
        let name = *dice.one_of(&["a", "b", "c"]);
        let value = integer(dice, names, 2);
        text += &match dice.roll(if deep == 0 { 5 } else { 13 }) {
            0 => format!("{name} := {value}\n"),
            1 => format!("{name} := {name} + {value}\n"),
            2 => format!("xs := xs + [{value}]\n"),
            3 => format!("if {} {{ seen := true }}\n", truth(dice, names, 1)),
            4 if looped => format!("if {} {{ continue }}\n", truth(dice, names, 1)),
            4 => format!("if {} {{ return {value} }}\n", truth(dice, names, 1)),
            5 => format!(
                "if {} {{ {} }} else {{ {} }}\n",
                truth(dice, names, 1),
                statements(dice, names, deep - 1, looped),
                statements(dice, names, deep - 1, looped)
            ),
            // A block in an expression, which binds what is read afterwards.
            6..=9 => format!(
                "{name} := if {} {{ {value} }} else {{ {} := {}\n1 }}\n",
                truth(dice, names, 1),
                dice.one_of(&["a", "b", "c"]),
                integer(dice, names, 0)
            ),
            10 => format!("(a, c) := ({value}, {name})\n"),
            _ => {
                let inner = [names, &["k"]].concat();
                format!("for k in 1..2 {{ {} }}\n", statements(dice, &inner, deep - 1, true))
            }
        };
    }
    text
}

#[test]
fn functions_in_rules_are_what_they_are_by_themselves() {
    let mut wrong = Vec::new();
    let mut dice = Dice(17);
    let mut moves = 0;
    for _ in 0..cases(600_u64) {
        let names = ["n", "a", "b", "c"];
        let body = statements(&mut dice, &names, 2, false);
        let (last, late) = (integer(&mut dice, &["a", "b", "c", "a - b"], 0), dice.roll(3));
        // A name that only one branch or round binds, and that is read afterwards.
        let late = ["", "for k in 1..2 { late := k }\na := late\n", "if n > 2 { b := 0 }\n"]
            [late as usize];
        let program = format!(
            "fn f(n) {{ a := n\nb := 1\nc := 0\nseen := false\nxs := []\n{body}{late}{last} }}\n\
             game G(n: heap) {{ move m for m in [f(n)] if 0 <= m < n; n - 1 if n > 0 }}\n\
             game T(x, y) {{ move (m, y) for m in [f(x)] if 0 <= m < x; (x - 1, y) if x > 0 }}"
        );
        let mut session = session(Path::new("."));
        session.validate(Validate::Off);
        assert_eq!(said(&mut session, &program), "", "{program}");
        let values = said(&mut session, "[f(n) for n in 0..8]");
        let Some(values) = values.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
            continue;
        };
        let Ok(values) = values.split(", ").map(str::parse).collect::<Result<Vec<i64>, _>>() else {
            continue;
        };
        let mut nimbers: Vec<usize> = Vec::new();
        for (n, &value) in values.iter().enumerate() {
            let to = usize::try_from(value).ok().filter(|to| *to < n);
            moves += u64::from(to.is_some());
            let options = [to, n.checked_sub(1)].map(|to| to.map(|to| nimbers[to]));
            nimbers.push((0..3).find(|nimber| !options.contains(&Some(*nimber))).unwrap());
        }
        for question in ["[nimber(G(n)) for n in 0..8]", "[nimber(T(n, 0)) for n in 0..8]"] {
            let found = said(&mut session, question);
            if found != format!("{nimbers:?}") {
                wrong.push(format!("{program}\n{question}: {found}, not {nimbers:?}"));
            }
        }
    }
    assert!(moves > 200, "{moves}");
    expect_none(&wrong);
}
