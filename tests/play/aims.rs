//! Aims of the players in a match.

use crate::support::fresh;

#[test]
fn a_match_says_what_decides_it() {
    let mut session = fresh();
    let mut aims = |position: &str| {
        let reply = session.eval("asked", position);
        let value = reply.answers[0].value.clone();
        [upstar_core::Player::Left, upstar_core::Player::Right]
            .map(|player| session.aim(&value, player))
    };
    let both = |left: &str, right: &str| [Some(left.to_owned()), Some(right.to_owned())];
    assert_eq!(
        aims("Hex(4)"),
        both("connects x from top to bottom", "connects o from left to right")
    );
    assert_eq!(aims("TicTacToe()"), both("gets 3 x in a line", "gets 3 o in a line"));
    assert_eq!(aims("InARow(4)(5, 5)"), both("gets 4 x in a line", "gets 4 o in a line"));
    assert_eq!(aims("Nim(3)"), [None, None]);
}
