//! The lines on standard output; lab/load/lines.ts has their types.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;
use towline_process::lines::say;
use towline_process::versions::{LIBRARIES, library_versions};

use crate::failures::Kind;
use crate::order::{Order, Protocol};
use crate::tally::{Interval, Tally};
use crate::usage::{cpu_time, rss_bytes};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Line<'a> {
    Ready(Ready<'a>),
    Second(Second),
    End(End),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Ready<'a> {
    program: &'a str,
    version: &'a str,
    libraries: BTreeMap<&'static str, String>,
    protocol: Protocol,
    most_users: u32,
    file_limit: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Second {
    at_ms: f64,
    length_ms: f64,
    users: u32,
    page_times_us: Vec<(u64, u64)>,
    cpu_ms: f64,
    rss_bytes: Option<u64>,
    #[serde(flatten)]
    counted: Counted,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct End {
    why: Why,
    at_ms: f64,
    users: u32,
    /// Pages under way at the end: neither done nor failed.
    pages_cut: u64,
    cpu_ms: f64,
    #[serde(flatten)]
    counted: Counted,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counted {
    pages_begun: u64,
    pages_done: u64,
    pages_failed: u64,
    p50_ms: Option<f64>,
    p95_ms: Option<f64>,
    p99_ms: Option<f64>,
    errors: BTreeMap<Kind, u64>,
    answers: u64,
    body_bytes: u64,
    connections_opened: u64,
    sessions_resumed: Option<u64>,
    late_ms: f64,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Why {
    Finished,
    Duration,
    Signal,
}

pub struct Report<'a> {
    order: &'a Order,
    tally: &'a Tally,
    start: Instant,
    last: Instant,
    cpu_at_start: Duration,
    cpu_at_last: Duration,
}

impl<'a> Report<'a> {
    pub fn begin(order: &'a Order, tally: &'a Tally, file_limit: u64) -> io::Result<Self> {
        say(&Line::Ready(Ready {
            program: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            libraries: library_versions(&LIBRARIES),
            protocol: order.protocol,
            most_users: order.most_users(),
            file_limit,
        }))?;
        let (start, cpu) = (Instant::now(), cpu_time());
        Ok(Self { order, tally, start, last: start, cpu_at_start: cpu, cpu_at_last: cpu })
    }

    pub fn start(&self) -> Instant {
        self.start
    }

    pub fn second(&mut self) -> io::Result<()> {
        let (users, interval) = self.tally.next_second();
        let (now, cpu) = (Instant::now(), cpu_time());
        let line = Second {
            at_ms: ms(now - self.start),
            length_ms: ms(now - self.last),
            users,
            page_times_us: interval.time_counts(),
            cpu_ms: ms(cpu.saturating_sub(self.cpu_at_last)),
            rss_bytes: rss_bytes(),
            counted: self.counted(interval),
        };
        (self.last, self.cpu_at_last) = (now, cpu);
        say(&Line::Second(line))
    }

    /// Says with what was counted since the last second.
    pub fn end(&mut self, why: Why) -> io::Result<()> {
        let users = self.tally.users();
        self.second()?;
        let whole = self.tally.whole();
        say(&Line::End(End {
            why,
            at_ms: ms(self.last - self.start),
            users,
            pages_cut: whole.pages_begun - whole.pages_done - whole.pages_failed,
            cpu_ms: ms(self.cpu_at_last.saturating_sub(self.cpu_at_start)),
            counted: self.counted(whole),
        }))
    }

    fn counted(&self, interval: Interval) -> Counted {
        Counted {
            pages_begun: interval.pages_begun,
            pages_done: interval.pages_done,
            pages_failed: interval.pages_failed,
            p50_ms: interval.quantile_ms(0.5),
            p95_ms: interval.quantile_ms(0.95),
            p99_ms: interval.quantile_ms(0.99),
            answers: interval.answers,
            body_bytes: interval.body_bytes,
            connections_opened: interval.connections,
            // quinn does not say, and clear text has none.
            sessions_resumed: (self.order.ca_file.is_some() && self.order.protocol != Protocol::H3)
                .then_some(interval.resumed),
            late_ms: ms(interval.late),
            errors: interval.errors,
        }
    }
}

fn ms(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1_000.0
}
