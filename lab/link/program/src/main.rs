//! An emulated link between two network namespaces: `towline-link` reads from standard input what it is like, says `ready`
//! when both of its ends are where they belong, and lasts until it is killed. File descriptors 3 and 4 are the namespaces of
//! client and servers. What the library leaves in /run and /tmp is its caller's to take away (lab/link/backend/rattan.ts).

mod buffers;

use std::collections::HashMap;
use std::io::stdin;
use std::process::{Command, exit};
use std::thread::{self, JoinHandle};

use rattan_core::cells::StdPacket;
use rattan_core::config::RattanConfig;
use rattan_core::metal::io::af_packet::AfPacketDriver;
use rattan_core::radix::{RattanRadix, TaskResult};
use serde::Deserialize;
use towline_process::failure::{Failure, abort_on_panic};
use towline_process::versions::library_versions;

const LIBRARY: &str = "rattan-core";
const USAGE: i32 = 64;
const CLIENT: u8 = 3;
const SERVERS: u8 = 4;

/// The library gives its interface a random name: it is the only one of its kind in its namespace.
const MOVE: &str = "own=$(ip -oneline link show type veth | cut -d' ' -f2 | cut -d@ -f1)
exec ip link set dev \"$own\" netns \"/proc/self/fd/$1\" name \"$2\"";

#[derive(Deserialize)]
struct Order {
    /// Name of both ends.
    interface: String,
    config: RattanConfig<StdPacket>,
    /// Contents of the files that the configuration names, by name.
    files: HashMap<String, String>,
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        None => {}
        Some("--version") => {
            return println!("rattan {}", library_versions(&[LIBRARY])[LIBRARY]);
        }
        Some(_) => {
            eprintln!("usage: towline-link | towline-link --version");
            exit(USAGE);
        }
    }
    abort_on_panic();
    match link() {
        // It ends with the process.
        Ok(_link) => loop {
            thread::park();
        },
        Err(failure) => failure.end(env!("CARGO_PKG_NAME")),
    }
}

fn link() -> Result<RattanRadix<AfPacketDriver>, Failure> {
    let order: Order =
        serde_json::from_reader(stdin().lock()).map_err(|error| Failure::data("standard input", error))?;
    for (name, content) in order.files {
        std::fs::write(&name, content).map_err(|error| Failure::unavailable(name, error))?;
    }
    let failed = |error: rattan_core::error::Error| Failure::unavailable("the link", error);
    let mut link = RattanRadix::<AfPacketDriver>::new(order.config).map_err(failed)?;
    link.spawn_rattan().map_err(failed)?;
    link.start_rattan().map_err(failed)?;
    buffers::widen().map_err(|error| Failure::unavailable("the buffers of its sockets", error))?;
    let name = order.interface;
    let left = link.left_spawn(None, moves(CLIENT, name.clone())).map_err(failed)?;
    let right = link.right_spawn(None, moves(SERVERS, name)).map_err(failed)?;
    for end in [left, right] {
        finished(end).map_err(|error| Failure::unavailable("an end of the link", error))?;
    }
    println!("ready");
    Ok(link)
}

/// Moves the interface of the namespace that it is run in to that of a file descriptor.
fn moves(namespace: u8, name: String) -> impl FnOnce() -> TaskResult<()> + Send {
    move || {
        let output = Command::new("sh").args(["-ec", MOVE, "sh", &namespace.to_string(), &name]).output()?;
        if output.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).trim().into())
        }
    }
}

fn finished(task: JoinHandle<TaskResult<()>>) -> Result<(), String> {
    match task.join() {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("its thread panicked".into()),
    }
}
