//! The order of one load of a graph, one JSON file; lab/graph/replay/graph-order.ts has its types.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use http::uri::PathAndQuery;
use serde::Deserialize;
use towline_process::failure::Failure;
use towline_process::order_file::read_order;

use crate::allowed_addresses::is_allowed;
use crate::order::{Host, Protocol};

/// Limits a load, a wait or a computation.
const LONGEST_MS: f64 = 600_000.0;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GraphOrder {
    pub protocol: Protocol,
    pub hosts: Vec<GraphHost>,
    /// Says whom hosts that are looked up are asked of; null: there is none.
    pub resolver: Option<Resolver>,
    /// PEM; nothing else is trusted.
    pub ca_file: PathBuf,
    /// Times that are the page's own, not the network's, are multiplied by it.
    pub compute: f64,
    pub load_limit_ms: u64,
    pub connect_limit_ms: u64,
    /// Requests at once over a connection of HTTP/2 or HTTP/3.
    pub most_streams: usize,
    /// Time over HTTP/1.1 from the end of an answer to the next request on its connection; the page's own time.
    pub turnaround_ms: f64,
    /// Time to check a host's certificate, which is done once for each and one after the other; the page's own time.
    pub certificate_ms: f64,
    /// Time from an answer's last byte to its end; the page's own time.
    pub receive_ms: ReceiveMs,
    /// Lists of fields; requests have the index of theirs.
    pub field_sets: Vec<Vec<(String, String)>>,
    pub nodes: Vec<Node>,
    /// Edges that the load event waits for.
    pub load: Vec<Edge>,
}

/// Times by the protocol that the load is under.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReceiveMs {
    h1: f64,
    h2: f64,
    h3: f64,
}

impl ReceiveMs {
    pub fn of(&self, protocol: Protocol) -> f64 {
        match protocol {
            Protocol::H1 => self.h1,
            Protocol::H2 => self.h2,
            Protocol::H3 => self.h3,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GraphHost {
    pub host: Host,
    /// Hosts of one number share connections of HTTP/2 and HTTP/3, as those of one address and certificate do.
    pub pool: usize,
    /// Its address is asked of the resolver before it is used.
    pub is_looked_up: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Resolver {
    pub address: IpAddr,
    pub port: u16,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Node {
    /// Start of a node that waits for nothing.
    pub start_ms: f64,
    pub after: Vec<Edge>,
    pub work: Work,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Work {
    Fetch(FetchWork),
    Compute(ComputeWork),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ComputeWork {
    pub ms: f64,
    /// A script keeps the page's main thread meanwhile.
    pub is_script: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FetchWork {
    /// Index in `hosts`.
    pub host: usize,
    pub method: String,
    pub path: String,
    pub request_bytes: usize,
    /// Counted as in RFC 9218: 0 is the most urgent.
    pub urgency: u8,
    pub is_incremental: bool,
    /// It may be held back over HTTP/1.1 while others of low priority are under way.
    pub is_delayable: bool,
    /// It counts in the browser's queue, which may hold it back.
    pub is_throttled: bool,
    /// Time from when the page sends it on until it goes out; the page's own time.
    pub held_ms: f64,
    /// Index in `fieldSets`.
    pub fields: usize,
    pub status: u16,
    pub body_bytes: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Edge {
    pub node: usize,
    pub when: When,
    /// Time from then to the start of what waits.
    pub wait_ms: f64,
    /// The browser knew of what waits, and held it back in its queue.
    pub is_held: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum When {
    FirstByte,
    /// Due after so many bytes of the body.
    Bytes(u64),
    Finished,
}

impl GraphOrder {
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let text = read_order(file)?;
        let order: Self = serde_json::from_str(&text).map_err(|error| Failure::config(file, error))?;
        match order.fault() {
            Some(fault) => Err(Failure::config(file, fault)),
            None => Ok(order),
        }
    }

    pub fn scaled(&self, ms: f64) -> Duration {
        Duration::from_secs_f64(ms * self.compute / 1_000.0)
    }

    fn fault(&self) -> Option<String> {
        let hosts = self
            .hosts
            .iter()
            .map(|GraphHost { host: Host { name, address, .. }, .. }| (name.as_str(), *address));
        let resolver = self.resolver.iter().map(|resolver| ("the resolver", resolver.address));
        if let Some((name, address)) = hosts.chain(resolver).find(|(_, address)| !is_allowed(*address)) {
            return Some(format!(
                "{name} is at {address}, which is no address of the lab (198.18.0.0/15, 127.0.0.0/8, 2001:2::/48, ::1): nothing was sent"
            ));
        }
        if !(0.0..=1.0).contains(&self.compute) {
            return Some("compute is 0 to 1".to_string());
        }
        if self.load_limit_ms == 0 || self.connect_limit_ms == 0 || self.most_streams == 0 {
            return Some("loadLimitMs, connectLimitMs and mostStreams are at least 1".to_string());
        }
        let ReceiveMs { h1, h2, h3 } = self.receive_ms;
        if ![self.turnaround_ms, self.certificate_ms, h1, h2, h3].into_iter().all(is_span) {
            return Some(format!("turnaroundMs, certificateMs and receiveMs are 0 to {LONGEST_MS}"));
        }
        if self.resolver.is_none() && self.hosts.iter().any(|host| host.is_looked_up) {
            return Some("a host is looked up, and there is no resolver".to_string());
        }
        if self.load.is_empty() {
            return Some("the load event waits for nothing".to_string());
        }
        for (id, node) in self.nodes.iter().enumerate() {
            if let Some(fault) = self.node_fault(node) {
                return Some(format!("node {id}: {fault}"));
            }
        }
        self.edges_fault(&self.load)
            .or_else(|| self.has_cycle().then(|| "nodes wait for each other".to_string()))
    }

    fn node_fault(&self, node: &Node) -> Option<String> {
        let ms = match &node.work {
            Work::Compute(work) => work.ms,
            Work::Fetch(work) => {
                if work.host >= self.hosts.len() || work.fields >= self.field_sets.len() {
                    return Some("it names a host or fields that are not there".to_string());
                }
                if !work.path.starts_with('/') || work.path.parse::<PathAndQuery>().is_err() {
                    return Some(format!("{} is no path", work.path));
                }
                0.0
            }
        };
        if !is_span(ms) || !is_span(node.start_ms) {
            return Some(format!("times are 0 to {LONGEST_MS} ms"));
        }
        self.edges_fault(&node.after)
    }

    fn edges_fault(&self, edges: &[Edge]) -> Option<String> {
        if edges.iter().any(|edge| edge.node >= self.nodes.len()) {
            return Some("it waits for a node that is not there".to_string());
        }
        (!edges.iter().all(|edge| is_span(edge.wait_ms))).then(|| format!("waits are 0 to {LONGEST_MS} ms"))
    }

    /// Kahn 1962.
    fn has_cycle(&self) -> bool {
        let mut waiting: Vec<_> = self.nodes.iter().map(|node| node.after.len()).collect();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate() {
            for edge in &node.after {
                children[edge.node].push(id);
            }
        }
        let mut free: Vec<_> = (0..self.nodes.len()).filter(|id| waiting[*id] == 0).collect();
        let mut count = 0;
        while let Some(id) = free.pop() {
            count += 1;
            for child in &children[id] {
                waiting[*child] -= 1;
                if waiting[*child] == 0 {
                    free.push(*child);
                }
            }
        }
        count < self.nodes.len()
    }
}

fn is_span(ms: f64) -> bool {
    (0.0..=LONGEST_MS).contains(&ms)
}

#[cfg(test)]
pub mod example;
#[cfg(test)]
mod tests;
