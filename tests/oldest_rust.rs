//! The oldest Rust that the manifests promise, held against the packages in the lock file. Newer functions
//! of the standard library are found by the lint `clippy::incompatible_msrv`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value as Json;

use crate::support::expect_none;

/// What a command of the toolchain writes.
fn output(program: &str, arguments: &[&str]) -> String {
    let done = Command::new(program).args(arguments).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// `1.88` and `1.88.0` as numbers; what a package does not say is older than all.
fn version(package: &Json) -> Vec<u32> {
    let said = package["rust_version"].as_str().unwrap_or("0");
    let mut numbers: Vec<u32> = said.split('.').map(|number| number.parse().unwrap()).collect();
    numbers.resize(3, 0);
    numbers
}

#[test]
fn no_package_needs_a_newer_rust_than_the_manifests_promise() {
    let cargo = env!("CARGO");
    let about = output(cargo, &["-vV"]);
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    // Packages for other systems are not downloaded.
    let asked = ["metadata", "--locked", "--format-version=1", "--filter-platform", host];
    let metadata: Json = serde_json::from_str(&output(cargo, &asked)).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let by_id: BTreeMap<&str, &Json> = packages.iter().map(|one| (id(one), one)).collect();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap().iter();
    let needs: BTreeMap<&str, &Json> =
        nodes.map(|node| (id(node), &node["dependencies"])).collect();
    let ours = packages.iter().filter(|package| package["source"].is_null());
    let mut wrong = Vec::new();
    for package in ours {
        let promised = version(package);
        let (mut open, mut seen) = (vec![id(package)], BTreeSet::new());
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                let needed = needs[next].as_array().unwrap().iter();
                open.extend(needed.map(|one| one.as_str().unwrap()));
            }
        }
        assert!(promised > vec![1, 0, 0] && seen.len() > 10, "packages and versions are found");
        let newer = seen.into_iter().filter(|other| version(by_id[other]) > promised);
        wrong.extend(newer.map(|other| format!("{} needs {other}", package["name"])));
    }
    expect_none(&wrong);
}

fn id(package: &Json) -> &str {
    package["id"].as_str().unwrap()
}
