//! Tables are opened: to be read and written or, where they cannot be written, to be read.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use parking_lot::{Condvar, Mutex, RwLock};
use redb::{Database, DatabaseError, StorageError};

use super::read_only::ReadOnly;
use super::{
    CACHE, CUT, DAMAGED, ENDING, FILE, OF_OTHERS, Shared, Tables, Unusable, caught, foreign,
};

/// How a file is used.
struct Access {
    is_new: bool,
    is_read_only: bool,
}

impl Tables {
    /// Opens the tables of a folder; makes both if they are missing. Tables that cannot be written are read.
    ///
    /// # Errors
    /// When the folder cannot be written and has no tables, another program uses it, or its file is damaged or of
    /// another program or format. Then the file is left as it is.
    pub fn open(folder: &Path) -> Result<Tables, Unusable> {
        let unwritable = |error: &dyn fmt::Display| Unusable {
            message: format!("the folder `{}` cannot be used: {error}", folder.display()),
            help: "give a folder that you may write to".to_owned(),
        };
        Tables::may_be_in(folder)?;
        fs::create_dir_all(folder).map_err(|error| unwritable(&error))?;
        let path = folder.join(FILE);
        let is_new = match fs::metadata(&path) {
            Ok(data) => data.len() == 0,
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(unwritable(&error)),
        };
        let open = || Database::builder().set_cache_size(CACHE).create(&path);
        let begun = Instant::now();
        let database = loop {
            return Err(match caught(open) {
                Some(Ok(database)) => break database,
                // The system may not have ended a program that was killed.
                Some(Err(DatabaseError::DatabaseAlreadyOpen)) if begun.elapsed() < ENDING => {
                    thread::sleep(ENDING / 20);
                    continue;
                }
                Some(Err(DatabaseError::DatabaseAlreadyOpen)) => Unusable {
                    message: format!("another program uses the tables in `{}`", folder.display()),
                    help: "wait for it, or give another folder and join the two by `upstar tables \
                           FOLDER --merge OTHER`"
                        .to_owned(),
                },
                Some(Err(DatabaseError::Storage(StorageError::Io(error)))) => match error.kind() {
                    ErrorKind::InvalidData => foreign(&path, OF_OTHERS),
                    // The file ends before it should; no call of the system has failed.
                    ErrorKind::UnexpectedEof if !is_new => foreign(&path, CUT),
                    ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem if !is_new => {
                        return Tables::open_to_read(folder);
                    }
                    _ => unwritable(&error),
                },
                Some(Err(_)) | None => foreign(&path, DAMAGED),
            });
        };
        Tables::of_database(path, database, Access { is_new, is_read_only: false })
    }

    /// Opens the tables of a folder to read them: nothing is written.
    ///
    /// # Errors
    /// When there are none, or they are damaged or of another program or format.
    pub fn open_to_read(folder: &Path) -> Result<Tables, Unusable> {
        let path = folder.join(FILE);
        let file = ReadOnly::open(&path).map_err(|error| Unusable {
            message: format!("the tables in `{}` cannot be read: {error}", folder.display()),
            help: "give a folder that you may read".to_owned(),
        })?;
        let open = || Database::builder().set_cache_size(CACHE).create_with_backend(file);
        let database = match caught(open) {
            Some(Ok(database)) => database,
            Some(Err(DatabaseError::Storage(StorageError::Io(error))))
                if error.kind() == ErrorKind::InvalidData =>
            {
                return Err(foreign(&path, OF_OTHERS));
            }
            Some(Err(_)) | None => return Err(foreign(&path, DAMAGED)),
        };
        Tables::of_database(path, database, Access { is_new: false, is_read_only: true })
    }

    fn of_database(path: PathBuf, database: Database, access: Access) -> Result<Tables, Unusable> {
        let shared = Shared {
            path,
            database: RwLock::new(Some(database)),
            is_read_only: access.is_read_only,
            queue: Mutex::default(),
            wake: Condvar::new(),
            written: Condvar::new(),
            snapshot: RwLock::default(),
        };
        let shared = Arc::new(shared);
        let checked = caught(|| shared.check(access.is_new));
        checked.unwrap_or_else(|| Err(foreign(&shared.path, DAMAGED)))?;
        if access.is_read_only {
            return Ok(Tables { shared, writer: Mutex::new(None) });
        }
        let own = shared.clone();
        let write = move || own.write(access.is_new);
        let writer = thread::Builder::new().name("tables".to_owned()).spawn(write);
        let writer = writer.map_err(|error| foreign(&shared.path, &error.to_string()))?;
        Ok(Tables { shared, writer: Mutex::new(Some(writer)) })
    }

    /// Whether there can be tables at a path.
    ///
    /// # Errors
    /// When it is a file, or leads through one.
    pub fn may_be_in(folder: &Path) -> Result<(), Unusable> {
        let Some(file) = folder.ancestors().find(|path| path.is_file()) else { return Ok(()) };
        let around = file.parent().filter(|around| !around.as_os_str().is_empty());
        let help = match file.file_name() {
            Some(name) if name == FILE => {
                let around = around.unwrap_or_else(|| Path::new("."));
                format!("give the folder that it is in: `{}`", around.display())
            }
            _ => "give a folder; one that is not there is made".to_owned(),
        };
        let message = format!("`{}` is a file, and tables are kept in a folder", file.display());
        Err(Unusable { message, help })
    }
}
