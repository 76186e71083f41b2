//! The file of an order: plain, and no longer than any order is.

use std::fs::OpenOptions;
use std::io::{Error, ErrorKind, Read, Result};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::failure::Failure;

/// A graph's file has 50 MB (model/graph/limits.ts); its order repeats less than it leaves out.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

pub fn read_order(file: &Path) -> std::result::Result<String, Failure> {
    read_plain(file, MOST_BYTES).map_err(|error| Failure::input(file, error))
}

/// Asks the open file, not its name, and waits for no other end of a pipe.
fn read_plain(file: &Path, most_bytes: u64) -> Result<String> {
    let opened = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(file)?;
    if !opened.metadata()?.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "not a plain file"));
    }
    let mut text = String::new();
    let bytes = opened.take(most_bytes + 1).read_to_string(&mut text)?;
    if bytes as u64 > most_bytes {
        return Err(Error::new(ErrorKind::FileTooLarge, format!("more than {most_bytes} bytes")));
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
