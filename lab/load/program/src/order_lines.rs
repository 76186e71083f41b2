//! The control pipe: standard input has the file of an order on each line.

use std::io::{self, BufRead, Read};
use std::process::exit;
use std::thread;

use tokio::sync::mpsc::{Receiver, channel};
use towline_process::failure::Failure;

/// Linux's PATH_MAX.
const LONGEST_LINE_BYTES: usize = 4096;
/// A writer waits for each order's answer.
const MOST_WAITING: usize = 64;

/// Ends the process when the input does: whoever holds its other end is gone then, also by kill -9. Input that is no list of
/// files ends it at once, in one line.
pub fn order_lines() -> Receiver<String> {
    let (lines, files) = channel(MOST_WAITING);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            match next_line(&mut input) {
                Ok(None) => exit(0),
                Ok(Some(line)) => {
                    if lines.try_send(line).is_err() {
                        let why = format_args!("more than {MOST_WAITING} orders at once");
                        fault(why).end(env!("CARGO_PKG_NAME"));
                    }
                }
                Err(failure) => failure.end(env!("CARGO_PKG_NAME")),
            }
        }
    });
    files
}

/// None at the end of the input.
fn next_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    input.take(LONGEST_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line).map_err(fault)?;
    match line.pop() {
        None => Ok(None),
        Some(b'\n') => String::from_utf8(line).map(Some).map_err(|_| fault("a line that is not UTF-8")),
        Some(_) if line.len() >= LONGEST_LINE_BYTES => {
            Err(fault(format_args!("a line of more than {LONGEST_LINE_BYTES} bytes")))
        }
        Some(_) => Err(fault("it ends within a line")),
    }
}

fn fault(why: impl std::fmt::Display) -> Failure {
    Failure::data("standard input", why)
}

#[cfg(test)]
mod tests;
