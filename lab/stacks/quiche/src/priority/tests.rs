use super::*;

#[test]
fn urgency_and_incremental_are_read_and_what_is_not_understood_is_left_out() {
    let of = |value: &str| {
        let priority = Priority::parse(value.as_bytes());
        (priority.urgency, priority.incremental)
    };
    assert_eq!(of(""), (3, false));
    assert_eq!(of("u=0"), (0, false));
    assert_eq!(of("u=5, i"), (5, true));
    assert_eq!(of("i=?0,u=1"), (1, false));
    assert_eq!(of("u=9, x=1, i=?1"), (3, true));
    assert_eq!(of("u"), (3, false));
}
