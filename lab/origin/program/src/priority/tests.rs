use http::{HeaderMap, HeaderValue};

use super::{DEFAULT, Priority};

fn said(text: &'static str) -> Priority {
    let mut headers = HeaderMap::new();
    headers.insert("priority", HeaderValue::from_static(text));
    Priority::of(&headers)
}

#[test]
fn reads_urgency_and_incremental() {
    assert_eq!(said("u=0, i"), Priority { urgency: 0, incremental: true });
    assert_eq!(said("i=?0,u=7"), Priority { urgency: 7, incremental: false });
    assert_eq!(said("u=5;x=1"), Priority { urgency: 5, incremental: false });
}

#[test]
fn what_is_not_understood_counts_as_not_said() {
    for text in ["u=9", "u=-1", "u", "urgent", "i=1", ""] {
        assert_eq!(said(text), DEFAULT, "{text}");
    }
    assert_eq!(Priority::of(&HeaderMap::new()), DEFAULT);
}

#[test]
fn the_more_urgent_come_first_whatever_their_streams() {
    let urgent = Priority { urgency: 1, incremental: true };
    let later = Priority { urgency: 2, incremental: false };
    assert!(urgent.rank(4_000) > later.rank(0));
}

#[test]
fn within_an_urgency_whole_ones_come_in_order_and_incremental_ones_share() {
    let [whole, shared] = [false, true].map(|incremental| Priority { urgency: 3, incremental });
    assert!(whole.rank(0) > whole.rank(4));
    assert!(whole.rank(u64::MAX) > shared.rank(0));
    assert_eq!(shared.rank(0), shared.rank(400));
    assert!(whole.rank(0) < Priority { urgency: 2, incremental: true }.rank(0));
}
