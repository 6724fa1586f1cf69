//! The outside shape of values: what other programs are given means the value it came from.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::Value as Json;
use upstar::outside::{self, Outside};
use upstar::session::Session;
use upstar::syntax::ast::CompareOp;
use upstar::value::{Value, order};

use crate::length::properties;
use crate::readback::{NoFiles, PRELUDE, values};
use crate::support::read;

/// A session with the rulesets and functions that random values need.
fn session() -> Session {
    let mut session = Session::new(crate::support::budget(), Arc::new(NoFiles));
    assert!(session.eval("prelude", PRELUDE).diagnostics.is_empty());
    session
}

/// The shape of a value, and its text.
fn shape(session: &mut Session, value: &Value) -> (Outside, String) {
    let text = session.show(value);
    let found = session.compute(|host| Outside::new(&host.store(), value));
    (found.unwrap_or_else(|why| panic!("{text}: {why:?}")), text)
}

/// What the data of a value is as it can be typed, by nothing but the page about it.
fn typed(data: &Json) -> String {
    let all = |items: &Json| -> Vec<String> {
        items.as_array().unwrap().iter().map(typed).collect::<Vec<_>>()
    };
    match data {
        Json::Null => "()".to_owned(),
        Json::Bool(b) => b.to_string(),
        Json::Number(n) => format!("({n})"),
        Json::String(text) => quoted(text),
        Json::Array(_) => format!("[{}]", all(data).join(", ")),
        Json::Object(object) => match object["kind"].as_str().unwrap() {
            "number" => {
                let digits = |name: &str| match &object[name] {
                    Json::String(digits) => digits.clone(),
                    short => short.to_string(),
                };
                format!("({}/{})", digits("numerator"), digits("denominator"))
            }
            "tuple" => format!("({})", all(&object["items"]).join(", ") + ",").replace("(,)", "()"),
            "set" => format!("set([{}])", all(&object["items"]).join(", ")),
            "map" => {
                let entry = |entry: &Json| format!("({}): {}", typed(&entry[0]), typed(&entry[1]));
                let entries = object["entries"].as_array().unwrap();
                match entries.is_empty() {
                    true => "{:}".to_owned(),
                    false => {
                        format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
                    }
                }
            }
            "table" => match object["header"].is_null() {
                true => format!("table({})", typed(&object["rows"])),
                false => format!("table({}, {})", typed(&object["rows"]), typed(&object["header"])),
            },
            _ => format!("({})", object["text"].as_str().unwrap()),
        },
    }
}

fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| match c {
            '"' | '\\' => format!("\\{c}"),
            c if c.is_control() => format!("\\u{{{:x}}}", u32::from(c)),
            c => c.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}

fn round_trip(text: &str) -> Result<(), TestCaseError> {
    let mut session = session();
    let value = session.read("value", text);
    prop_assert!(value.is_ok(), "{text}: {value:?}");
    let value = value.unwrap();
    let (shape, shown) = shape(&mut session, &value);
    let is_explanation = outside::kind(&value) == "explanation";
    let data = shape.data.filter(|_| !is_explanation);
    let typed = data.map_or(shown, |data| typed(&data));
    let back = session.read("read back", &typed);
    prop_assert!(back.is_ok(), "{text} came out as {typed}: {back:?}");
    let back = back.unwrap();
    let equal = session.compute(|host| order::compare(host, CompareOp::Equal, &value, &back));
    prop_assert_eq!(equal, Ok(true), "{} came out as {}", text, typed);
    Ok(())
}

proptest! {
    #![proptest_config(properties(400))]

    #[test]
    fn values_come_back_from_their_outside_shape(text in values::value()) {
        round_trip(&text)?;
    }

    #[test]
    fn tables_and_pictures_come_back_from_their_outside_shape(text in values::shown()) {
        round_trip(&text)?;
    }
}

#[test]
fn numbers_are_exact_whatever_their_size() {
    let mut session = session();
    let mut data = |text: &str| {
        let value = session.read("value", text).unwrap();
        shape(&mut session, &value).0.data.unwrap().to_string()
    };
    assert_eq!(data("2**62"), "4611686018427387904");
    assert_eq!(
        data("2**63"),
        r#"{"kind":"number","numerator":"9223372036854775808","denominator":1}"#
    );
    assert_eq!(data("-1/3"), r#"{"kind":"number","numerator":-1,"denominator":3}"#);
    assert_eq!(data("[true, \"a\", <0|*>]"), r#"[true,"a",{"kind":"form","text":"↑"}]"#);
    assert_eq!(
        data("{1: (2, 3)}"),
        r#"{"kind":"map","entries":[[1,{"kind":"tuple","items":[2,3]}]]}"#
    );
}

#[test]
fn values_with_a_picture_have_an_svg_and_games_have_latex() {
    let mut session = session();
    let mut of = |text: &str| {
        let value = session.read("value", text).unwrap();
        shape(&mut session, &value).0
    };
    for pictured in
        ["Clobber(\"xo\")", "Nim(2) + Nim(3)", "thermograph(±1)", "path(3)", "draw(Nim(2))"]
    {
        assert!(of(pictured).svg.is_some_and(|svg| svg.starts_with("<svg")), "{pictured}");
    }
    assert_eq!(of("<0|*>").latex.as_deref(), Some("\\uparrow"));
    assert_eq!(of("<0|*>").svg, None);
    assert_eq!(of("\"text\"").latex, None);
    // Too large to come unasked.
    assert_eq!(of("[k for k in 1..9000]").latex, None);
    assert!(
        of("Domineering(\"..|..\")").svg.is_some() && of("Domineering(200, 200)").svg.is_none()
    );
}

#[test]
fn an_error_says_where_in_characters() {
    let mut session = session();
    let reply = session.eval("input", "↑ + ↑ + canonicl(2)");
    let error = outside::error(session.sources(), &reply.diagnostics[0]);
    assert_eq!(error["code"], "G0201");
    assert_eq!(error["severity"], "error");
    assert_eq!(error["span"]["start"], 8);
    assert_eq!(error["span"]["end"], 16);
    assert_eq!((&error["span"]["line"], &error["span"]["column"]), (&1.into(), &9.into()));
    assert_eq!(error["helps"][0], "did you mean `canonical`?");
}

#[test]
fn the_page_about_the_shape_names_its_version() {
    let page = read("docs/book/src/reference/outside.md");
    assert!(
        page.contains(&format!("version {}", outside::VERSION)),
        "the page is about another version"
    );
}
