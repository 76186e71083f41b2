//! Reads what the messages of a handshake show of the server.

use bytes::Buf;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::long_header::long_header;
use crate::parameters::names_in_order;

/// Types of messages (RFC 8446, 4) and extensions (4.2; RFC 9001, 8.2).
const NEW_SESSION_TICKET: u8 = 4;
const ENCRYPTED_EXTENSIONS: u8 = 8;
const CERTIFICATE: u8 = 11;
const EARLY_DATA: u16 = 42;
const QUIC_TRANSPORT_PARAMETERS: u16 = 57;
/// Type and length.
const HEAD_BYTES: usize = 4;

#[derive(Default)]
pub struct HandshakeSeen {
    /// Certificates as sent, in DER.
    pub chain_bytes: Option<usize>,
    /// Transport parameters by name, in the order in which they were sent.
    pub parameter_order: Vec<String>,
    pub tickets: Tickets,
    /// The server demanded a Retry (RFC 9000, 8.1.2).
    pub is_retried: bool,
    /// Length of the connection id that the server chose.
    pub server_id_bytes: Option<u8>,
    /// Bytes of a message that is not all there yet; rustls ends a handshake whose message is longer than 64 KiB.
    rest: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tickets {
    pub count: u32,
    /// Lifetime of the last one.
    pub lifetime_s: Option<u32>,
    /// 0: no early data.
    pub max_early_data_bytes: Option<u32>,
}

impl HandshakeSeen {
    /// Looks at a datagram of the handshake. A Retry that is not the server's first packet is ignored (RFC 9000, 17.2.5.2).
    pub fn hear(&mut self, datagram: &[u8]) {
        match long_header(datagram) {
            Some(header) if header.is_retry => self.is_retried |= self.server_id_bytes.is_none(),
            Some(header) => self.server_id_bytes = Some(header.source_id_bytes),
            None => {}
        }
    }

    /// All but tickets, which come later, as JSON.
    pub fn shown(&self, parameters: Map<String, Value>) -> String {
        json!({
            "parameters": parameters,
            "parameterOrder": self.parameter_order,
            "isRetried": self.is_retried,
            "serverIdBytes": self.server_id_bytes,
            "chainBytes": self.chain_bytes,
        })
        .to_string()
    }

    /// Reads what comes next of the handshake. Messages that cannot be read are passed over: rustls judges them.
    pub fn take(&mut self, bytes: &[u8]) {
        let mut rest = std::mem::take(&mut self.rest);
        rest.extend_from_slice(bytes);
        let mut left = rest.as_slice();
        while let Some(&[kind, long, middle, short]) = left.first_chunk::<HEAD_BYTES>() {
            let length = u32::from_be_bytes([0, long, middle, short]) as usize;
            let Some((message, after)) = left[HEAD_BYTES..].split_at_checked(length) else { break };
            self.read(kind, message);
            left = after;
        }
        self.rest = left.to_vec();
    }

    fn read(&mut self, kind: u8, message: &[u8]) {
        match kind {
            ENCRYPTED_EXTENSIONS => {
                if let Some(encoded) = extension(message, QUIC_TRANSPORT_PARAMETERS) {
                    self.parameter_order = names_in_order(encoded);
                }
            }
            CERTIFICATE => self.chain_bytes = chain_bytes(message),
            NEW_SESSION_TICKET => {
                if let Some((lifetime, early_data)) = ticket(message) {
                    self.tickets.count += 1;
                    self.tickets.lifetime_s = Some(lifetime);
                    self.tickets.max_early_data_bytes = Some(early_data);
                }
            }
            _ => {}
        }
    }
}

fn part<'a>(left: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (part, after) = left.split_at_checked(length)?;
    *left = after;
    Some(part)
}

/// Finds one in a list of extensions, which begins with its length.
fn extension(mut list: &[u8], wanted: u16) -> Option<&[u8]> {
    let length = list.try_get_u16().ok()?;
    let mut left = part(&mut list, length.into())?;
    loop {
        let kind = left.try_get_u16().ok()?;
        let length = left.try_get_u16().ok()?;
        let value = part(&mut left, length.into())?;
        if kind == wanted {
            return Some(value);
        }
    }
}

/// RFC 8446, 4.4.2.
fn chain_bytes(mut message: &[u8]) -> Option<usize> {
    let context = message.try_get_u8().ok()?;
    part(&mut message, context.into())?;
    let length = message.try_get_uint(3).ok()?;
    let mut entries = part(&mut message, length as usize)?;
    let mut sum = 0;
    while entries.has_remaining() {
        let certificate = entries.try_get_uint(3).ok()?;
        sum += part(&mut entries, certificate as usize)?.len();
        let extensions = entries.try_get_u16().ok()?;
        part(&mut entries, extensions.into())?;
    }
    Some(sum)
}

/// Lifetime and early data (RFC 8446, 4.6.1).
fn ticket(mut message: &[u8]) -> Option<(u32, u32)> {
    let lifetime = message.try_get_u32().ok()?;
    message.try_get_u32().ok()?;
    let nonce = message.try_get_u8().ok()?;
    part(&mut message, nonce.into())?;
    let ticket = message.try_get_u16().ok()?;
    part(&mut message, ticket.into())?;
    let early_data = extension(message, EARLY_DATA).and_then(|mut value| value.try_get_u32().ok());
    Some((lifetime, early_data.unwrap_or(0)))
}

#[cfg(test)]
mod tests;
