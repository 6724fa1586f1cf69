//! Certificates that somebody forged: each claims what is false, says something else than it shows, or takes too long.
//! Those whose names begin with `true` have the same rules and a claim that is right.

#![expect(clippy::disallowed_methods, reason = "tests read files")]

use std::path::Path;

use upstar_verify::{Limits, verify};

#[test]
fn forged_certificates_are_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/forged");
    let (mut wrong, mut count) = (Vec::new(), 0);
    for entry in std::fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("it can be read").path();
        let certificate = std::fs::read(&path).expect("it can be read");
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let checked = verify(&mut &*certificate, Limits::default(), &mut |_| true);
        count += 1;
        match (name.starts_with("true"), checked) {
            (true, Err(refused)) => wrong.push(format!("{name} is refused: {refused}")),
            (false, Ok(verified)) => wrong.push(format!("{name} is accepted: {verified:?}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty() && count > 50, "{count}: {wrong:#?}");
}
