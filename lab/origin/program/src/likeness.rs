//! Says how alike two URLs are that are not equal: what changes from load to load counts for little.

use std::collections::HashSet;

use crate::target::Target;

/// Weight of a parameter that both have with the same value.
const EQUAL: f64 = 4.0;
/// Weight of one whose value is another each time.
const VOLATILE: f64 = 1.0;

/// Names under which pages send the time or a random number.
const VOLATILE_NAMES: [&str; 14] = [
    "_",
    "t",
    "ts",
    "time",
    "timestamp",
    "r",
    "rnd",
    "rand",
    "random",
    "cb",
    "cachebuster",
    "nonce",
    "ord",
    "z",
];

/// Counted from 0 to 1 by the parameters of two queries: 1 where all are equal but for volatile values.
pub fn query_likeness(asked: &Target, recorded: &Target, volatile: &HashSet<String>) -> f64 {
    let (asked, recorded) = (asked.parameters(), recorded.parameters());
    let mut left = recorded.clone();
    let (mut score, mut most) = (0.0, 0.0);
    for (name, value) in &asked {
        let same_name = |(other, _): &(&str, &str)| other == name;
        let exact = left.iter().position(|(other, known)| other == name && known == value);
        let found = exact.or_else(|| left.iter().position(same_name)).map(|index| left.remove(index));
        let Some((_, known)) = found else {
            most += if is_volatile(name, value, volatile) { VOLATILE } else { EQUAL };
            continue;
        };
        if known == *value {
            score += EQUAL;
            most += EQUAL;
        } else if is_volatile(name, value, volatile) && is_volatile(name, known, volatile) {
            score += VOLATILE;
            most += VOLATILE;
        } else {
            most += EQUAL;
        }
    }
    most += left
        .iter()
        .map(|(name, value)| if is_volatile(name, value, volatile) { VOLATILE } else { EQUAL })
        .sum::<f64>();
    if most == 0.0 { 1.0 } else { score / most }
}

fn is_volatile(name: &str, value: &str, known: &HashSet<String>) -> bool {
    known.contains(name)
        || is_changing(value)
        || (VOLATILE_NAMES.contains(&name.to_ascii_lowercase().as_str())
            && value.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Whether a value or a part of a path looks like a time, a number drawn by chance, a hash or an identifier.
fn is_changing(text: &str) -> bool {
    let text = text.strip_prefix("0.").unwrap_or(text);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_hex = |byte: u8| byte.is_ascii_hexdigit() || byte == b'-';
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (digits >= 6 && digits == text.len())
        || (text.len() >= 8 && digits > 0 && text.bytes().all(is_hex))
        || (text.len() >= 16 && digits > 1 && letters > 1 && text.bytes().all(is_word))
}

/// A path in which every changing part is a star; None where nothing in it is.
pub fn path_pattern(path: &str) -> Option<String> {
    let mut is_pattern = false;
    let segments: Vec<String> = path
        .split('/')
        .map(|segment| {
            let parts: Vec<&str> = segment
                .split('.')
                .map(|part| match is_changing(part) {
                    true => {
                        is_pattern = true;
                        "*"
                    }
                    false => part,
                })
                .collect();
            parts.join(".")
        })
        .collect();
    is_pattern.then(|| segments.join("/"))
}

#[cfg(test)]
mod tests;
