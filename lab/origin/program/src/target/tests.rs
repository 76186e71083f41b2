use super::*;

fn parsed(url: &str) -> Target {
    Target::parse(url).expect("a URL")
}

#[test]
fn a_scheme_has_its_port() {
    assert_eq!((parsed("http://a/").port, parsed("https://a/").port), (80, 443));
    assert_eq!(parsed("https://a:8443/").port, 8443);
    assert_eq!(parsed("https://a:443/x"), parsed("https://a/x"));
}

#[test]
fn hosts_are_compared_in_lower_case_and_paths_as_they_stand() {
    assert_eq!(parsed("https://A.Example/x"), parsed("https://a.example/x"));
    assert_ne!(parsed("https://a/X"), parsed("https://a/x"));
}

#[test]
fn a_fragment_is_no_part_of_it() {
    assert_eq!(parsed("https://a/x?y#z"), parsed("https://a/x?y"));
}

#[test]
fn a_url_without_a_path_has_the_root() {
    assert_eq!(parsed("https://a").path, "/");
}

#[test]
fn what_is_no_absolute_url_of_http_is_none() {
    for text in ["", "/x", "a.example/x", "ftp://a/x", "https://"] {
        assert_eq!(Target::parse(text), None, "{text}");
    }
}

#[test]
fn an_empty_query_differs_from_none() {
    assert_ne!(parsed("https://a/x?"), parsed("https://a/x"));
    assert!(parsed("https://a/x?").is_same_path(&parsed("https://a/x")));
}

#[test]
fn the_same_path_of_another_scheme_or_port_is_another() {
    for other in ["http://a/x", "https://b/x", "https://a:8443/x", "https://a/y"] {
        assert!(!parsed("https://a/x").is_same_path(&parsed(other)), "{other}");
    }
}

#[test]
fn parameters_are_parted_at_their_first_equals_sign() {
    assert_eq!(parsed("https://a/?a=1=2&b&&=c").parameters(), [("a", "1=2"), ("b", ""), ("", "c")]);
    assert!(parsed("https://a/").parameters().is_empty());
}
