use super::*;

fn ramp(points: &[(u64, u32)]) -> Vec<RampPoint> {
    points.iter().map(|&(at_ms, users)| RampPoint { at_ms, users }).collect()
}

#[test]
fn random_numbers_are_those_of_the_published_generator() {
    // The first outputs for the seed 0, of which the upper 53 bits count.
    let mut random = SplitMix64(0);
    for output in [0xe220_a839_7b1d_cdaf_u64, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f] {
        assert_eq!(random.next_fraction(), (output >> 11) as f64 / 2f64.powi(53));
    }
}

#[test]
fn nobody_arrives_on_an_empty_ramp() {
    assert_eq!(arrivals(&[], 1), []);
    assert_eq!(arrivals(&ramp(&[(0, 0), (1_000, 0)]), 1), []);
}

#[test]
fn those_of_the_first_point_arrive_at_its_time() {
    assert_eq!(arrivals(&ramp(&[(500, 3)]), 1), [Duration::from_millis(500); 3]);
}

#[test]
fn each_share_of_a_line_has_one_arrival() {
    let times = arrivals(&ramp(&[(0, 2), (1_000, 12), (2_000, 12), (3_000, 13)]), 7);
    assert_eq!(times.len(), 13);
    for (share, time) in times[2..12].iter().enumerate() {
        let from = 100 * share as u64;
        assert!((from..from + 100).contains(&(time.as_millis() as u64)), "{share}: {time:?}");
    }
    assert!((2_000..3_000).contains(&times[12].as_millis()));
}

#[test]
fn a_seed_gives_the_same_arrivals_and_another_seed_others() {
    let line = ramp(&[(0, 0), (1_000, 10)]);
    assert_eq!(arrivals(&line, 1), arrivals(&line, 1));
    assert_ne!(arrivals(&line, 1), arrivals(&line, 2));
}

#[test]
fn users_of_a_step_arrive_at_once() {
    assert_eq!(arrivals(&ramp(&[(100, 0), (100, 2)]), 1), [Duration::from_millis(100); 2]);
}
