use super::*;

fn likeness(asked: &str, recorded: &str) -> f64 {
    likeness_with(asked, recorded, &[])
}

fn likeness_with(asked: &str, recorded: &str, volatile: &[&str]) -> f64 {
    let target = |query: &str| {
        let url = format!("https://a.example/{}{query}", if query.is_empty() { "" } else { "?" });
        Target::parse(&url).expect("a URL")
    };
    let volatile = volatile.iter().map(|name| name.to_string()).collect();
    query_likeness(&target(asked), &target(recorded), &volatile)
}

#[test]
fn queries_without_parameters_are_alike() {
    assert_eq!(likeness("", ""), 1.0);
    assert_eq!(likeness("&", ""), 1.0);
}

#[test]
fn the_order_of_parameters_does_not_matter() {
    assert_eq!(likeness("a=1&b=2", "b=2&a=1"), 1.0);
}

#[test]
fn queries_that_share_no_parameter_are_not_alike() {
    assert_eq!(likeness("a=1", ""), 0.0);
    assert_eq!(likeness("", "a=1"), 0.0);
    assert_eq!(likeness("a=1", "b=1"), 0.0);
}

#[test]
fn one_of_two_equal_parameters_is_half() {
    assert_eq!(likeness("a=1&b=2", "a=1&b=3"), 0.5);
    assert_eq!(likeness("a=1&b=2", "a=1"), 0.5);
}

#[test]
fn a_volatile_value_counts_a_quarter_of_an_equal_one() {
    // 4 for a, 1 for a time that differs, of 4 + 1; a lone time that one of the two lacks is 4 of 5.
    assert_eq!(likeness("a=1&t=1700000001", "a=1&t=1700000002"), 1.0);
    assert_eq!(likeness("a=1&t=1700000001", "a=1"), 0.8);
    assert_eq!(likeness("a=1", "a=1&t=1700000001"), 0.8);
}

#[test]
fn a_name_that_a_recording_found_volatile_counts_as_such_whatever_its_value() {
    assert_eq!(likeness("a=1&v=x", "a=1&v=y"), 0.5);
    assert_eq!(likeness_with("a=1&v=x", "a=1&v=y", &["v"]), 1.0);
}

#[test]
fn a_value_that_only_one_side_has_volatile_counts_as_different() {
    assert_eq!(likeness("x=1700000001", "x=red"), 0.0);
}

#[test]
fn a_usual_name_of_random_values_is_volatile_only_with_a_digit() {
    assert_eq!(likeness("CB=7", "CB=8"), 1.0);
    assert_eq!(likeness("cb=on", "cb=off"), 0.0);
}

#[test]
fn of_parameters_with_one_name_equal_values_are_paired_first() {
    assert_eq!(likeness("a=2&a=1", "a=1&a=2"), 1.0);
    assert_eq!(likeness("a=1&a=1", "a=1"), 0.5);
}

#[test]
fn numbers_are_changing_from_six_digits_on() {
    assert!(!is_changing("12345"));
    assert!(is_changing("123456"));
    assert!(is_changing("0.123456"));
    assert!(!is_changing("0.12345"));
}

#[test]
fn hexadecimal_is_changing_from_eight_characters_on_and_with_a_digit() {
    assert!(is_changing("deadbee1"));
    assert!(!is_changing("deadbe1"));
    assert!(!is_changing("deadbeef"));
    assert!(is_changing("123e4567-e89b-12d3-a456-426614174000"));
}

#[test]
fn words_are_changing_from_sixteen_characters_on_and_with_two_digits() {
    assert!(is_changing("Qx7-tmzw_kLpRo2g"));
    assert!(!is_changing("Qx7-tmzw_kLpRo2"));
    assert!(!is_changing("Qx7-tmzw_kLpRong"));
    assert!(!is_changing("internationalisation"));
    assert!(!is_changing(""));
}

#[test]
fn a_pattern_has_stars_for_changing_parts_between_slashes_and_points() {
    assert_eq!(path_pattern("/app.0a1b2c3d.js").as_deref(), Some("/app.*.js"));
    assert_eq!(path_pattern("/1700000001/0a1b2c3d/x").as_deref(), Some("/*/*/x"));
}

#[test]
fn a_path_without_changing_parts_has_no_pattern() {
    assert_eq!(path_pattern("/"), None);
    assert_eq!(path_pattern(""), None);
    assert_eq!(path_pattern("/style/main.css"), None);
}
