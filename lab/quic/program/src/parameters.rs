//! The peer's transport parameters by their names in RFC 9000, 18.2 and RFC 9221, 3. quinn keeps them to itself, but writes
//! them as they go over the wire. One that the peer has not sent has the RFC's default, as in transport-parameters.ts.

use bytes::Buf;
use quinn_proto::VarInt;
use quinn_proto::coding::Codec;
use serde_json::{Map, Value, json};

/// Identifier, name, default.
const INTEGERS: [(u64, &str, u64); 11] = [
    (0x01, "max_idle_timeout", 0),
    (0x03, "max_udp_payload_size", 65527),
    (0x04, "initial_max_data", 0),
    (0x05, "initial_max_stream_data_bidi_local", 0),
    (0x06, "initial_max_stream_data_bidi_remote", 0),
    (0x07, "initial_max_stream_data_uni", 0),
    (0x08, "initial_max_streams_bidi", 0),
    (0x09, "initial_max_streams_uni", 0),
    (0x0a, "ack_delay_exponent", 3),
    (0x0b, "max_ack_delay", 25),
    (0x0e, "active_connection_id_limit", 2),
];
const DISABLE_ACTIVE_MIGRATION: u64 = 0x0c;
const MAX_DATAGRAM_FRAME_SIZE: u64 = 0x20;

/// Names what is sent in their order, up to the first that is cut short: by name, `grease` (RFC 9000, 18.1), or the identifier.
pub fn names_in_order(mut encoded: &[u8]) -> Vec<String> {
    std::iter::from_fn(|| {
        let (id, _, rest) = next_parameter(encoded)?;
        encoded = rest;
        Some(match name_of(id) {
            Some(name) => name.to_string(),
            None if id % 31 == 27 => "grease".to_string(),
            None => format!("{id:#x}"),
        })
    })
    .collect()
}

fn name_of(id: u64) -> Option<&'static str> {
    match id {
        DISABLE_ACTIVE_MIGRATION => Some("disable_active_migration"),
        MAX_DATAGRAM_FRAME_SIZE => Some("max_datagram_frame_size"),
        _ => INTEGERS.iter().find(|(known, ..)| *known == id).map(|(_, name, _)| *name),
    }
}

/// Identifier, value, and what follows.
fn next_parameter(mut encoded: &[u8]) -> Option<(u64, &[u8], &[u8])> {
    let id = VarInt::decode(&mut encoded).ok()?.into_inner();
    let length = usize::try_from(VarInt::decode(&mut encoded).ok()?.into_inner()).ok()?;
    let (value, rest) = encoded.split_at_checked(length)?;
    Some((id, value, rest))
}

/// None where `encoded` is no list of parameters.
pub fn transport_parameters(mut encoded: &[u8]) -> Option<Map<String, Value>> {
    let mut named: Map<String, Value> =
        INTEGERS.iter().map(|(_, name, default)| (name.to_string(), json!(default))).collect();
    named.insert("disable_active_migration".to_string(), json!(false));
    while encoded.has_remaining() {
        let (id, mut value, rest) = next_parameter(encoded)?;
        encoded = rest;
        let Some(name) = name_of(id) else { continue };
        let value = match id {
            DISABLE_ACTIVE_MIGRATION => json!(true),
            _ => json!(VarInt::decode(&mut value).ok()?.into_inner()),
        };
        named.insert(name.to_string(), value);
    }
    Some(named)
}

#[cfg(test)]
mod tests;
