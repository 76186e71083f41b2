use rustls::crypto::SupportedKxGroup;

use super::{CIPHERTEXT_BYTES, X25519MlKem768};

const X25519_BYTES: usize = 32;

#[test]
fn both_sides_come_to_the_same_secret() {
    let client = X25519MlKem768.start().unwrap();
    let server = X25519MlKem768.start_and_complete(client.pub_key()).unwrap();
    assert_eq!(server.pub_key.len(), CIPHERTEXT_BYTES + X25519_BYTES);
    let secret = client.complete(&server.pub_key).unwrap();
    assert_eq!(secret.secret_bytes(), server.secret.secret_bytes());
}

#[test]
fn a_share_of_another_length_is_refused() {
    let client = X25519MlKem768.start().unwrap();
    assert!(X25519MlKem768.start_and_complete(&client.pub_key()[1..]).is_err());
    assert!(X25519MlKem768.start_and_complete(&[0; 31]).is_err());
}
