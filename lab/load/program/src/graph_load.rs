//! The loop of one load: starts what is due, and hears what has come.

use std::io;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::Instant;
use towline_process::failure::Failure;

use crate::failures::Kind;
use crate::graph_events::{Ended, Event, What};
use crate::graph_order::When;
use crate::graph_report::{FetchReport, GraphReport};
use crate::graph_sockets::{Request, Sockets};
use crate::graph_walk::{Due, Walk};
use crate::precise_timer::PreciseTimer;
use crate::usage::{cpu_time, rss_bytes};

/// What the kernel may take to wake a process: so long before a node is due this one stays awake.
const WAKING: Duration = Duration::from_micros(150);

pub struct GraphLoad {
    start: Instant,
    walk: Walk,
    sockets: Sockets,
    requests: Vec<Option<Request>>,
    inbox: UnboundedReceiver<Event>,
    /// By the node; None: it was never due, or is a computation.
    fetches: Vec<Option<FetchReport>>,
    late: Duration,
    loaded: Option<Duration>,
}

impl GraphLoad {
    pub fn new(
        start: Instant,
        walk: Walk,
        sockets: Sockets,
        requests: Vec<Option<Request>>,
        inbox: UnboundedReceiver<Event>,
    ) -> Self {
        let fetches = requests.iter().map(|_| None).collect();
        Self { start, walk, sockets, requests, inbox, fetches, late: Duration::ZERO, loaded: None }
    }

    /// The load event, or the limit.
    pub async fn until(&mut self, limit: Duration) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::unavailable("timer", error);
        let timer = PreciseTimer::new().map_err(failed)?;
        loop {
            while let Ok(event) = self.inbox.try_recv() {
                self.hear(event);
            }
            let now = self.start.elapsed();
            while let Some((due, at)) = self.walk.next(now) {
                match due {
                    Due::Fetch(node) => self.begin(node, at, now),
                    Due::Load => {
                        self.loaded = Some(at);
                        return Ok(());
                    }
                }
            }
            if now >= limit {
                return Ok(());
            }
            let next = self.walk.next_due().map_or(limit, |due| due.min(limit));
            let rest = next.saturating_sub(self.start.elapsed());
            if rest <= WAKING {
                tokio::task::yield_now().await;
                continue;
            }
            tokio::select! {
                event = self.inbox.recv() => if let Some(event) = event { self.hear(event) },
                woken = timer.sleep(rest - WAKING) => woken.map_err(failed)?,
            }
        }
    }

    pub fn report(self) -> (GraphReport, Sockets) {
        let Self { start, mut sockets, fetches, late, loaded, .. } = self;
        let report = GraphReport {
            load_ms: loaded,
            end_ms: start.elapsed(),
            late_ms: late,
            cpu_ms: cpu_time(),
            rss_bytes: rss_bytes(),
            fetches: fetches.into_iter().flatten().collect(),
            connections: std::mem::take(&mut sockets.connections),
            look_ups: std::mem::take(&mut sockets.names.look_ups),
        };
        (report, sockets)
    }

    fn begin(&mut self, node: usize, due: Duration, now: Duration) {
        self.late = self.late.max(now - due);
        self.fetches[node] = Some(FetchReport {
            node,
            due_ms: due,
            sent_ms: None,
            first_byte_ms: None,
            finished_ms: None,
            body_bytes: 0,
            connection: None,
            failure: None,
        });
        if let Some(request) = &self.requests[node] {
            self.sockets.ask(&self.requests, request);
        }
    }

    fn hear(&mut self, Event { at, what }: Event) {
        let at_ms = at - self.start;
        match what {
            What::LookedUp { number, result } => {
                for (node, kind) in self.sockets.looked_up(&self.requests, number, at_ms, result.err()) {
                    self.end(node, at_ms, Some(kind), 0);
                }
            }
            What::Opened { group, number, result } => {
                for (node, kind) in self.sockets.opened(&self.requests, group, number, at, result) {
                    self.end(node, at_ms, Some(kind), 0);
                }
            }
            What::SlowConnect { group } => self.sockets.back_up(group),
            What::Sent { node, number } => {
                if let Some(fetch) = &mut self.fetches[node] {
                    fetch.sent_ms = Some(at_ms);
                    fetch.connection = Some(number);
                }
            }
            What::Head { node } => {
                if let Some(fetch) = &mut self.fetches[node] {
                    fetch.first_byte_ms = Some(at_ms);
                }
                self.walk.came(node, When::FirstByte, at_ms);
            }
            What::Bytes { node, bytes } => self.walk.came(node, When::Bytes(bytes), at_ms),
            What::Ended(ended) => self.hear_end(ended, at_ms),
        }
    }

    fn hear_end(&mut self, Ended { node, held, number, was_used, result }: Ended, at_ms: Duration) {
        let Some(request) = &self.requests[node] else { return };
        let fault = result.err();
        let is_again = self.sockets.give_back(request, held, number, was_used, fault);
        if is_again {
            self.sockets.pump(&self.requests, request.group);
        } else {
            self.end(node, at_ms, fault.map(|fault| fault.kind), result.unwrap_or(0));
        }
    }

    fn end(&mut self, node: usize, at_ms: Duration, failure: Option<Kind>, body_bytes: u64) {
        if let Some(fetch) = &mut self.fetches[node] {
            fetch.finished_ms = Some(at_ms);
            fetch.failure = failure;
            fetch.body_bytes = body_bytes;
        }
        // What waits for it goes on, as a page does.
        self.walk.came(node, When::Finished, at_ms);
        if let Some(request) = &self.requests[node] {
            self.sockets.ended(&self.requests, request);
        }
    }
}
