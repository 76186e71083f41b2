use super::*;

/// Pages that took so many microseconds; up to 2,047 the histogram keeps each as it is.
fn interval(done_us: &[u64], failed: u64) -> Interval {
    let tally = Tally::default();
    for us in done_us {
        tally.page_done(Duration::from_micros(*us));
    }
    for _ in 0..failed {
        tally.page_failed();
    }
    tally.whole()
}

#[test]
fn without_pages_there_is_no_quantile() {
    assert_eq!(interval(&[], 0).quantile_ms(0.5), None);
}

#[test]
fn one_page_is_each_quantile() {
    let one = interval(&[700], 0);
    for fraction in [0.0, 0.5, 1.0] {
        assert_eq!(one.quantile_ms(fraction), Some(0.7));
    }
}

#[test]
fn quantiles_are_nearest_ranks() {
    // The shortest time that at least this part of all pages did not exceed.
    let four = interval(&[400, 100, 300, 200], 0);
    let ranks = [(0.0, 0.1), (0.25, 0.1), (0.26, 0.2), (0.5, 0.2), (0.75, 0.3), (0.95, 0.4), (1.0, 0.4)];
    for (fraction, expected) in ranks {
        assert_eq!(four.quantile_ms(fraction), Some(expected), "{fraction}");
    }
}

#[test]
fn equal_times_count_each() {
    let ties = interval(&[100, 100, 100, 900], 0);
    assert_eq!(ties.quantile_ms(0.75), Some(0.1));
    assert_eq!(ties.quantile_ms(0.76), Some(0.9));
    assert_eq!(ties.time_counts(), [(100, 3), (900, 1)]);
}

#[test]
fn a_failed_page_is_longer_than_all_that_are_done() {
    let half = interval(&[100, 200], 2);
    assert_eq!(half.quantile_ms(0.5), Some(0.2));
    assert_eq!(half.quantile_ms(0.51), None);
    assert_eq!(interval(&[], 3).quantile_ms(0.5), None);
}

#[test]
fn a_time_is_kept_to_three_digits() {
    let found = interval(&[123_456], 0).quantile_ms(0.5).expect("a time");
    assert!((found / 123.456 - 1.0).abs() < 0.001, "{found}");
}

#[test]
fn a_time_beyond_the_longest_is_counted_as_the_longest() {
    let tally = Tally::default();
    tally.page_done(Duration::MAX);
    let whole = tally.whole();
    assert_eq!((whole.pages_done, whole.time_counts().len()), (1, 1));
    assert!(whole.quantile_ms(0.5) >= Some(LONGEST_PAGE_MS as f64));
}

#[test]
fn a_second_begins_at_nothing_and_the_whole_run_has_all() {
    let tally = Tally::default();
    tally.user_arrived();
    tally.user_arrived();
    tally.answer(10);
    tally.error(Kind::TcpRefused);
    let (users, first) = tally.next_second();
    assert_eq!((users, first.answers, first.body_bytes), (2, 1, 10));
    assert_eq!(first.errors, BTreeMap::from([(Kind::TcpRefused, 1)]));
    tally.user_left();
    tally.answer(5);
    let (users, second) = tally.next_second();
    assert_eq!((users, second.answers, second.body_bytes, second.errors.len()), (1, 1, 5, 0));
    let whole = tally.whole();
    assert_eq!((whole.answers, whole.body_bytes, whole.errors[&Kind::TcpRefused]), (2, 15, 1));
}

#[test]
fn the_lateness_of_an_interval_is_its_largest() {
    let tally = Tally::default();
    for ms in [3, 9, 4] {
        tally.page_started(Duration::from_millis(ms));
    }
    let whole = tally.whole();
    assert_eq!((whole.pages_begun, whole.late), (3, Duration::from_millis(9)));
}

#[test]
fn only_connections_that_are_known_to_be_resumed_count_as_resumed() {
    let tally = Tally::default();
    for is_resumed in [None, Some(false), Some(true)] {
        tally.connection(is_resumed);
    }
    let whole = tally.whole();
    assert_eq!((whole.connections, whole.resumed), (3, 1));
}
