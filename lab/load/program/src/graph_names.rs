//! Says which hosts' addresses a load knows, which it asks the resolver for, and which requests wait for one.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use crate::failures::Kind;
use crate::graph_order::GraphOrder;
use crate::graph_report::LookUpReport;
use crate::graph_request::Request;
use crate::look_up::look_up;

pub struct Names {
    hosts: Vec<Host>,
    /// Sorted by when they were begun.
    pub look_ups: Vec<LookUpReport>,
}

struct Host {
    name: String,
    address: IpAddr,
    /// None: its address is known.
    resolver: Option<SocketAddr>,
    state: State,
}

enum State {
    Known,
    Unknown,
    Asked(Vec<usize>),
}

pub enum Place {
    MaySend,
    /// It waits, and the host has to be looked up.
    First,
    Waits,
}

impl Names {
    pub fn new(order: &GraphOrder) -> Self {
        let resolver = order.resolver.as_ref().map(|each| SocketAddr::new(each.address, each.port));
        let hosts = order.hosts.iter().map(|each| Host {
            name: each.host.name.clone(),
            address: each.host.address,
            resolver: resolver.filter(|_| each.is_looked_up),
            state: if each.is_looked_up { State::Unknown } else { State::Known },
        });
        Self { hosts: hosts.collect(), look_ups: Vec::new() }
    }

    pub fn place(&mut self, request: &Request) -> Place {
        let state = &mut self.hosts[request.host].state;
        match state {
            State::Known => Place::MaySend,
            State::Asked(nodes) => {
                nodes.push(request.node);
                Place::Waits
            }
            State::Unknown => {
                *state = State::Asked(vec![request.node]);
                Place::First
            }
        }
    }

    /// Resolves to what the resolver said.
    pub fn ask(&mut self, host: usize, begun_ms: Duration) -> impl Future<Output = Result<(), Kind>> + use<> {
        self.look_ups.push(LookUpReport { host, begun_ms, ended_ms: None, failure: None });
        let Host { name, address, resolver, .. } = &self.hosts[host];
        let (name, address, resolver) = (name.clone(), *address, *resolver);
        async move {
            match resolver {
                Some(resolver) => look_up(resolver, &name, address).await,
                None => Err(Kind::NameUnresolved),
            }
        }
    }

    /// The requests that waited. Where it failed the next one asks again.
    pub fn answered(&mut self, number: usize, ended_ms: Duration, failure: Option<Kind>) -> Vec<usize> {
        let report = &mut self.look_ups[number];
        (report.ended_ms, report.failure) = (Some(ended_ms), failure);
        let state = if failure.is_none() { State::Known } else { State::Unknown };
        match std::mem::replace(&mut self.hosts[report.host].state, state) {
            State::Asked(nodes) => nodes,
            State::Known | State::Unknown => Vec::new(),
        }
    }
}
