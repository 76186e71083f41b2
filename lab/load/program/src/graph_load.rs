//! The loop of one load: starts what is due, and hears what has come.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::Instant;
use towline_process::failure::Failure;
use towline_process::real_time::is_real_time;

use crate::failures::Kind;
use crate::graph_events::{Ended, Event, What};
use crate::graph_order::When;
use crate::graph_report::{FetchReport, GraphReport};
use crate::graph_request::Request;
use crate::graph_sockets::Sockets;
use crate::graph_walk::{Due, Walk};
use crate::precise_timer::PreciseTimer;
use crate::usage::{cpu_time, rss_bytes};

/// The kernel may take this to wake a process: so long before a node is due this one stays awake.
const WAKING: Duration = Duration::from_micros(150);

/// A browser's own times with each answer.
pub struct OwnTimes {
    /// Time from its last byte to its end.
    pub receive: Duration,
    /// Time over HTTP/1.1 from its end to the next request on its connection.
    pub turnaround: Duration,
}

pub struct GraphLoad {
    start: Instant,
    walk: Walk,
    sockets: Sockets,
    requests: Vec<Option<Request>>,
    inbox: UnboundedReceiver<Event>,
    own_times: OwnTimes,
    /// Answers that have come whole, in the order in which they will have ended.
    receiving: VecDeque<(Duration, Ended)>,
    /// Answers whose connection is not free again yet, in the order in which it will be.
    resting: VecDeque<(Duration, Ended)>,
    /// Reports by the node; None: it was never due, or is a computation.
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
        own_times: OwnTimes,
    ) -> Self {
        let fetches = requests.iter().map(|_| None).collect();
        Self {
            start,
            walk,
            sockets,
            requests,
            inbox,
            own_times,
            receiving: VecDeque::new(),
            resting: VecDeque::new(),
            fetches,
            late: Duration::ZERO,
            loaded: None,
        }
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
            while self.receiving.front().is_some_and(|(due, _)| *due <= now) {
                self.receive();
            }
            while self.resting.front().is_some_and(|(due, _)| *due <= now) {
                self.use_again();
            }
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
            let ending = [&self.receiving, &self.resting].into_iter().filter_map(|queue| queue.front());
            let next = self
                .walk
                .next_due()
                .into_iter()
                .chain(ending.map(|(due, _)| *due))
                .fold(limit, Duration::min);
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
        let Self { start, mut sockets, requests, receiving, resting, fetches, late, loaded, .. } = self;
        for (_, ended) in receiving.into_iter().chain(resting) {
            sockets.give_back(&requests, ended);
        }
        let report = GraphReport {
            load_ms: loaded,
            end_ms: start.elapsed(),
            late_ms: late,
            cpu_ms: cpu_time(),
            rss_bytes: rss_bytes(),
            real_time: is_real_time(),
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
                    self.end(node, at_ms, Err(kind));
                }
            }
            What::Opened { group, number, result } => {
                for (node, kind) in self.sockets.opened(&self.requests, group, number, at, result) {
                    self.end(node, at_ms, Err(kind));
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
                self.walk.reach(node, When::FirstByte, at_ms);
            }
            What::Bytes { node, bytes } => self.walk.reach(node, When::Bytes(bytes), at_ms),
            What::Ended(ended) if ended.result.is_ok() && !self.own_times.receive.is_zero() => {
                self.receiving.push_back((at_ms + self.own_times.receive, ended));
            }
            What::Ended(ended) => self.hear_end(ended, at_ms),
        }
    }

    fn hear_end(&mut self, ended: Ended, at_ms: Duration) {
        let (node, result) = (ended.node, ended.result.map_err(|fault| fault.kind));
        let has_own_connection = ended.pooled.is_some();
        if result.is_ok() && has_own_connection && !self.own_times.turnaround.is_zero() {
            self.resting.push_back((at_ms + self.own_times.turnaround, ended));
            self.note_end(node, at_ms, result);
        } else if !self.sockets.give_back(&self.requests, ended) {
            self.end(node, at_ms, result);
        }
    }

    /// The answer that came whole first.
    fn receive(&mut self) {
        let Some((at_ms, ended)) = self.receiving.pop_front() else { return };
        self.hear_end(ended, at_ms);
    }

    /// The connection that has rested longest.
    fn use_again(&mut self) {
        let Some((_, ended)) = self.resting.pop_front() else { return };
        let node = ended.node;
        self.sockets.give_back(&self.requests, ended);
        self.sockets.ended(&self.requests, node);
    }

    fn end(&mut self, node: usize, at_ms: Duration, result: Result<u64, Kind>) {
        self.note_end(node, at_ms, result);
        self.sockets.ended(&self.requests, node);
    }

    fn note_end(&mut self, node: usize, at_ms: Duration, result: Result<u64, Kind>) {
        if let Some(fetch) = &mut self.fetches[node] {
            fetch.finished_ms = Some(at_ms);
            fetch.failure = result.err();
            fetch.body_bytes = result.unwrap_or(0);
        }
        // Nodes that wait for it go on, as a page does.
        self.walk.reach(node, When::Finished, at_ms);
    }
}
