use super::*;

#[test]
fn the_most_urgent_comes_first_then_the_first_whole_one_then_those_in_parts_in_turn() {
    let reply = |urgency, incremental, last_turn| {
        let mut reply = Reply::new(Priority { urgency, incremental });
        reply.add(Part::End);
        reply.last_turn = last_turn;
        reply
    };
    let replies = HashMap::from([
        (0, reply(3, true, 7)),
        (4, reply(3, true, 5)),
        (8, reply(3, false, 9)),
        (12, reply(3, false, 0)),
        (16, reply(1, true, 9)),
        (20, Reply::new(Priority { urgency: 0, incremental: false })),
    ]);
    let mut writable = vec![0, 4, 8, 12, 16, 20, 24];
    let mut order = Vec::new();
    while let Some(stream) = next_of(&writable, &replies) {
        order.push(stream);
        writable.retain(|each| *each != stream);
    }
    assert_eq!(order, [16, 8, 12, 4, 0], "20 has nothing to send, 24 is nobody's");
}
