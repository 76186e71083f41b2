//! Says why the program cannot serve: one line and an exit code after sysexits.h.

use std::fmt::Display;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::{panic, process};

pub struct Failure {
    pub message: String,
    pub exit_code: i32,
}

const DATA: i32 = 65;
const NO_INPUT: i32 = 66;
const UNAVAILABLE: i32 = 69;
const IO: i32 = 74;
const CONFIG: i32 = 78;

static ENDING: Mutex<()> = Mutex::new(());

impl Failure {
    pub fn data(what: impl Display, why: impl Display) -> Self {
        Self::new(DATA, what, why)
    }

    pub fn input(file: &Path, why: impl Display) -> Self {
        Self::new(NO_INPUT, file.display(), why)
    }

    pub fn config(file: &Path, why: impl Display) -> Self {
        Self::new(CONFIG, file.display(), why)
    }

    /// An address or a setting that this machine does not give.
    pub fn unavailable(what: impl Display, why: impl Display) -> Self {
        Self::new(UNAVAILABLE, what, why)
    }

    pub fn output(why: impl Display) -> Self {
        Self::new(IO, "standard output", why)
    }

    /// Says it on standard error and ends the process. Of two threads that fail at once, the first one alone speaks.
    pub fn end(&self, program: &str) -> ! {
        let _for_good = ENDING.lock().unwrap_or_else(PoisonError::into_inner);
        eprintln!("{program}: {}", self.message);
        process::exit(self.exit_code);
    }

    fn new(exit_code: i32, what: impl Display, why: impl Display) -> Self {
        Self { message: format!("{what}: {why}"), exit_code }
    }
}

/// Ends the process where a task panics, in each build: one that unwinds would serve on without the task.
pub fn abort_on_panic() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        report(info);
        process::abort();
    }));
}
