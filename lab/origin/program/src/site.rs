//! The files of all hosts, in memory: no disk takes part in what is measured.

use std::collections::HashMap;
use std::fs;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use http::HeaderValue;
use percent_encoding::percent_decode_str;

use crate::config::Config;
use crate::failure::Failure;
use crate::hints::Hints;

const INDEX: &str = "index.html";
const UNKNOWN_TYPE: &str = "application/octet-stream";

pub struct Site {
    hosts: HashMap<String, Host>,
    pub file_count: usize,
    pub size_bytes: usize,
}

struct Host {
    addresses: Vec<IpAddr>,
    files: HashMap<String, File>,
}

#[derive(Clone)]
pub struct File {
    pub body: Bytes,
    pub content_type: HeaderValue,
    pub think: Duration,
    pub hints: Option<Hints>,
}

impl Site {
    pub fn read(config: &Config) -> Result<Self, Failure> {
        let mut site = Self { hosts: HashMap::new(), file_count: 0, size_bytes: 0 };
        fs::read_dir(&config.www).map_err(|error| Failure::input(&config.www, error))?;
        for each in &config.hosts {
            let name = each.name.to_ascii_lowercase();
            let host = site
                .hosts
                .entry(name.clone())
                .or_insert_with(|| Host { addresses: Vec::new(), files: HashMap::new() });
            let is_first = host.addresses.is_empty();
            host.addresses.push(each.address);
            // Clients that take an ORIGIN frame ask any address for any host (RFC 8336, 2.4).
            if config.origin_frame {
                host.addresses.extend(config.addresses());
            }
            let root = config.www.join(&each.name);
            // A page may leave a shard without files.
            if is_first && root.is_dir() {
                let count = read_folder(&root, "/", config, &mut host.files)?;
                site.file_count += count.files;
                site.size_bytes += count.bytes;
            }
        }
        for (place, ms) in &config.think {
            site.at(place)?.think = Duration::from_millis(*ms);
        }
        for (place, link) in &config.hints {
            let link =
                HeaderValue::from_str(link).map_err(|error| Failure::config(Path::new(place), error))?;
            site.at(place)?.hints = Some(Hints::of_link(link));
        }
        Ok(site)
    }

    /// Finds the file of a request for `host` that came to `address`; None is a 404. `path` is as in a URL, without a query.
    pub fn file(&self, address: IpAddr, host: &str, path: &str) -> Option<&File> {
        let host = self.hosts.get(&host.to_ascii_lowercase())?;
        if !host.addresses.contains(&address) {
            return None;
        }
        let path = percent_decode_str(path).decode_utf8().ok()?;
        host.files.get(path.as_ref())
    }

    /// The file at `host/path`, which the configuration gives a think time or hints.
    fn at(&mut self, place: &str) -> Result<&mut File, Failure> {
        place
            .find('/')
            .map(|slash| place.split_at(slash))
            .and_then(|(host, path)| self.hosts.get_mut(host)?.files.get_mut(path))
            .ok_or_else(|| Failure::config(Path::new(place), "is to think or be announced, and is no file"))
    }
}

struct Count {
    files: usize,
    bytes: usize,
}

/// `at` is the folder's path on its host, with the slash at its end.
fn read_folder(
    folder: &Path,
    at: &str,
    config: &Config,
    files: &mut HashMap<String, File>,
) -> Result<Count, Failure> {
    let failed = |error: std::io::Error| Failure::input(folder, error);
    let mut count = Count { files: 0, bytes: 0 };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, name) = (entry.path(), entry.file_name());
        let Some(name) = name.to_str() else {
            return Err(Failure::input(&path, "its name is not UTF-8"));
        };
        if path.is_dir() {
            let below = read_folder(&path, &format!("{at}{name}/"), config, files)?;
            count.files += below.files;
            count.bytes += below.bytes;
            continue;
        }
        let file = read_file(&path, name, config)?;
        count.files += 1;
        count.bytes += file.body.len();
        if name == INDEX {
            files.insert(at.to_string(), file.clone());
        }
        files.insert(format!("{at}{name}"), file);
    }
    Ok(count)
}

fn read_file(path: &Path, name: &str, config: &Config) -> Result<File, Failure> {
    let body = fs::read(path).map_err(|error| Failure::input(path, error))?;
    let content_type = name
        .rsplit_once('.')
        .and_then(|(_, end)| config.content_types.get(end))
        .map_or(UNKNOWN_TYPE, String::as_str);
    Ok(File {
        body: body.into(),
        content_type: HeaderValue::from_str(content_type).map_err(|error| Failure::config(path, error))?,
        think: Duration::ZERO,
        hints: None,
    })
}
