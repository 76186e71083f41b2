//! The end: at once, with no grace. A load that is under way is of no use by then.

use std::io::{self, Read};
use std::process::exit;
use std::thread;

use tokio::signal::unix::{SignalKind, signal};

use crate::failure::Failure;

/// Returns on SIGTERM, SIGINT and SIGHUP.
pub async fn signalled() -> Result<(), Failure> {
    let on = |kind| signal(kind).map_err(|error| Failure::unavailable("signals", error));
    let (mut term, mut int, mut hup) =
        (on(SignalKind::terminate())?, on(SignalKind::interrupt())?, on(SignalKind::hangup())?);
    tokio::select! {
        _ = term.recv() => {}
        _ = int.recv() => {}
        _ = hup.recv() => {}
    }
    Ok(())
}

/// Ends the process when standard input does, where that is a pipe: whoever holds its other end is gone then, also by
/// kill -9. A terminal or /dev/null says nothing of the kind.
pub fn end_with_input() {
    if !is_pipe() {
        return;
    }
    thread::spawn(|| {
        let mut rest = [0u8; 4096];
        // An error says as well that nobody is there.
        while io::stdin().read(&mut rest).is_ok_and(|bytes| bytes > 0) {}
        exit(0);
    });
}

/// A pipe, or the socket that Node makes of one.
fn is_pipe() -> bool {
    // SAFETY: a plain structure of integers, which the kernel fills.
    let mut status: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: the structure lives until the call returns.
    if unsafe { libc::fstat(libc::STDIN_FILENO, &mut status) } != 0 {
        return false;
    }
    matches!(status.st_mode & libc::S_IFMT, libc::S_IFIFO | libc::S_IFSOCK)
}
