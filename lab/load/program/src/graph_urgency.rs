//! Says how urgent a request is: what Chromium says of it, and what it holds back.

use std::collections::{BTreeSet, HashMap};

use http::HeaderValue;

use crate::graph_request::Request;

/// A delayable request goes out while fewer of them are under way, and fewer of any kind to its host (services/network,
/// ResourceScheduler).
const MOST_DELAYABLE: usize = 10;
const MOST_TO_A_HOST: usize = 6;

/// RFC 9218, 4.1: what is not said.
const DEFAULT_URGENCY: u8 = 3;

/// Writes what Chromium sends over HTTP/2 and HTTP/3; None: nothing.
pub fn priority_field(urgency: u8, is_incremental: bool) -> Option<HeaderValue> {
    let text = match (urgency, is_incremental) {
        (DEFAULT_URGENCY, false) => return None,
        (DEFAULT_URGENCY, true) => "i".to_string(),
        (urgency, false) => format!("u={urgency}"),
        (urgency, true) => format!("u={urgency}, i"),
    };
    HeaderValue::from_str(&text).ok()
}

/// Requests that are held back, and those that hold them back. None is held back whose host is known to heed priorities.
#[derive(Default)]
pub struct Delayed {
    /// Says of each request that is under way, by its node, whether it could have been held back.
    active: HashMap<usize, bool>,
    /// Says how many of them could, and how many are of each host.
    delayable: usize,
    of_host: HashMap<usize, usize>,
    /// Sorted by urgency, then node.
    waiting: BTreeSet<(u8, usize)>,
}

impl Delayed {
    /// Else it is held back until others have ended.
    pub fn may_start(&mut self, request: &Request, heeds_priorities: bool) -> bool {
        let is_delayable = request.is_delayable && !heeds_priorities;
        let may_start = !is_delayable || self.has_room(request.host);
        if may_start {
            self.start(request, is_delayable);
        } else {
            self.waiting.insert((request.urgency, request.node));
        }
        may_start
    }

    /// Returns those that may start now, in their order.
    pub fn ended<'a>(
        &mut self,
        request: &Request,
        requests: &'a [Option<Request>],
        heeds_priorities: impl Fn(&Request) -> bool,
    ) -> Vec<&'a Request> {
        let Some(was_delayable) = self.active.remove(&request.node) else { return Vec::new() };
        self.delayable -= usize::from(was_delayable);
        if let Some(count) = self.of_host.get_mut(&request.host) {
            *count -= 1;
        }
        let mut started = Vec::new();
        for entry @ (_, node) in std::mem::take(&mut self.waiting) {
            let Some(Some(next)) = requests.get(node) else { continue };
            let is_delayable = !heeds_priorities(next);
            if !is_delayable || self.has_room(next.host) {
                self.start(next, is_delayable);
                started.push(next);
            } else {
                self.waiting.insert(entry);
            }
        }
        started
    }

    fn start(&mut self, request: &Request, is_delayable: bool) {
        self.active.insert(request.node, is_delayable);
        self.delayable += usize::from(is_delayable);
        *self.of_host.entry(request.host).or_default() += 1;
    }

    fn has_room(&self, host: usize) -> bool {
        let to_host = self.of_host.get(&host).copied().unwrap_or_default();
        self.delayable < MOST_DELAYABLE && to_host < MOST_TO_A_HOST
    }
}

#[cfg(test)]
mod tests;
