//! Orders for tests, in the words of their JSON.

use serde_json::{Value, json};

use super::GraphOrder;

/// One host, and nothing that takes time of its own. The load event waits for `load`.
pub fn order(nodes: &[Value], load: &[Value]) -> Value {
    json!({
        "protocol": "h2",
        "hosts": [{
            "host": { "name": "a.example", "address": "127.0.0.1", "port": 443 },
            "pool": 0,
            "isLookedUp": false,
        }],
        "resolver": null,
        "caFile": "ca.pem",
        "compute": 1,
        "loadLimitMs": 1_000,
        "connectLimitMs": 1_000,
        "mostStreams": 100,
        "turnaroundMs": 0,
        "certificateMs": 0,
        "receiveMs": { "h1": 0, "h2": 0, "h3": 0 },
        "fieldSets": [[]],
        "nodes": nodes,
        "load": load,
    })
}

pub fn read(order: Value) -> GraphOrder {
    serde_json::from_value(order).unwrap_or_else(|error| panic!("{error}"))
}

/// A request that no queue of the browser counts. Of `after`, none: it waits for nothing.
pub fn fetch(after: &[Value]) -> Value {
    json!({
        "startMs": 0,
        "after": after,
        "work": { "fetch": {
            "host": 0, "method": "GET", "path": "/", "requestBytes": 0, "urgency": 0, "isIncremental": false,
            "isDelayable": false, "isThrottled": false, "heldMs": 0, "fields": 0, "status": 200, "bodyBytes": 1_000,
        } },
    })
}

/// One that the browser's queue counts.
pub fn picture(urgency: u8, after: &[Value]) -> Value {
    let mut node = fetch(after);
    node["work"]["fetch"]["urgency"] = json!(urgency);
    node["work"]["fetch"]["isThrottled"] = json!(true);
    node
}

pub fn compute(ms: f64, after: &[Value]) -> Value {
    json!({ "startMs": 0, "after": after, "work": { "compute": { "ms": ms, "isScript": false } } })
}

pub fn script(ms: f64, after: &[Value]) -> Value {
    let mut node = compute(ms, after);
    node["work"]["compute"]["isScript"] = json!(true);
    node
}

pub fn edge(node: usize, when: impl Into<Value>, wait_ms: f64) -> Value {
    json!({ "node": node, "when": when.into(), "waitMs": wait_ms, "isHeld": false })
}

/// The browser's queue waits for it.
pub fn queued(node: usize) -> Value {
    json!({ "node": node, "when": "finished", "waitMs": 0, "isHeld": true })
}
