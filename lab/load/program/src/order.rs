//! The order: one JSON file; lab/load/order.ts has its types.

use std::collections::HashSet;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use http::uri::PathAndQuery;
use serde::{Deserialize, Serialize};
use towline_process::failure::Failure;
use towline_process::order_file::read_order;

use crate::allowed_addresses::is_allowed;
use crate::tally::LONGEST_PAGE_MS;

pub const HTTP_PORT: u16 = 80;
pub const HTTPS_PORT: u16 = 443;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Order {
    pub protocol: Protocol,
    pub hosts: Vec<Host>,
    /// The first one is the document.
    pub resources: Vec<Resource>,
    /// PEM; nothing else is trusted. None: HTTP/1.1 in clear text.
    pub ca_file: Option<PathBuf>,
    pub connections: Connections,
    /// Straight lines between these points.
    pub ramp: Vec<RampPoint>,
    pub duration_ms: u64,
    /// None: until the end.
    pub pages_per_user: Option<u32>,
    pub think_ms: u64,
    pub page_limit_ms: u64,
    pub connect_limit_ms: u64,
    pub seed: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    H1,
    H2,
    H3,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Connections {
    /// Connections last from page to page.
    Kept,
    /// New ones for each page, each with a full handshake.
    Fresh,
    /// New ones for each page, which resume the user's earlier TLS sessions where the server gave tickets.
    Resumed,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Host {
    pub name: String,
    pub address: IpAddr,
    pub port: u16,
}

impl Host {
    /// As a URL has it.
    pub fn authority(&self, default_port: u16) -> String {
        if self.port == default_port { self.name.clone() } else { format!("{}:{}", self.name, self.port) }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Resource {
    pub host: String,
    pub path: String,
    pub status: u16,
    pub body_bytes: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RampPoint {
    pub at_ms: u64,
    pub users: u32,
}

impl Order {
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let text = read_order(file)?;
        let order: Self = serde_json::from_str(&text).map_err(|error| Failure::config(file, error))?;
        match order.fault() {
            Some(fault) => Err(Failure::config(file, fault)),
            None => Ok(order),
        }
    }

    pub fn most_users(&self) -> u32 {
        self.ramp.last().map_or(0, |point| point.users)
    }

    /// The port that a URL of the order's scheme need not name.
    pub fn default_port(&self) -> u16 {
        if self.ca_file.is_some() { HTTPS_PORT } else { HTTP_PORT }
    }

    fn fault(&self) -> Option<String> {
        if self.ca_file.is_none() && self.protocol != Protocol::H1 {
            return Some("only HTTP/1.1 is spoken in clear text: caFile is missing".to_string());
        }
        if let Some(host) = self.hosts.iter().find(|host| !is_allowed(host.address)) {
            let Host { name, address, .. } = host;
            return Some(format!(
                "{name} is at {address}, which is no address of the lab (198.18.0.0/15, 127.0.0.0/8, 2001:2::/48, ::1): nothing was sent"
            ));
        }
        let mut names = HashSet::new();
        if let Some(host) = self.hosts.iter().find(|host| !names.insert(host.name.as_str())) {
            return Some(format!("{} has more than one address", host.name));
        }
        if self.resources.is_empty() {
            return Some("a page without a document".to_string());
        }
        for Resource { host, path, .. } in &self.resources {
            if !names.contains(host.as_str()) {
                return Some(format!("{host}{path} is on a host without an address"));
            }
            if !path.starts_with('/') || path.parse::<PathAndQuery>().is_err() {
                return Some(format!("{host}{path} is no URL"));
            }
        }
        let is_rising =
            self.ramp.windows(2).all(|pair| pair[0].at_ms <= pair[1].at_ms && pair[0].users <= pair[1].users);
        if !is_rising || self.most_users() == 0 {
            return Some(
                "a ramp of users who only arrive has points in order of time, and ends above 0".to_string(),
            );
        }
        if self.page_limit_ms == 0 || self.page_limit_ms > LONGEST_PAGE_MS {
            return Some(format!("the limit of a page is 1 to {LONGEST_PAGE_MS} ms"));
        }
        if self.duration_ms == 0 || self.connect_limit_ms == 0 || self.pages_per_user == Some(0) {
            return Some("durationMs, connectLimitMs and pagesPerUser are at least 1".to_string());
        }
        None
    }
}
