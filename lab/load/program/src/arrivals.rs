//! Says when each user arrives.

use std::time::Duration;

use crate::order::RampPoint;

/// Returns as many as the first point has at its time; those of a line at random times in shares of it of equal length, so that
/// users do not march in step, and the ramp is as straight as whole users let it be.
pub fn arrivals(ramp: &[RampPoint], seed: u32) -> Vec<Duration> {
    let mut random = SplitMix64(u64::from(seed));
    let mut times = Vec::new();
    let mut before: Option<&RampPoint> = None;
    for point in ramp {
        let (from_ms, users) = before.map_or((point.at_ms, 0), |point| (point.at_ms, point.users));
        let count = point.users - users;
        let share_ms = (point.at_ms - from_ms) as f64 / f64::from(count.max(1));
        for user in 0..count {
            let ms = from_ms as f64 + (f64::from(user) + random.next_fraction()) * share_ms;
            times.push(Duration::from_secs_f64(ms / 1_000.0));
        }
        before = Some(point);
    }
    times
}

/// Steele, Lea and Flood 2014, Fig 14.
struct SplitMix64(u64);

impl SplitMix64 {
    /// Counted from 0 to below 1.
    fn next_fraction(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests;
