//! Counts for the present second, and for the whole run.

use std::collections::BTreeMap;
use std::mem::take;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::failures::Kind;

pub const LONGEST_PAGE_MS: u64 = 600_000;
/// Digits of a page time that count.
const DIGITS: u8 = 3;

#[derive(Default)]
pub struct Tally(Mutex<Counts>);

#[derive(Default)]
pub struct Counts {
    pub users: u32,
    pub second: Interval,
    pub whole: Interval,
}

pub struct Interval {
    pub pages_begun: u64,
    pub pages_done: u64,
    pub pages_failed: u64,
    /// Times of pages that are done, in microseconds.
    pub page_times: Histogram<u64>,
    pub errors: BTreeMap<Kind, u64>,
    pub answers: u64,
    pub body_bytes: u64,
    pub connections: u64,
    pub resumed: u64,
    /// The latest that a page was begun.
    pub late: Duration,
}

impl Default for Interval {
    fn default() -> Self {
        let page_times = Histogram::new_with_bounds(1, 2 * LONGEST_PAGE_MS * 1_000, DIGITS);
        Self {
            pages_begun: 0,
            pages_done: 0,
            pages_failed: 0,
            // The bounds are constants that it takes.
            page_times: page_times.unwrap_or_else(|_| unreachable!()),
            errors: BTreeMap::new(),
            answers: 0,
            body_bytes: 0,
            connections: 0,
            resumed: 0,
            late: Duration::ZERO,
        }
    }
}

impl Tally {
    pub fn user_arrived(&self) {
        self.lock().users += 1;
    }

    pub fn user_left(&self) {
        self.lock().users -= 1;
    }

    pub fn page_started(&self, late: Duration) {
        self.count(|interval| {
            interval.pages_begun += 1;
            interval.late = interval.late.max(late);
        });
    }

    pub fn page_done(&self, time: Duration) {
        let us = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.count(|interval| {
            interval.pages_done += 1;
            interval.page_times.saturating_record(us);
        });
    }

    pub fn page_failed(&self) {
        self.count(|interval| interval.pages_failed += 1);
    }

    pub fn error(&self, kind: Kind) {
        self.count(|interval| *interval.errors.entry(kind).or_default() += 1);
    }

    pub fn answer(&self, body_bytes: u64) {
        self.count(|interval| {
            interval.answers += 1;
            interval.body_bytes += body_bytes;
        });
    }

    pub fn connection(&self, is_resumed: Option<bool>) {
        self.count(|interval| {
            interval.connections += 1;
            interval.resumed += u64::from(is_resumed == Some(true));
        });
    }

    pub fn users(&self) -> u32 {
        self.lock().users
    }

    /// Users at present, and what was counted since the last time.
    pub fn next_second(&self) -> (u32, Interval) {
        let mut counts = self.lock();
        (counts.users, take(&mut counts.second))
    }

    pub fn whole(&self) -> Interval {
        take(&mut self.lock().whole)
    }

    fn count(&self, add: impl Fn(&mut Interval)) {
        let mut counts = self.lock();
        add(&mut counts.second);
        add(&mut counts.whole);
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Interval {
    /// The nearest rank among all pages that ended, a failed one being longer than all that are done: None where the
    /// rank is among them, or no page ended.
    pub fn quantile_ms(&self, fraction: f64) -> Option<f64> {
        let ended = self.pages_done + self.pages_failed;
        let rank = ((fraction * ended as f64).ceil() as u64).max(1);
        let mut count = 0;
        for each in self.page_times.iter_recorded() {
            count += each.count_at_value();
            if count >= rank {
                return Some(each.value_iterated_to() as f64 / 1_000.0);
            }
        }
        None
    }

    /// Microseconds and how many pages took them; the same steps in every interval, so that they can be added.
    pub fn time_counts(&self) -> Vec<(u64, u64)> {
        self.page_times
            .iter_recorded()
            .map(|each| (each.value_iterated_to(), each.count_at_value()))
            .collect()
    }
}

#[cfg(test)]
mod tests;
