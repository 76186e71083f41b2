use super::*;

fn lines_of(mut input: &[u8]) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    while let Some(line) = next_line(&mut input).map_err(|failure| failure.message)? {
        lines.push(line);
    }
    Ok(lines)
}

#[test]
fn a_line_is_as_long_as_a_path_may_be() {
    let longest = "a".repeat(LONGEST_LINE_BYTES);
    assert_eq!(lines_of(format!("one\n\n{longest}\n").as_bytes()).unwrap(), ["one", "", &longest]);
    let longer = lines_of(format!("{longest}a\n").as_bytes()).unwrap_err();
    assert_eq!(longer, "standard input: a line of more than 4096 bytes");
}

#[test]
fn half_a_line_and_other_bytes_than_text_are_refused() {
    assert_eq!(lines_of(b"one\ntw").unwrap_err(), "standard input: it ends within a line");
    assert_eq!(lines_of(&[0xff, b'\n']).unwrap_err(), "standard input: a line that is not UTF-8");
}

#[test]
fn an_endless_line_is_not_waited_for() {
    let mut endless = io::BufReader::new(io::repeat(b'a'));
    assert!(next_line(&mut endless).is_err_and(|failure| failure.exit_code == 65));
}
