//! Tests of files of answers: what was written is there again, and other files are refused and left as they are.

use std::fs;

use super::*;

/// Bytes of a page of the database.
const PAGE: usize = 4096;

fn key(n: u32) -> Vec<u8> {
    [&[7; 8][..], &n.to_le_bytes()].concat()
}

fn filled(folder: &Path, numbers: std::ops::Range<u32>) -> Tables {
    let tables = Tables::open(folder).unwrap();
    for n in numbers {
        tables.keep(Kind::Value, &key(n), &[n as u8; 5]);
    }
    assert_eq!(tables.flush(), None);
    tables
}

#[test]
fn answers_are_there_at_once_and_in_the_next_run() {
    let folder = tempfile::tempdir().unwrap();
    let tables = filled(folder.path(), 0..1000);
    assert_eq!(tables.find(Kind::Value, &key(5)), Some(vec![5; 5]));
    let number = tables.ruleset("Kayles", "one meaning", "Kayles").unwrap();
    assert_eq!(tables.ruleset("Kayles", "one meaning", "Kayles"), Some(number));
    assert_ne!(tables.ruleset("Kayles", "another", "Kayles"), Some(number));
    drop(tables);
    let tables = Tables::open(folder.path()).unwrap();
    assert_eq!(tables.find(Kind::Value, &key(999)), Some(vec![231; 5]));
    assert_eq!(tables.find(Kind::Value, &key(1000)), None);
    assert_eq!(tables.find(Kind::Nimber, &key(5)), None);
    assert_eq!(tables.ruleset("Kayles", "one meaning", "Kayles"), Some(number));
    let rows = tables.rows();
    assert!(rows.is_err(), "these answers have no ruleset: {rows:?}");
}

/// Earlier versions had no table of certificates.
#[test]
fn files_without_a_table_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let tables = filled(folder.path(), 0..3);
    {
        let database = tables.shared.database.read();
        let write = database.as_ref().unwrap().begin_write().unwrap();
        assert!(write.delete_table(table_of(Kind::Certificate)).unwrap());
        write.commit().unwrap();
    }
    drop(tables);
    let tables = Tables::open(folder.path()).unwrap();
    assert_eq!(tables.find(Kind::Certificate, &key(1)), None);
    assert!(!tables.has(Kind::Certificate, &key(1)));
    assert_eq!(tables.count(Kind::Certificate).unwrap(), 0);
    assert_eq!(tables.find(Kind::Value, &key(2)), Some(vec![2; 5]));
    let other = tempfile::tempdir().unwrap();
    assert_eq!(Tables::open(other.path()).unwrap().merge(&tables).unwrap(), 3);
    tables.keep(Kind::Certificate, &key(1), b"proof");
    assert_eq!(tables.flush(), None);
    assert_eq!(tables.find(Kind::Certificate, &key(1)), Some(b"proof".to_vec()));
    assert_eq!(tables.count(Kind::Certificate).unwrap(), 1);
}

#[test]
fn a_second_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let _first = filled(folder.path(), 0..1);
    let error = Tables::open(folder.path()).unwrap_err();
    assert!(error.message.contains("another program uses"), "{error}");
}

#[test]
fn tables_are_joined() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let (one, other) = (filled(folders[0].path(), 0..600), filled(folders[1].path(), 400..1000));
    one.keep(Kind::Nimber, &key(1), &0b0110u64.to_le_bytes());
    assert_eq!(one.flush(), None);
    other.keep(Kind::Nimber, &key(1), &0b0011u64.to_le_bytes());
    let number = other.ruleset("Kayles", "meaning", "Kayles").unwrap();
    assert_eq!(other.flush(), None);
    assert_eq!(one.merge(&other).unwrap(), 601);
    assert!((0..1000).all(|n| one.find(Kind::Value, &key(n)) == Some(vec![n as u8; 5])));
    assert_eq!(one.find(Kind::Nimber, &key(1)), Some(0b0111u64.to_le_bytes().to_vec()));
    assert_eq!(one.ruleset("Kayles", "meaning", "Kayles"), Some(number));
}

#[test]
fn files_of_others_are_refused_and_left_as_they_are() {
    let texts: [&[u8]; 3] = [b"k := 2\n", b"redb", &[0; 70_000]];
    for text in texts {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        fs::write(&path, text).unwrap();
        let error = Tables::open(folder.path()).unwrap_err();
        assert!(error.message.contains("cannot be used as tables"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
}

#[test]
fn files_of_another_format_are_refused() {
    for (table, text) in [(HEADER, &b"upstar answers 0"[..]), (RULESETS, b"")] {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::create(folder.path().join(FILE)).unwrap();
        let write = database.begin_write().unwrap();
        write.open_table(table).unwrap().insert(&b"format"[..], text).unwrap();
        write.commit().unwrap();
        drop(database);
        let before = fs::read(folder.path().join(FILE)).unwrap();
        let error = Tables::open(folder.path()).unwrap_err();
        assert!(error.message.contains("was made by another"), "{error}");
        assert!(fs::read(folder.path().join(FILE)).unwrap() == before);
    }
}

#[test]
fn damaged_entries_are_never_answers() {
    let folder = tempfile::tempdir().unwrap();
    drop(filled(folder.path(), 0..2000));
    let path = folder.path().join(FILE);
    let whole = fs::read(&path).unwrap();
    for place in (0..whole.len()).step_by(16_381) {
        let mut damaged = whole.clone();
        damaged[place..].iter_mut().take(40).for_each(|byte| *byte = byte.wrapping_add(77));
        fs::write(&path, &damaged).unwrap();
        let Ok(tables) = Tables::open(folder.path()) else { continue };
        for n in 0..2000 {
            let found = tables.find(Kind::Value, &key(n));
            assert!(found.is_none_or(|answer| answer == vec![n as u8; 5]), "{place}");
        }
    }
    // What is cut off is seen.
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(Tables::open(folder.path()).is_err());
}

/// Nothing is added to a file whose entries are damaged or in another order, and nothing that is wrong is read.
#[test]
fn damaged_files_are_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    drop(filled(folder.path(), 0..20_000));
    let path = folder.path().join(FILE);
    let whole = fs::read(&path).unwrap();
    // Pages of leaves hold keys of this test.
    let leaves: Vec<usize> = (0..whole.len() / PAGE)
        .filter(|page| {
            let page = &whole[page * PAGE..][..PAGE];
            page[0] == 1 && page.windows(8).filter(|bytes| *bytes == [7; 8]).count() > 20
        })
        .collect();
    assert!(leaves.len() > 50, "{}", leaves.len());
    let mut refused = 0;
    for pair in leaves.windows(2).step_by(9) {
        let mut damaged = whole.clone();
        let (one, other) = (pair[0] * PAGE, pair[1] * PAGE);
        damaged.copy_within(one..one + PAGE, other);
        fs::write(&path, &damaged).unwrap();
        let Ok(tables) = Tables::open(folder.path()) else { continue };
        tables.keep(Kind::Value, &key(50_000), b"new");
        refused += usize::from(tables.flush().is_some());
        assert_eq!(tables.find(Kind::Value, &key(50_000)), None);
    }
    assert!(refused > 5, "{refused}");
}
