//! Extensible priorities (RFC 9218): what a client says of a request, and the order that follows.

use http::HeaderMap;

const LEVELS: i32 = 8;
/// Distance of two urgencies. More requests than this on one connection share the last place.
const BAND: i32 = i32::MAX / LEVELS;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Priority {
    /// 0 is the most urgent, 7 the least.
    pub urgency: u8,
    pub incremental: bool,
}

/// RFC 9218, 4.1 and 4.2.
const DEFAULT: Priority = Priority { urgency: 3, incremental: false };

impl Priority {
    /// Reads the field `Priority` as far as it goes: what is not understood counts as not said (RFC 9218, 4).
    pub fn of(headers: &HeaderMap) -> Self {
        let values = headers.get_all("priority").into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).fold(DEFAULT, |priority, member| priority.with(member))
    }

    fn with(self, member: &str) -> Self {
        let item = member.split(';').next().unwrap_or("").trim();
        match item.split_once('=').unwrap_or((item, "?1")) {
            ("u", value) => match value.parse() {
                Ok(urgency @ 0..=7) => Self { urgency, ..self },
                _ => self,
            },
            ("i", "?1") => Self { incremental: true, ..self },
            ("i", "?0") => Self { incremental: false, ..self },
            _ => self,
        }
    }

    /// The place among the responses of a connection: higher ones are sent first, equal ones share (quinn's rule). Within an
    /// urgency those that are not incremental come first, each whole, in the order of their streams (RFC 9218, 10).
    pub fn rank(self, stream: u64) -> i32 {
        let base = (LEVELS - 1 - i32::from(self.urgency)) * BAND;
        if self.incremental {
            return base;
        }
        let before = i32::try_from(stream / 4).unwrap_or(i32::MAX);
        base + (BAND - 1 - before).max(1)
    }
}

#[cfg(test)]
mod tests;
