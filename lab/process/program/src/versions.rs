//! The libraries that a program was built from.

use std::collections::BTreeMap;

const LOCK: &str = include_str!("../../../Cargo.lock");
const LIBRARIES: [&str; 6] = ["hyper", "h2", "h3", "quinn", "rustls", "tokio"];

pub fn library_versions() -> BTreeMap<&'static str, String> {
    LIBRARIES.iter().filter_map(|name| Some((*name, locked_version(name)?))).collect()
}

/// `towline-origin 0.1.0 (hyper 1.12.0, …)`, and of a build by the profile `quick` that it is one: what such a program costs
/// says nothing of an optimised one.
pub fn version_line(name: &str, version: &str) -> String {
    version_line_with(name, version, &LIBRARIES)
}

/// The same with these libraries alone.
pub fn version_line_with(name: &str, version: &str, libraries: &[&str]) -> String {
    let build = if cfg!(panic = "unwind") { ", quick build" } else { "" };
    let libraries: Vec<String> =
        libraries.iter().filter_map(|name| Some(format!("{name} {}", locked_version(name)?))).collect();
    format!("{name} {version} ({}{build})", libraries.join(", "))
}

/// Of a package in the lock file.
fn locked_version(name: &str) -> Option<String> {
    let (_, after) = LOCK.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    Some(after.split('"').next()?.to_string())
}

#[cfg(test)]
mod tests;
