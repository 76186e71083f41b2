use serde_json::{Value, json};

use super::*;
use crate::graph_order::example::{compute, edge, fetch, order, picture, queued, read, script};

const LOAD: usize = usize::MAX;

fn walk(nodes: &[Value], load: &[Value]) -> Walk {
    Walk::new(&read(order(nodes, load)))
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// All that is due by `now`: the node, or the load event, and when it was due, ms.
fn due(walk: &mut Walk, now: u64) -> Vec<(usize, u128)> {
    let mut all = Vec::new();
    while let Some((due, at)) = walk.next(ms(now)) {
        let node = match due {
            Due::Fetch(node) => node,
            Due::Load => LOAD,
        };
        all.push((node, at.as_millis()));
    }
    all
}

fn finished(node: usize) -> Value {
    edge(node, "finished", 0.0)
}

fn bytes(count: u64) -> Value {
    json!({ "bytes": count })
}

#[test]
fn a_node_that_waits_for_nothing_starts_at_its_time_and_not_before() {
    let mut node = fetch(&[]);
    node["startMs"] = json!(5);
    let mut walk = walk(&[node], &[finished(0)]);
    assert_eq!(walk.next_due(), Some(ms(5)));
    assert_eq!(due(&mut walk, 4), []);
    assert_eq!(due(&mut walk, 5), [(0, 5)]);
    assert_eq!(walk.next_due(), None);
}

#[test]
fn a_node_starts_its_wait_after_what_it_waits_for() {
    let mut walk = walk(&[fetch(&[]), fetch(&[edge(0, "finished", 10.0)])], &[finished(1)]);
    assert_eq!(due(&mut walk, 0), [(0, 0)]);
    walk.reach(0, When::Finished, ms(50));
    assert_eq!(due(&mut walk, 59), []);
    assert_eq!(due(&mut walk, 60), [(1, 60)]);
    walk.reach(1, When::Finished, ms(70));
    assert_eq!(due(&mut walk, 70), [(LOAD, 70)]);
}

#[test]
fn the_last_edge_that_is_due_decides_not_the_last_to_arrive() {
    let after = [edge(0, "finished", 30.0), edge(1, "finished", 0.0)];
    let mut walk = walk(&[fetch(&[]), fetch(&[]), fetch(&after)], &[finished(2)]);
    due(&mut walk, 0);
    walk.reach(0, When::Finished, ms(10));
    walk.reach(1, When::Finished, ms(20));
    assert_eq!(due(&mut walk, 100), [(2, 40)]);
}

#[test]
fn nodes_that_are_due_at_once_go_in_their_order() {
    let mut walk = walk(&[fetch(&[]), fetch(&[]), fetch(&[])], &[finished(0)]);
    assert_eq!(due(&mut walk, 0), [(0, 0), (1, 0), (2, 0)]);
}

#[test]
fn what_comes_of_an_answer_brings_what_comes_before_it() {
    let nodes = [
        fetch(&[]),
        fetch(&[finished(0)]),
        fetch(&[edge(0, bytes(100), 0.0)]),
        fetch(&[edge(0, bytes(200), 0.0)]),
        fetch(&[edge(0, "firstByte", 0.0)]),
    ];
    let mut walk = walk(&nodes, &[finished(1)]);
    due(&mut walk, 0);
    assert_eq!(walk.thresholds(0).collect::<Vec<_>>(), [100, 200]);
    walk.reach(0, When::Bytes(199), ms(10));
    assert_eq!(due(&mut walk, 10), [(2, 10), (4, 10)]);
    walk.reach(0, When::Bytes(200), ms(20));
    assert_eq!(due(&mut walk, 20), [(3, 20)]);
    walk.reach(0, When::Finished, ms(30));
    assert_eq!(due(&mut walk, 30), [(1, 30)]);
}

#[test]
fn a_repeated_event_counts_once() {
    let mut walk = walk(&[fetch(&[]), fetch(&[edge(0, "firstByte", 0.0)])], &[finished(1)]);
    due(&mut walk, 0);
    walk.reach(0, When::FirstByte, ms(10));
    walk.reach(0, When::FirstByte, ms(20));
    assert_eq!(due(&mut walk, 30), [(1, 10)]);
}

#[test]
fn a_computation_ends_on_time_however_late_it_is_looked_at() {
    let mut walk = walk(&[compute(20.0, &[]), compute(5.0, &[finished(0)])], &[finished(1)]);
    assert_eq!(due(&mut walk, 1_000), [(LOAD, 25)]);
}

#[test]
fn a_page_without_own_time_computes_and_waits_nothing() {
    let mut order = order(&[compute(20.0, &[]), compute(5.0, &[edge(0, "finished", 7.0)])], &[finished(1)]);
    order["compute"] = json!(0);
    assert_eq!(due(&mut Walk::new(&read(order)), 0), [(LOAD, 0)]);
}

#[test]
fn a_request_goes_out_when_the_page_has_delayed_it() {
    let mut node = fetch(&[]);
    node["work"]["fetch"]["heldMs"] = json!(15);
    let mut walk = walk(&[node], &[finished(0)]);
    assert_eq!(due(&mut walk, 14), []);
    assert_eq!(due(&mut walk, 15), [(0, 15)]);
}

/// A document, and pictures that are known with its first byte and held back until its end.
fn gallery(urgencies: &[u8]) -> Walk {
    let mut nodes = vec![fetch(&[])];
    nodes.extend(urgencies.iter().map(|urgency| picture(*urgency, &[edge(0, "firstByte", 0.0), queued(0)])));
    let mut walk = walk(&nodes, &[finished(0)]);
    due(&mut walk, 0);
    walk.reach(0, When::FirstByte, ms(10));
    walk
}

#[test]
fn two_pictures_go_before_the_document_has_ended_and_the_others_with_its_end() {
    let mut walk = gallery(&[3, 3, 3, 3]);
    assert_eq!(due(&mut walk, 10), [(1, 10), (2, 10)]);
    walk.reach(0, When::Finished, ms(30));
    // The load event waits for the document alone.
    assert_eq!(due(&mut walk, 30), [(3, 30), (4, 30), (LOAD, 30)]);
}

#[test]
fn a_picture_that_has_ended_makes_room_for_the_most_urgent_one() {
    let mut walk = gallery(&[3, 3, 5, 4]);
    assert_eq!(due(&mut walk, 10), [(1, 10), (2, 10)]);
    walk.reach(1, When::Finished, ms(20));
    assert_eq!(due(&mut walk, 20), [(4, 20)]);
    walk.reach(2, When::Finished, ms(25));
    assert_eq!(due(&mut walk, 25), [(3, 25)]);
}

#[test]
fn pictures_of_medium_urgency_count_only_each_other() {
    let mut walk = gallery(&[3, 3, 2, 2, 2]);
    let mut nodes: Vec<_> = due(&mut walk, 10).into_iter().map(|(node, _)| node).collect();
    nodes.sort_unstable();
    assert_eq!(nodes, [1, 2, 3, 4]);
}

#[test]
fn what_is_more_urgent_than_the_first_pictures_still_waits() {
    let mut walk = gallery(&[1]);
    assert_eq!(due(&mut walk, 10), []);
    walk.reach(0, When::Finished, ms(30));
    assert_eq!(due(&mut walk, 30), [(1, 30), (LOAD, 30)]);
}

#[test]
fn a_script_keeps_the_queue_until_it_has_run() {
    let nodes = [
        fetch(&[]),
        script(100.0, &[edge(0, "firstByte", 0.0)]),
        picture(3, &[edge(0, "firstByte", 5.0), queued(0)]),
    ];
    let mut walk = walk(&nodes, &[finished(0)]);
    due(&mut walk, 0);
    walk.reach(0, When::FirstByte, ms(10));
    assert_eq!(due(&mut walk, 109), []);
    assert_eq!(due(&mut walk, 110), [(2, 110)]);
}

#[test]
fn a_computation_that_is_no_script_leaves_the_main_thread_free() {
    let nodes = [
        fetch(&[]),
        compute(100.0, &[edge(0, "firstByte", 0.0)]),
        picture(3, &[edge(0, "firstByte", 5.0), queued(0)]),
    ];
    let mut walk = walk(&nodes, &[finished(0)]);
    due(&mut walk, 0);
    walk.reach(0, When::FirstByte, ms(10));
    assert_eq!(due(&mut walk, 20), [(2, 15)]);
}
