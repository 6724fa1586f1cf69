//! File of a database that may not be written: what the database writes stays in memory.
//!
//! A database writes a few bytes of its file when it is opened, and more where the program before it was killed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use parking_lot::Mutex;
use redb::StorageBackend;

/// Length of a block that is held in memory when a byte of it is written.
const BLOCK: u64 = 4096;

/// File that is only read.
#[derive(Debug)]
pub(super) struct ReadOnly(Mutex<Contents>);

#[derive(Debug)]
struct Contents {
    file: File,
    /// Length with what was written.
    length: u64,
    /// Blocks of which something was written, by their number.
    written: BTreeMap<u64, Vec<u8>>,
}

impl ReadOnly {
    /// Opens a file.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(ReadOnly(Mutex::new(Contents { file, length, written: BTreeMap::new() })))
    }
}

impl Contents {
    /// Bytes of the file; zeros after its end.
    fn of_file(&mut self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(length);
        self.file.seek(SeekFrom::Start(offset))?;
        (&self.file).take(length as u64).read_to_end(&mut bytes)?;
        bytes.resize(length, 0);
        Ok(bytes)
    }

    fn read(&mut self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = self.of_file(offset, length)?;
        let end = offset + length as u64;
        for (number, block) in self.written.range(offset / BLOCK..end.div_ceil(BLOCK)) {
            let start = number * BLOCK;
            let (from, to) = (start.max(offset), (start + BLOCK).min(end));
            let part = &block[(from - start) as usize..(to - start) as usize];
            bytes[(from - offset) as usize..(to - offset) as usize].copy_from_slice(part);
        }
        Ok(bytes)
    }

    fn write(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let end = offset + bytes.len() as u64;
        for number in offset / BLOCK..end.div_ceil(BLOCK) {
            let start = number * BLOCK;
            let mut block = match self.written.remove(&number) {
                Some(block) => block,
                None => self.of_file(start, BLOCK as usize)?,
            };
            let (from, to) = (start.max(offset), (start + BLOCK).min(end));
            let part = &bytes[(from - offset) as usize..(to - offset) as usize];
            block[(from - start) as usize..(to - start) as usize].copy_from_slice(part);
            self.written.insert(number, block);
        }
        self.length = self.length.max(end);
        Ok(())
    }
}

impl StorageBackend for ReadOnly {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.lock().length)
    }

    fn read(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        self.0.lock().read(offset, len)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.lock().length = len;
        Ok(())
    }

    fn sync_data(&self, _eventual: bool) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.lock().write(offset, data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_the_file_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut bytes: Vec<u8> = (0..20_000_u32).map(|n| (n % 251) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        let file = ReadOnly::open(&path).unwrap();
        let (mut state, before) = (1_u64, bytes.clone());
        for _ in 0..2000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let offset = (state >> 33) % 24_000;
            let length = (state >> 17) as usize % 9000;
            let end = offset as usize + length;
            bytes.resize(bytes.len().max(end), 0);
            if state >> 63 == 0 {
                let data = vec![(state >> 40) as u8; length];
                file.write(offset, &data).unwrap();
                bytes[offset as usize..end].copy_from_slice(&data);
            }
            assert_eq!(file.read(offset, length).unwrap(), bytes[offset as usize..end]);
        }
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}
