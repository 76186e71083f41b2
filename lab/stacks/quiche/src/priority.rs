//! Extensible priorities of responses (RFC 9218).

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Priority {
    /// 0 to 7; the lower, the more urgent.
    pub urgency: u8,
    /// The response is of use in parts.
    pub incremental: bool,
}

/// RFC 9218, 4.1 and 4.2.
impl Default for Priority {
    fn default() -> Self {
        Self { urgency: 3, incremental: false }
    }
}

/// quiche's HTTP/3 adds this to urgencies, whose own streams come before all responses (h3/mod.rs, PRIORITY_URGENCY_OFFSET).
const QUIC_OFFSET: u8 = 124;

impl Priority {
    /// Parses the value of a field `priority`; what is not understood in it is as if it were not there.
    pub fn parse(value: &[u8]) -> Self {
        let text = String::from_utf8_lossy(value);
        let mut priority = Self::default();
        for member in text.split(',').map(str::trim) {
            match member.split_once('=').unwrap_or((member, "?1")) {
                ("u", urgency) => {
                    if let Some(urgency) = urgency.parse().ok().filter(|urgency| *urgency <= 7) {
                        priority.urgency = urgency;
                    }
                }
                ("i", flag) => priority.incremental = flag == "?1",
                _ => {}
            }
        }
        priority
    }

    pub fn at_quic(self) -> u8 {
        self.urgency + QUIC_OFFSET
    }
}

#[cfg(test)]
mod tests;
