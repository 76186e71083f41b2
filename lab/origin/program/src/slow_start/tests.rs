use std::time::Duration;

use super::simulated_path::{Outcome, Path, load};
use super::*;

const MTU: u16 = 1_452;

fn started(then: Then, now: Instant) -> Box<dyn Controller> {
    Arc::new(SlowStartConfig { initial_window: 14_520, then }).build(now, MTU)
}

#[test]
fn a_loss_ends_it_and_leaves_the_share_that_quinn_leaves() {
    let now = Instant::now();
    for (then, left) in [(Then::Cubic, 10_164), (Then::Reno, 7_260)] {
        let mut controller = started(then, now);
        assert_eq!((controller.window(), controller.initial_window()), (14_520, 14_520));
        controller.on_congestion_event(
            now + Duration::from_millis(80),
            now + Duration::from_millis(1),
            false,
            1_452,
        );
        assert_eq!(controller.window(), left);
    }
}

#[test]
fn goes_on_with_the_window_that_it_had_and_counts_a_loss_of_what_is_in_flight() {
    let now = Instant::now();
    for then in [Then::Cubic, Then::Reno] {
        let config = SlowStartConfig { initial_window: 100_000, then };
        let start = SlowStart {
            hystart: HyStart::new(now, 100_000),
            initial_window: config.initial_window,
            then,
            built: now,
            newest_acknowledged: now + Duration::from_millis(10),
            mtu: MTU,
            after: None,
        };
        let mut after = start.end();
        assert!(after.window().abs_diff(100_000) <= 1, "{}", after.window());
        let sent = now + Duration::from_millis(11);
        after.on_congestion_event(now + Duration::from_millis(90), sent, false, 1_452);
        assert!(after.window() < 71_000, "{}", after.window());
    }
}

/// Of a page of 1.6 MB over 250 ms, as imgur's is in the study of Elkhatib et al. 2014.
const PAGE_BYTES: usize = 1_600_000;

fn loaded(factory: Arc<dyn ControllerFactory + Send + Sync>, path: Path) -> Outcome {
    load(factory, path, PAGE_BYTES, MTU)
}

fn classic() -> Arc<dyn ControllerFactory + Send + Sync> {
    let mut cubic = CubicConfig::default();
    cubic.initial_window(14_520);
    Arc::new(cubic)
}

fn hystart() -> Arc<dyn ControllerFactory + Send + Sync> {
    Arc::new(SlowStartConfig { initial_window: 14_520, then: Then::Cubic })
}

#[test]
fn loses_nothing_where_slow_start_until_loss_fills_the_queue() {
    let path = Path { mbps: 1.0, rtt: Duration::from_millis(250), queue_packets: 256 };
    let (until_loss, early) = (loaded(classic(), path), loaded(hystart(), path));
    assert!(until_loss.dropped > 50, "{until_loss:?}");
    assert_eq!(early.dropped, 0, "{early:?}");
    assert!(early.took <= until_loss.took, "{until_loss:?} {early:?}");
}

#[test]
fn is_as_fast_where_the_queue_holds_what_is_sent() {
    let path = Path { mbps: 20.0, rtt: Duration::from_millis(50), queue_packets: 2_000 };
    let (until_loss, early) = (loaded(classic(), path), loaded(hystart(), path));
    assert_eq!((until_loss.dropped, early.dropped), (0, 0));
    assert!(early.took.as_secs_f64() < 1.1 * until_loss.took.as_secs_f64(), "{until_loss:?} {early:?}");
}
