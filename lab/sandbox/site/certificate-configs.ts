import { isIP } from 'node:net'
import { unbracketed } from '../../process/bracketed.ts'

/** Days that a certificate of ours is good for; no run is that long. */
export const DAYS = 30

/** openssl's configuration of a root. */
export const ROOT_CONFIG = `[req]
distinguished_name = name
x509_extensions = root
[name]
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
`

/**
 * openssl's configuration of a leaf.
 * @param altNames `DNS:a.test,DNS:b.test`
 * @param issuer name of the root's files below `folder`
 * @param base path of the leaf's files, without their ends
 */
export function leafConfig(altNames: string, folder: string, issuer: string, base: string): string {
  return `[req]
distinguished_name = name
[name]
[leaf]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = ${altNames}
[ca]
default_ca = issuer
[issuer]
certificate = ${folder}/${issuer}.pem
private_key = ${folder}/${issuer}-key.pem
new_certs_dir = ${folder}
database = ${base}.db
serial = ${base}.serial
default_md = sha256
policy = any
unique_subject = no
[any]
organizationName = optional
commonName = supplied
`
}

/** A host as URLs write it, for `leafConfig`: a certificate names addresses as such, not as names. */
export function altName(host: string): string {
  const address = unbracketed(host)
  return isIP(address) === 0 ? `DNS:${host}` : `IP:${address}`
}

/** A subject for openssl, which refuses a common name of more than 64 characters. */
export function leafSubject(commonName: string | undefined, organization?: string): string {
  return `${organization === undefined ? '' : `/O=${organization}`}/CN=${commonName?.slice(0, 64)}`
}
