//! The outcome of a load: one line of JSON on standard output; lab/graph/replay/graph-report.ts has its types.

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::failures::Kind;
use crate::order::Protocol;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GraphReport {
    /// Time from the load's start to the load event; null: it did not come within the limit.
    #[serde(serialize_with = "ms_or_null")]
    pub load_ms: Option<Duration>,
    /// Time from the load's start to the end of what was observed.
    #[serde(serialize_with = "ms")]
    pub end_ms: Duration,
    /// The latest that a fetch was begun after it was due.
    #[serde(serialize_with = "ms")]
    pub late_ms: Duration,
    /// CPU time of this process, from its start.
    #[serde(serialize_with = "ms")]
    pub cpu_ms: Duration,
    pub rss_bytes: Option<u64>,
    /// The program ran before all others of the machine.
    pub real_time: bool,
    pub fetches: Vec<FetchReport>,
    pub connections: Vec<ConnectionReport>,
    pub look_ups: Vec<LookUpReport>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LookUpReport {
    /// Index in the order's hosts.
    pub host: usize,
    #[serde(serialize_with = "ms")]
    pub begun_ms: Duration,
    /// Is null where it was under way at the end of the load.
    #[serde(serialize_with = "ms_or_null")]
    pub ended_ms: Option<Duration>,
    pub failure: Option<Kind>,
}

/// Moments count from the load's start; what has none did not happen.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchReport {
    pub node: usize,
    #[serde(serialize_with = "ms")]
    pub due_ms: Duration,
    /// Given to a connection.
    #[serde(serialize_with = "ms_or_null")]
    pub sent_ms: Option<Duration>,
    #[serde(serialize_with = "ms_or_null")]
    pub first_byte_ms: Option<Duration>,
    #[serde(serialize_with = "ms_or_null")]
    pub finished_ms: Option<Duration>,
    pub body_bytes: u64,
    /// Index in `connections`.
    pub connection: Option<usize>,
    /// Is null where its answer was as it should be, or had not ended with the load.
    pub failure: Option<Kind>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionReport {
    /// Index in the order's hosts of the one that it was opened for.
    pub host: usize,
    /// Read back from the connection; null: it never was one.
    pub protocol: Option<Protocol>,
    #[serde(serialize_with = "ms")]
    pub begun_ms: Duration,
    /// TCP's handshake; null of QUIC.
    #[serde(serialize_with = "ms_or_null")]
    pub tcp_connected_ms: Option<Duration>,
    /// Requests can be sent.
    #[serde(serialize_with = "ms_or_null")]
    pub ready_ms: Option<Duration>,
    pub failure: Option<Kind>,
}

/// Rounds to the microsecond.
fn ms<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_micros() as f64 / 1_000.0)
}

fn ms_or_null<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => ms(time, serializer),
        None => serializer.serialize_none(),
    }
}
