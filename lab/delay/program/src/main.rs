//! Round trips between two network namespaces: `towline-delay CLIENT SERVER INTERFACE ROUND-TRIPS [ADDRESS=ROUND-TRIP]…`
//! joins the taps INTERFACE of the namespaces (files below /run/netns) and holds each packet back for half of the round trip
//! of the server's address, in milliseconds. Nothing is lost, reordered within an address or limited in rate.
//! Ends when standard input does.

mod addresses;
mod tap;
mod waiting;

use std::os::fd::AsRawFd;
use std::process::exit;
use std::thread::sleep;
use std::time::{Duration, Instant};

use towline_process::failure::Failure;
use towline_process::stop::end_with_input;

use crate::addresses::{RoundTrips, Side};
use crate::tap::Tap;
use crate::waiting::Waiting;

const USAGE: i32 = 64;
/// The MTU of the taps, with the Ethernet header and room for a VLAN tag.
const FRAME_BYTES: usize = 1_522;
/// Frames that are read of one side before the other has its turn.
const BATCH: usize = 64;
/// Time between two looks at a tap that is not up yet.
const DOWN: Duration = Duration::from_millis(5);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [client, server, interface, round_trips, special @ ..] = &arguments[..] else {
        eprintln!("usage: towline-delay CLIENT SERVER INTERFACE MS,MS,… [ADDRESS=MS]…");
        exit(USAGE);
    };
    let Some(round_trips) = RoundTrips::parse(round_trips, special) else {
        eprintln!("towline-delay: round trips are milliseconds above 0, special ones ADDRESS=MS");
        exit(USAGE);
    };
    end_with_input();
    if let Err(failure) = relay(client, server, interface, &round_trips) {
        failure.end(env!("CARGO_PKG_NAME"));
    }
}

fn relay(client: &str, server: &str, interface: &str, round_trips: &RoundTrips) -> Result<(), Failure> {
    let failed = |error| Failure::unavailable(interface, error);
    let taps = [
        Tap::open(client, interface).map_err(|error| Failure::unavailable(client, error))?,
        Tap::open(server, interface).map_err(|error| Failure::unavailable(server, error))?,
    ];
    println!("ready");
    let mut waiting = Waiting::new();
    let mut buffer = [0u8; FRAME_BYTES];
    loop {
        for (index, side) in [Side::Client, Side::Server].into_iter().enumerate() {
            for _ in 0..BATCH {
                let Some(bytes) = taps[index].read(&mut buffer).map_err(failed)? else { break };
                let frame = &buffer[..bytes];
                waiting.add(Instant::now() + round_trips.half(frame, side), 1 - index, frame);
            }
        }
        let now = Instant::now();
        while let Some((to, frame)) = waiting.due(now) {
            taps[to].write(&frame).map_err(failed)?;
        }
        wait(&taps, waiting.next().map(|due| due.saturating_duration_since(Instant::now())));
    }
}

/// Waits until a tap has a frame, or a frame is due.
fn wait(taps: &[Tap; 2], most: Option<Duration>) {
    let mut files = [0, 1].map(|index: usize| libc::pollfd {
        fd: taps[index].as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    });
    let most = most.map(|most| libc::timespec {
        tv_sec: most.as_secs() as libc::time_t,
        tv_nsec: most.subsec_nanos().into(),
    });
    let pointer = most.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: the files and the time live until the call returns. An interrupted call is made again by the caller.
    unsafe { libc::ppoll(files.as_mut_ptr(), 2, pointer, std::ptr::null()) };
    // A tap that is down says so at once, again and again.
    if files.iter().any(|file| file.revents & libc::POLLERR != 0) {
        sleep(DOWN);
    }
}
