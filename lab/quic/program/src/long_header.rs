//! The long header of a server's packets (RFC 8999, 5.1; RFC 9000, 17.2), which is in clear.

/// Reads the first packet of a datagram.
#[derive(Debug, PartialEq)]
pub struct LongHeader {
    pub is_retry: bool,
    /// Length of the connection id that the server has chosen.
    pub source_id_bytes: u8,
}

const LONG: u8 = 0x80;
const TYPE: u8 = 0x30;
const RETRY: u8 = 0x30;
const VERSION_1: [u8; 4] = [0, 0, 0, 1];

/// None where the datagram begins with no long header of version 1.
pub fn long_header(datagram: &[u8]) -> Option<LongHeader> {
    let (first, rest) = datagram.split_first()?;
    let (version, rest) = rest.split_first_chunk::<4>()?;
    if first & LONG == 0 || *version != VERSION_1 {
        return None;
    }
    let (destination_bytes, rest) = rest.split_first()?;
    let source_id_bytes = *rest.get(usize::from(*destination_bytes))?;
    Some(LongHeader { is_retry: first & TYPE == RETRY, source_id_bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_type_and_the_length_of_the_servers_id() {
        let datagram = |first| [first, 0, 0, 0, 1, 2, 7, 7, 4, 1, 1, 1, 1];
        let header = |is_retry| Some(LongHeader { is_retry, source_id_bytes: 4 });
        assert_eq!(long_header(&datagram(0xc0)), header(false));
        assert_eq!(long_header(&datagram(0xff)), header(true));
        // A short header, and a version negotiation.
        assert_eq!(long_header(&datagram(0x40)), None);
        assert_eq!(long_header(&[0xc0, 0, 0, 0, 0, 2, 7, 7, 4]), None);
        assert_eq!(long_header(&[0xc0, 0, 0, 0, 1, 20, 7]), None);
    }
}
