//! The libraries that a program was built from.

use std::collections::BTreeMap;

const LOCK: &str = include_str!("../../../Cargo.lock");
/// Libraries of most of the lab's programs.
pub const LIBRARIES: [&str; 6] = ["hyper", "h2", "h3", "quinn", "rustls", "tokio"];

/// Versions of these libraries, by name; one that is not locked is left out.
pub fn library_versions(libraries: &[&'static str]) -> BTreeMap<&'static str, String> {
    libraries.iter().filter_map(|name| Some((*name, locked_version(name)?))).collect()
}

/// `towline-origin 0.1.0 (hyper 1.12.0, …)`, and of a build by the profile `quick` that it is one: what such a program costs
/// says nothing of an optimised one.
pub fn version_line(name: &str, version: &str, libraries: &[&str]) -> String {
    let build = if cfg!(panic = "unwind") { ", quick build" } else { "" };
    let libraries: Vec<String> =
        libraries.iter().filter_map(|name| Some(format!("{name} {}", locked_version(name)?))).collect();
    format!("{name} {version} ({}{build})", libraries.join(", "))
}

/// Version of a package in the lock file.
fn locked_version(name: &str) -> Option<String> {
    let (_, after) = LOCK.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    Some(after.split('"').next()?.to_string())
}

#[cfg(test)]
mod tests;
