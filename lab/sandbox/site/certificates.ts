import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../../process/run-command.ts'
import type { Host } from './hosts.ts'
import type { CertificateKind, SiteSpec } from './site-spec.ts'

/** Files of one certificate, PEM. */
export interface Certificate {
  readonly certFile: string
  readonly keyFile: string
}

export interface Certificates {
  /** The sandbox's own root. */
  readonly caFile: string
  /** Of the kind that the host shows over TCP, unless told otherwise. */
  certificateFor(host: Host, kind?: CertificateKind): Certificate
}

/** Days that a certificate of ours is good for; no run is that long. */
export const DAYS = 30
/** openssl processes at a time: it is one short-lived process a certificate. */
const PARALLEL = 4

/**
 * Makes a root and, per site and kind, a certificate of its own for all names of the site and one label below each
 * (so that replicas are named too). P-256: RSA keys of a hundred sites take a minute to make.
 */
export async function makeCertificates(
  folder: string,
  hosts: readonly Host[],
  signal: AbortSignal,
): Promise<Certificates> {
  await mkdir(folder, { recursive: true })
  const at = (name: string) => join(folder, name)
  const openssl = (...argv: string[]) => runCommand(['openssl', ...argv], { signal })
  const makeRoot = async (name: string, commonName: string) => {
    await openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', at(`${name}-key.pem`))
    await writeFile(at(`${name}.cnf`), ROOT_CONFIG)
    await openssl(
      'req',
      '-x509',
      '-new',
      '-sha256',
      '-config',
      at(`${name}.cnf`),
      '-key',
      at(`${name}-key.pem`),
      '-subj',
      `/O=towline sandbox/CN=${commonName}`,
      '-days',
      String(DAYS),
      '-out',
      at(`${name}.pem`),
    )
  }
  await Promise.all([makeRoot('ca', 'towline sandbox root'), makeRoot('stranger', 'a root nobody trusts')])
  // One key for all leaves: what tells them apart is the certificate, and a key a site would double the time.
  const keyFile = at('leaf-key.pem')
  await openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', keyFile)

  const jobs = new Map<string, () => Promise<void>>()
  const nameOf = (site: SiteSpec, kind: CertificateKind) => `${site.certificateOf ?? site.domain}-${kind}`
  for (const { site, spec, certificate } of hosts) {
    const names = hosts.filter((other) => nameOf(other.site, 'valid') === nameOf(site, 'valid'))
    const add = (kind: CertificateKind) => {
      const base = nameOf(site, kind)
      if (jobs.has(base)) return
      jobs.set(base, () =>
        makeLeaf(
          at(base),
          kind,
          site,
          names.map((other) => other.name),
        ),
      )
    }
    if (spec.https || spec.zoo443) add(certificate)
    if (spec.zooUdp443) add(spec.certificateUdp ?? certificate)
  }
  const makeLeaf = async (base: string, kind: CertificateKind, site: SiteSpec, names: readonly string[]) => {
    const shown = kind === 'wrong-name' ? ['someone-else.test'] : names
    const altNames = shown.flatMap((name) => [`DNS:${name}`, `DNS:*.${name}`]).join(',')
    await writeFile(
      `${base}.cnf`,
      leafConfig(altNames, folder, kind === 'untrusted' ? 'stranger' : 'ca', base),
    )
    const organization = site.organization ? `/O=${site.organization}` : ''
    // openssl refuses a common name of more than 64 characters.
    const subject = `${organization}/CN=${shown[0]?.slice(0, 64)}`
    if (kind !== 'expired' && kind !== 'not-yet-valid') {
      const issuer = kind === 'untrusted' ? 'stranger' : 'ca'
      const signer =
        kind === 'self-signed' ? [] : ['-CA', at(`${issuer}.pem`), '-CAkey', at(`${issuer}-key.pem`)]
      await openssl(
        'req',
        '-x509',
        '-new',
        '-sha256',
        '-config',
        `${base}.cnf`,
        '-extensions',
        'leaf',
        '-key',
        keyFile,
        ...signer,
        '-subj',
        subject,
        '-days',
        String(DAYS),
        '-out',
        `${base}.pem`,
      )
      return
    }
    // Only `openssl ca` can set the dates in OpenSSL 3.0; it wants a database and a request.
    await Promise.all([
      writeFile(`${base}.db`, ''),
      writeFile(`${base}.serial`, `${Date.now().toString(16)}0\n`),
    ])
    const dates = kind === 'expired' ? ['200101000000Z', '210101000000Z'] : ['400101000000Z', '410101000000Z']
    await openssl(
      'req',
      '-new',
      '-config',
      `${base}.cnf`,
      '-key',
      keyFile,
      '-subj',
      subject,
      '-out',
      `${base}.csr`,
    )
    await openssl(
      'ca',
      '-batch',
      '-notext',
      '-config',
      `${base}.cnf`,
      '-extensions',
      'leaf',
      '-in',
      `${base}.csr`,
      '-startdate',
      dates[0] ?? '',
      '-enddate',
      dates[1] ?? '',
      '-out',
      `${base}.pem`,
    )
  }
  const queue = [...jobs.values()]
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let job = queue.shift(); job; job = queue.shift()) await job()
    }),
  )
  return {
    caFile: at('ca.pem'),
    certificateFor(host, kind = host.certificate) {
      const base = nameOf(host.site, kind)
      if (!jobs.has(base)) throw new Error(`${host.name} has no certificate that is ${kind}`)
      return { certFile: at(`${base}.pem`), keyFile }
    },
  }
}

export const ROOT_CONFIG = `[req]
distinguished_name = name
x509_extensions = root
[name]
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
`

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
