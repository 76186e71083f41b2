//! How urgent a request is: what Chromium says of it, and what it holds back.

use http::HeaderValue;

use crate::graph_sockets::Request;

/// Of delayable requests so many go out at once over HTTP/1.1, of all hosts and of one.
const MOST_DELAYABLE: usize = 10;
const MOST_DELAYABLE_PER_HOST: usize = 6;

/// RFC 9218, 4.1: what is not said.
const DEFAULT_URGENCY: u8 = 3;

/// As Chromium sends it over HTTP/2 and HTTP/3; None: nothing.
pub fn priority_field(urgency: u8, is_incremental: bool) -> Option<HeaderValue> {
    let text = match (urgency, is_incremental) {
        (DEFAULT_URGENCY, false) => return None,
        (DEFAULT_URGENCY, true) => "i".to_string(),
        (urgency, false) => format!("u={urgency}"),
        (urgency, true) => format!("u={urgency}, i"),
    };
    HeaderValue::from_str(&text).ok()
}

/// Requests that are held back, and those that hold them back.
#[derive(Default)]
pub struct Delayed {
    /// Host of each that is under way.
    active: Vec<(usize, usize)>,
    /// Urgency, node and host.
    waiting: Vec<(u8, usize, usize)>,
}

impl Delayed {
    /// Else it is held back until others have ended.
    pub fn may_start(&mut self, request: &Request) -> bool {
        if !request.is_delayable {
            return true;
        }
        let has_room = self.has_room(request.host);
        if has_room {
            self.active.push((request.node, request.host));
        } else {
            self.waiting.push((request.urgency, request.node, request.host));
            self.waiting.sort_unstable();
        }
        has_room
    }

    /// Those that may start now, in their order.
    pub fn ended(&mut self, request: &Request) -> Vec<usize> {
        let Some(place) = self.active.iter().position(|(node, _)| *node == request.node) else {
            return Vec::new();
        };
        self.active.swap_remove(place);
        let mut started = Vec::new();
        for (urgency, node, host) in std::mem::take(&mut self.waiting) {
            if self.has_room(host) {
                self.active.push((node, host));
                started.push(node);
            } else {
                self.waiting.push((urgency, node, host));
            }
        }
        started
    }

    fn has_room(&self, host: usize) -> bool {
        let of_host = self.active.iter().filter(|(_, each)| *each == host).count();
        self.active.len() < MOST_DELAYABLE && of_host < MOST_DELAYABLE_PER_HOST
    }
}
