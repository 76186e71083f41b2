//! A request of a page that is loaded as a graph.

use std::sync::Arc;

use crate::fetch::Fetch;

pub struct Request {
    pub node: usize,
    pub group: usize,
    pub host: usize,
    pub urgency: u8,
    pub is_delayable: bool,
    pub fetch: Arc<Fetch>,
    pub thresholds: Vec<u64>,
}
