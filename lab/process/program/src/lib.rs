//! What the lab's programs have in common: their versions, their lines, how they fail and how they stop.

pub mod failure;
pub mod lines;
#[cfg(target_os = "linux")]
pub mod real_time;
pub mod stop;
pub mod versions;
