use super::*;

#[test]
fn a_plain_file_is_read_up_to_the_limit() {
    let file = std::env::temp_dir().join(format!("towline-order-{}", std::process::id()));
    std::fs::write(&file, "12345").unwrap();
    assert_eq!(read_plain(&file, 5).unwrap(), "12345");
    assert_eq!(read_plain(&file, 4).unwrap_err().to_string(), "more than 4 bytes");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_device_and_a_folder_are_refused_unread() {
    for name in ["/dev/zero", "/"] {
        assert_eq!(read_plain(Path::new(name), 5).unwrap_err().to_string(), "not a plain file", "{name}");
    }
}
