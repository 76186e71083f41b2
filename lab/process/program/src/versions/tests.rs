use super::*;

#[test]
fn the_version_of_each_library_is_read_from_the_lock_file() {
    let versions = library_versions(&LIBRARIES);
    assert_eq!(
        versions.keys().copied().collect::<Vec<_>>(),
        ["h2", "h3", "hyper", "quinn", "rustls", "tokio"]
    );
    for (name, version) in versions {
        assert!(version.split('.').all(|part| part.parse::<u32>().is_ok()), "{name} {version}");
    }
}

#[test]
fn a_package_that_is_not_locked_has_no_version() {
    assert_eq!(locked_version("hyper-"), None);
    assert_eq!(locked_version(""), None);
}
