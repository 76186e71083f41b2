//! Frames that wait for their time, the earliest first and those of the same time as they came.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Instant;

/// More than a survey of ten thousand hosts has under way; what comes beyond is dropped as by a full queue.
const MOST_FRAMES: usize = 500_000;

/// Holds when it is due, how many came before, the tap that it goes to, its bytes.
type Frame = (Instant, u64, usize, Box<[u8]>);

pub struct Waiting {
    heap: BinaryHeap<Reverse<Frame>>,
    added: u64,
}

impl Waiting {
    pub fn new() -> Self {
        Self { heap: BinaryHeap::new(), added: 0 }
    }

    pub fn add(&mut self, due: Instant, to: usize, frame: &[u8]) {
        if self.heap.len() >= MOST_FRAMES {
            return;
        }
        self.added += 1;
        self.heap.push(Reverse((due, self.added, to, frame.into())));
    }

    /// The next frame that is due by now, and the tap that it goes to.
    pub fn due(&mut self, now: Instant) -> Option<(usize, Box<[u8]>)> {
        if self.next()? > now {
            return None;
        }
        self.heap.pop().map(|Reverse((_, _, to, frame))| (to, frame))
    }

    pub fn next(&self) -> Option<Instant> {
        self.heap.peek().map(|Reverse((due, ..))| *due)
    }
}

#[cfg(test)]
mod tests {
    use super::Waiting;
    use std::time::{Duration, Instant};

    #[test]
    fn frames_leave_when_they_are_due_and_in_their_order_where_that_is_the_same() {
        let start = Instant::now();
        let later = start + Duration::from_millis(5);
        let mut waiting = Waiting::new();
        waiting.add(later, 0, &[3]);
        waiting.add(start, 1, &[1]);
        waiting.add(start, 1, &[2]);
        let frames: Vec<u8> = std::iter::from_fn(|| waiting.due(start)).map(|(_, frame)| frame[0]).collect();
        assert_eq!(frames, [1, 2]);
        assert_eq!(waiting.next(), Some(later));
        assert_eq!(waiting.due(later).map(|(to, _)| to), Some(0));
    }
}
