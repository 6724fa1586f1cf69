//! Files on the disk as requests see them.

use super::*;

#[test]
fn when_time_is_over_every_step_fails() {
    let deadline = Deadline { until: Instant::now(), ..Deadline::of_request() };
    std::thread::sleep(Duration::from_millis(1));
    assert!((1..EVERY).all(|_| deadline.poll().is_ok()));
    assert!((0..2 * EVERY).all(|_| deadline.poll().is_err()));
}

fn store() -> TextStore {
    TextStore::new(Encoding::Utf16, Vec::new())
}

/// Writes a file as if that was a minute ago.
fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap();
    let file = std::fs::File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(60)).unwrap();
}

#[test]
fn a_file_on_the_disk_is_read_again_when_it_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.game");
    let name = path.to_str().unwrap();
    let store = store();
    let text = || {
        let deadline = Deadline::of_request();
        store.view(&deadline).used(name, "").map(|document| document.text.to_string())
    };
    assert!(text().is_err());
    write(&path, "1");
    assert_eq!(text().unwrap(), "1");
    write(&path, "22");
    assert_eq!(text().unwrap(), "22");
    // Of the same length, at the time when it is read.
    std::fs::write(&path, "33").unwrap();
    assert_eq!(text().unwrap(), "33");
    std::fs::write(&path, "44").unwrap();
    assert_eq!(text().unwrap(), "44");
    std::fs::remove_file(&path).unwrap();
    assert!(text().is_err());
}

#[test]
fn a_request_sees_each_file_once_and_has_one_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.game");
    std::fs::write(&path, "1").unwrap();
    let (store, deadline) = (store(), Deadline::of_request());
    let view = store.view(&deadline);
    let first = view.used("a.game", path.to_str().unwrap()).unwrap();
    std::fs::write(&path, "2").unwrap();
    assert!(Arc::ptr_eq(&first, &view.used("a.game", path.to_str().unwrap()).unwrap()));
    let over = Deadline { until: Instant::now() - SETTLED, ..Deadline::of_request() };
    let view = store.view(&over);
    assert!(view.used("a.game", path.to_str().unwrap()).is_err());
    assert!(over.poll().is_err() && view.all().is_err());
}
