use serde_json::{Value, json};

use super::example::{compute, edge, fetch, order, read};

fn fault(order: Value) -> Option<String> {
    read(order).fault()
}

/// Of an order whose only node is a request, after `change`.
fn fault_after(change: impl FnOnce(&mut Value)) -> Option<String> {
    let mut changed = order(&[fetch(&[])], &[edge(0, "finished", 0.0)]);
    change(&mut changed);
    fault(changed)
}

#[test]
fn an_order_that_says_everything_has_no_fault() {
    assert_eq!(fault_after(|_| {}), None);
}

#[test]
fn only_addresses_of_the_lab_are_loaded() {
    for address in ["198.18.0.1", "198.19.255.255", "127.0.0.1", "2001:2::1", "::1"] {
        let found = fault_after(|order| order["hosts"][0]["host"]["address"] = json!(address));
        assert_eq!(found, None, "{address}");
    }
    for address in ["198.17.255.255", "198.20.0.0", "10.0.0.1", "2001:2:1::1", "::ffff:127.0.0.1"] {
        let found = fault_after(|order| order["hosts"][0]["host"]["address"] = json!(address));
        assert!(found.is_some_and(|fault| fault.contains("nothing was sent")), "{address}");
    }
}

#[test]
fn a_resolver_outside_the_lab_is_not_asked() {
    let found = fault_after(|order| order["resolver"] = json!({ "address": "192.0.2.1", "port": 53 }));
    assert!(found.is_some_and(|fault| fault.starts_with("the resolver is at 192.0.2.1")));
}

#[test]
fn what_an_order_cannot_mean_is_said() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change); 11] = [
        ("compute is 0 to 1", |order| order["compute"] = json!(1.01)),
        ("compute is 0 to 1", |order| order["compute"] = json!(-0.1)),
        ("at least 1", |order| order["mostStreams"] = json!(0)),
        ("receiveMs are 0 to 600000", |order| order["receiveMs"]["h3"] = json!(600_000.5)),
        ("there is no resolver", |order| order["hosts"][0]["isLookedUp"] = json!(true)),
        ("the load event waits for nothing", |order| order["load"] = json!([])),
        ("waits for a node that is not there", |order| order["load"] = json!([edge(1, "finished", 0.0)])),
        ("waits are 0 to 600000 ms", |order| order["load"] = json!([edge(0, "finished", -1.0)])),
        ("node 0: times are 0 to", |order| order["nodes"][0]["startMs"] = json!(-1)),
        ("node 0: it names a host", |order| order["nodes"][0]["work"]["fetch"]["host"] = json!(1)),
        ("node 0: x is no path", |order| order["nodes"][0]["work"]["fetch"]["path"] = json!("x")),
    ];
    for (expected, change) in cases {
        let found = fault_after(change);
        assert!(found.as_ref().is_some_and(|fault| fault.contains(expected)), "{expected}: {found:?}");
    }
}

#[test]
fn nodes_that_wait_for_each_other_or_themselves_are_a_fault() {
    let load = [edge(0, "finished", 0.0)];
    let after = |node: usize| compute(1.0, &[edge(node, "finished", 0.0)]);
    let cycle = Some("nodes wait for each other".to_string());
    assert_eq!(fault(order(&[after(0)], &load)), cycle);
    assert_eq!(fault(order(&[after(2), after(0), after(1)], &load)), cycle);
    assert_eq!(fault(order(&[fetch(&[]), after(2), after(1)], &load)), cycle);
}

#[test]
fn nodes_may_wait_for_later_ones_and_twice_for_one() {
    let later = compute(1.0, &[edge(1, "firstByte", 0.0), edge(1, "finished", 0.0)]);
    assert_eq!(fault(order(&[later, fetch(&[])], &[edge(0, "finished", 0.0)])), None);
}

#[test]
fn the_pages_own_times_are_scaled() {
    let mut half = order(&[], &[]);
    half["compute"] = json!(0.5);
    assert_eq!(read(half).scaled(3.0).as_micros(), 1_500);
}
