//! Standard output: a line of JSON each.

use std::io::{self, Write};

use serde::Serialize;

pub fn say(line: &impl Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, line)?;
    out.write_all(b"\n")?;
    out.flush()
}
