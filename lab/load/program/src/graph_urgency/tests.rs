use std::sync::Arc;

use http::Method;

use super::*;
use crate::fetch::{Expected, Fetch};
use crate::order::Protocol;

/// Requests with this host and urgency; their nodes count from 0.
fn requests(hosts_and_urgencies: &[(usize, u8)]) -> Vec<Option<Request>> {
    let expected = Expected { status: 200, body_bytes: 0 };
    let fetch = Fetch::new(Protocol::H1, Method::GET, "a.example", "/", expected).expect("a request");
    let fetch = Arc::new(fetch);
    let request = |(node, &(host, urgency)): (usize, &(usize, u8))| {
        let (fetch, thresholds) = (Arc::clone(&fetch), Vec::new());
        Some(Request { node, group: host, host, urgency, is_delayable: true, fetch, thresholds })
    };
    hosts_and_urgencies.iter().enumerate().map(request).collect()
}

/// Nodes of those that started at once.
fn started(delayed: &mut Delayed, requests: &[Option<Request>], heeds_priorities: bool) -> Vec<usize> {
    let all = requests.iter().flatten();
    all.filter(|each| delayed.may_start(each, heeds_priorities)).map(|each| each.node).collect()
}

fn ended(delayed: &mut Delayed, requests: &[Option<Request>], node: usize) -> Vec<usize> {
    let request = requests[node].as_ref().expect("a request");
    delayed.ended(request, requests, |_| false).iter().map(|each| each.node).collect()
}

#[test]
fn the_priority_field_leaves_out_what_is_the_default() {
    // RFC 9218, 4.1 and 4.2: u=3 and not incremental.
    let field = |urgency, is_incremental| {
        priority_field(urgency, is_incremental).map(|value| value.to_str().expect("text").to_string())
    };
    assert_eq!(field(3, false), None);
    assert_eq!(field(3, true).as_deref(), Some("i"));
    assert_eq!(field(0, false).as_deref(), Some("u=0"));
    assert_eq!(field(5, true).as_deref(), Some("u=5, i"));
}

#[test]
fn six_delayable_requests_go_to_one_host() {
    let requests = requests(&[(0, 4); 8]);
    assert_eq!(started(&mut Delayed::default(), &requests, false), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn ten_delayable_requests_go_to_all_hosts_together() {
    let requests: Vec<_> = requests(&[(0, 4), (1, 4), (2, 4)].repeat(4));
    assert_eq!(started(&mut Delayed::default(), &requests, false), (0..10).collect::<Vec<_>>());
}

#[test]
fn nothing_is_delayed_to_a_host_that_heeds_priorities() {
    let requests = requests(&[(0, 4); 12]);
    assert_eq!(started(&mut Delayed::default(), &requests, true).len(), 12);
}

#[test]
fn an_end_lets_the_most_urgent_that_waits_go() {
    let requests = requests(&[(0, 4), (0, 4), (0, 4), (0, 4), (0, 4), (0, 4), (0, 5), (0, 4), (0, 4)]);
    let mut delayed = Delayed::default();
    started(&mut delayed, &requests, false);
    assert_eq!(ended(&mut delayed, &requests, 0), [7]);
    assert_eq!(ended(&mut delayed, &requests, 1), [8]);
    assert_eq!(ended(&mut delayed, &requests, 2), [6]);
    assert!(ended(&mut delayed, &requests, 3).is_empty());
}

#[test]
fn the_end_of_one_that_never_started_lets_nobody_go() {
    let requests = requests(&[(0, 4); 7]);
    let mut delayed = Delayed::default();
    started(&mut delayed, &requests, false);
    assert!(ended(&mut delayed, &requests, 6).is_empty());
    assert_eq!(ended(&mut delayed, &requests, 0), [6]);
}
