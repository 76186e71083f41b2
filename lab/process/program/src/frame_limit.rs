//! Frames of HTTP/3 that are read as a whole have a longest length.

/// Limits every frame but DATA, which h3 keeps until the frame's last byte is there. Browsers take 256 KiB of fields, which is
/// also the limit of what they take decoded: of more than 24,576 fields h3 panics, and they fit into 25 kB.
pub const LONGEST_BYTES: u64 = 256 * 1024;
/// RFC 9114, 7.2.1.
const DATA: u64 = 0x0;
/// RFC 9114, 6.2.1.
const CONTROL_STREAM: u64 = 0x0;
const LONGEST_VARINT: usize = 8;

pub struct FrameLimit {
    state: State,
    /// Bytes of the number that has begun.
    varint: Vec<u8>,
}

enum State {
    /// Type of a unidirectional stream (RFC 9114, 6.2).
    StreamType,
    FrameType,
    /// Length of a frame of this type.
    Length(u64),
    /// So many bytes of the frame are still to come.
    Payload(u64),
    /// A stream without frames, of which h3 keeps nothing.
    Unframed,
}

#[derive(Debug, PartialEq, Eq)]
pub struct TooLong;

impl FrameLimit {
    pub fn of_requests() -> Self {
        Self { state: State::FrameType, varint: Vec::with_capacity(LONGEST_VARINT) }
    }

    pub fn of_unidirectional() -> Self {
        Self { state: State::StreamType, ..Self::of_requests() }
    }

    /// Takes the stream's next bytes.
    pub fn take(&mut self, mut bytes: &[u8]) -> Result<(), TooLong> {
        while !bytes.is_empty() {
            if let State::Payload(left) = &mut self.state {
                let count = (*left).min(bytes.len() as u64);
                *left -= count;
                bytes = &bytes[usize::try_from(count).unwrap_or(bytes.len())..];
                if *left == 0 {
                    self.state = State::FrameType;
                }
                continue;
            }
            if matches!(self.state, State::Unframed) {
                return Ok(());
            }
            self.varint.push(bytes[0]);
            bytes = &bytes[1..];
            if let Some(number) = whole_varint(&self.varint) {
                self.varint.clear();
                self.state = self.after(number)?;
            }
        }
        Ok(())
    }

    fn after(&self, number: u64) -> Result<State, TooLong> {
        Ok(match self.state {
            State::StreamType if number == CONTROL_STREAM => State::FrameType,
            State::FrameType => State::Length(number),
            State::Length(_) if number == 0 => State::FrameType,
            State::Length(kind) if kind != DATA && number > LONGEST_BYTES => return Err(TooLong),
            State::Length(_) => State::Payload(number),
            State::StreamType | State::Payload(_) | State::Unframed => State::Unframed,
        })
    }
}

/// RFC 9000, 16; None: more bytes are to come.
fn whole_varint(bytes: &[u8]) -> Option<u64> {
    let first = *bytes.first()?;
    if bytes.len() < 1 << (first >> 6) {
        return None;
    }
    let rest = bytes[1..].iter();
    Some(rest.fold(u64::from(first & 0x3f), |number, byte| number << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests;
