//! The connections of one load, by Chromium's rules: six of HTTP/1.1 to a host and 256 in all, one of HTTP/2 or HTTP/3
//! to hosts that share; the most urgent request goes to whichever is free first.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::connection::{Connection, Opened};
use crate::failures::Kind;
use crate::graph_certificates::Certificates;
use crate::graph_events::{Ended, Event, Events, FetchEvents, What};
use crate::graph_group::{Group, Opening, PooledConnection};
use crate::graph_names::{Names, Place};
use crate::graph_report::ConnectionReport;
use crate::graph_request::Request;
use crate::graph_urgency::Delayed;
use crate::host_connections::was_closed_while_idle;
use crate::order::Protocol;
use crate::target::Target;
use crate::tls::Tls;

/// Chromium's limit of sockets of all hosts (net/socket/client_socket_pool_manager.cc).
const MOST_CONNECTIONS: usize = 256;

pub struct Sockets {
    groups: Vec<Group>,
    delayed: Delayed,
    pub names: Names,
    pub connections: Vec<ConnectionReport>,
    tls: Tls,
    certificates: Arc<Certificates>,
    events: Events,
    most_streams: usize,
    start: Instant,
    /// Connections of all groups, those that are being opened included.
    open: usize,
    /// Fetches and handshakes that are under way.
    tasks: JoinSet<()>,
}

impl Sockets {
    pub fn new(
        targets: Vec<(Arc<Target>, usize)>,
        names: Names,
        tls: Tls,
        certificate: Duration,
        events: Events,
        most_streams: usize,
        start: Instant,
    ) -> Self {
        let groups: Vec<_> = targets.into_iter().map(|(target, host)| Group::new(target, host)).collect();
        let certificates = Arc::new(Certificates::new(groups.len(), certificate));
        Self {
            groups,
            delayed: Delayed::default(),
            names,
            connections: Vec::new(),
            tls,
            certificates,
            events,
            most_streams,
            start,
            open: 0,
            tasks: JoinSet::new(),
        }
    }

    pub fn ask(&mut self, requests: &[Option<Request>], request: &Request) {
        let heeds_priorities = self.groups[request.group].heeds_priorities();
        if self.delayed.may_start(request, heeds_priorities) {
            self.enter(requests, request);
        }
    }

    /// Starts as soon as the address of its host is known.
    fn enter(&mut self, requests: &[Option<Request>], request: &Request) {
        match self.names.place(request) {
            Place::MaySend => {
                self.groups[request.group].queue(request);
                self.pump(requests, request.group);
            }
            Place::First => self.start_look_up(request.host),
            Place::Waits => {}
        }
    }

    fn start_look_up(&mut self, host: usize) {
        let number = self.names.look_ups.len();
        let answer = self.names.ask(host, self.start.elapsed());
        let events = self.events.clone();
        self.tasks.spawn(async move {
            let result = answer.await;
            // Nobody listens once the load has ended.
            drop(events.send(Event { at: Instant::now(), what: What::LookedUp { number, result } }));
        });
    }

    /// The requests that failed with it.
    pub fn looked_up(
        &mut self,
        requests: &[Option<Request>],
        number: usize,
        ended_ms: Duration,
        failure: Option<Kind>,
    ) -> Vec<(usize, Kind)> {
        let waiting = self.names.answered(number, ended_ms, failure);
        if let Some(kind) = failure {
            return waiting.into_iter().map(|node| (node, kind)).collect();
        }
        // All of them first, so that the most urgent is sent first. A host is of one group.
        let mut group = None;
        for request in waiting.iter().filter_map(|node| requests.get(*node)?.as_ref()) {
            self.groups[request.group].queue(request);
            group = Some(request.group);
        }
        if let Some(group) = group {
            self.pump(requests, group);
        }
        Vec::new()
    }

    /// A request has ended, whatever came of it.
    pub fn ended(&mut self, requests: &[Option<Request>], node: usize) {
        let Some(request) = &requests[node] else { return };
        let groups = &self.groups;
        let heeds_priorities = |next: &Request| groups[next.group].heeds_priorities();
        for next in self.delayed.ended(request, requests, heeds_priorities) {
            self.enter(requests, next);
        }
        self.pump_all(requests, request.group);
    }

    /// Whether the request is asked once more; its connection is taken back or given up.
    pub fn give_back(&mut self, requests: &[Option<Request>], ended: Ended) -> bool {
        let Ended { node, pooled, number, was_used, result } = ended;
        let Some(request) = &requests[node] else { return false };
        let fault = result.err();
        let group = &mut self.groups[request.group];
        group.busy -= 1;
        let is_usable = fault.is_none_or(|fault| fault.is_connection_usable);
        match pooled {
            Some(pooled) if is_usable => group.idle.push(pooled),
            Some(_) => self.open -= 1,
            None if !is_usable && group.shared.as_ref().is_some_and(|shared| shared.number == number) => {
                group.shared = None;
                self.open -= 1;
            }
            None => {}
        }
        let is_again = fault.is_some_and(|fault| was_closed_while_idle(fault, was_used));
        if is_again {
            group.queue(request);
            self.pump(requests, request.group);
        }
        is_again
    }

    /// A connection is there, or not: the requests that failed with it.
    pub fn opened(
        &mut self,
        requests: &[Option<Request>],
        group_no: usize,
        number: usize,
        at: Instant,
        result: Result<Opened, Kind>,
    ) -> Vec<(usize, Kind)> {
        let group = &mut self.groups[group_no];
        if !group.end_opening(number) {
            return Vec::new();
        }
        let report = &mut self.connections[number];
        let mut failed = Vec::new();
        match result {
            Ok(Opened { connection, tcp_connected, .. }) => {
                report.protocol = Some(connection.protocol());
                report.tcp_connected_ms = tcp_connected.map(|at| at - self.start);
                report.ready_ms = Some(at - self.start);
                group.was_open = true;
                let pooled = PooledConnection { connection, number, was_used: false };
                match group.target.protocol {
                    Protocol::H1 => group.idle.push(pooled),
                    Protocol::H2 | Protocol::H3 => {
                        group.shared = Some(pooled);
                        self.open -= group.give_up_opening();
                    }
                }
            }
            Err(kind) => {
                report.failure = Some(kind);
                self.open -= 1;
                // One request fails with it, as in a browser, over a shared one all of them, if it was the last hope.
                let count = match group.target.protocol {
                    Protocol::H1 => 1,
                    _ if !group.opening.is_empty() => 0,
                    _ => group.pending.len(),
                };
                for _ in 0..count {
                    failed.extend(group.pending.pop().map(|Reverse((_, node))| (node, kind)));
                }
            }
        }
        self.pump_all(requests, group_no);
        failed
    }

    /// A second connection beside the first of a group, which takes long to open: whichever is there first has the request, and
    /// the other is for the next.
    pub fn back_up(&mut self, group_no: usize) {
        let group = &self.groups[group_no];
        let is_wanted = !group.pending.is_empty() && group.shared.is_none() && group.has_room();
        if is_wanted && self.open < MOST_CONNECTIONS {
            self.start_opening(group_no);
        }
    }

    /// Closes in order: a server that is left without a word waits for it.
    pub fn close(mut self) {
        self.tasks.abort_all();
        for group in self.groups {
            for pooled in group.idle.into_iter().chain(group.shared) {
                pooled.connection.close();
            }
        }
    }

    /// One group first, then those that the limit of all hosts may have kept from a connection: the most urgent request
    /// before others, as Chromium does.
    fn pump_all(&mut self, requests: &[Option<Request>], first: usize) {
        self.pump(requests, first);
        let mut waiting: Vec<_> = self
            .groups
            .iter()
            .enumerate()
            .filter_map(|(number, group)| group.pending.peek().map(|Reverse(next)| (*next, number)))
            .collect();
        waiting.sort_unstable();
        for (_, number) in waiting {
            self.pump(requests, number);
        }
    }

    fn pump(&mut self, requests: &[Option<Request>], group_no: usize) {
        if self.groups[group_no].target.protocol == Protocol::H1 {
            self.pump_own(requests, group_no);
        } else {
            self.pump_shared(requests, group_no);
        }
    }

    fn pump_own(&mut self, requests: &[Option<Request>], group_no: usize) {
        loop {
            let group = &mut self.groups[group_no];
            if group.pending.is_empty() {
                return;
            }
            // The one that was used last, as Chromium does.
            if let Some(mut pooled) = group.idle.pop() {
                let Some(Reverse((_, node))) = group.pending.pop() else { return };
                let Some(Some(request)) = requests.get(node) else { return };
                group.busy += 1;
                let was_used = std::mem::replace(&mut pooled.was_used, true);
                let events = self.fetch_events(request, pooled.number, was_used);
                let fetch = Arc::clone(&request.fetch);
                self.tasks.spawn(events.fetch(pooled, fetch, true));
                continue;
            }
            if group.opening.len() >= group.pending.len() || !group.has_room() || !self.make_room() {
                return;
            }
            self.start_opening(group_no);
        }
    }

    fn pump_shared(&mut self, requests: &[Option<Request>], group_no: usize) {
        loop {
            let most_streams = self.most_streams;
            let group = &mut self.groups[group_no];
            if group.pending.is_empty() || group.busy >= most_streams {
                return;
            }
            let Some(shared) = &mut group.shared else {
                if group.opening.len() >= group.most_opening() || self.open >= MOST_CONNECTIONS {
                    return;
                }
                self.start_opening(group_no);
                continue;
            };
            let Some(connection) = shared.connection.share() else { return };
            let (number, was_used) = (shared.number, std::mem::replace(&mut shared.was_used, true));
            let Some(Reverse((_, node))) = group.pending.pop() else { return };
            let Some(Some(request)) = requests.get(node) else { return };
            group.busy += 1;
            let events = self.fetch_events(request, number, was_used);
            let fetch = Arc::clone(&request.fetch);
            self.tasks.spawn(events.fetch(PooledConnection { connection, number, was_used }, fetch, false));
        }
    }

    /// Stays below the limit of all hosts, or closes a connection that no request uses.
    fn make_room(&mut self) -> bool {
        if self.open < MOST_CONNECTIONS {
            return true;
        }
        let Some(pooled) = self.groups.iter_mut().find_map(|group| group.idle.pop()) else { return false };
        pooled.connection.close();
        self.open -= 1;
        true
    }

    fn start_opening(&mut self, group_no: usize) {
        let group = &mut self.groups[group_no];
        let is_first = group.is_empty();
        self.open += 1;
        let number = self.connections.len();
        self.connections.push(ConnectionReport {
            host: group.host,
            protocol: None,
            begun_ms: self.start.elapsed(),
            tcp_connected_ms: None,
            ready_ms: None,
            failure: None,
        });
        let (target, tls, events) = (Arc::clone(&group.target), self.tls.clone(), self.events.clone());
        let certificates = Arc::clone(&self.certificates);
        let task = self.tasks.spawn(async move {
            // Nobody listens once the load has ended.
            let send = |what| drop(events.send(Event { at: Instant::now(), what }));
            let on_slow = || {
                if is_first {
                    send(What::SlowConnect { group: group_no });
                }
            };
            let checked = async { certificates.check(group_no).await.map_err(|_| Kind::ClientLimit) };
            let result = Connection::open(&target, &tls, on_slow, checked).await;
            send(What::Opened { group: group_no, number, result });
        });
        group.opening.push(Opening { number, task });
    }

    fn fetch_events(&self, request: &Request, number: usize, was_used: bool) -> FetchEvents {
        FetchEvents::new(self.events.clone(), request, number, was_used)
    }
}
