import { mkdir, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { keyPem, makeKeys, makeLeaf, makeRoot, type Validity } from '../../certificate/certificate.ts'
import { unbracketed } from '../../process/bracketed.ts'
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
  /** Of the kind that the host shows over TCP, unless another is named. */
  certificateFor(host: Host, kind?: CertificateKind): Certificate
}

/**
 * Makes a root and, per site and kind, a certificate of its own for all names of the site and one label below each
 * (so that replicas are named too).
 */
export async function makeCertificates(folder: string, hosts: readonly Host[]): Promise<Certificates> {
  await mkdir(folder, { recursive: true })
  const caFile = join(folder, 'ca.pem')
  const keyFile = join(folder, 'leaf-key.pem')
  const organization = 'towline sandbox'
  const ca = makeRoot({ organization, commonName: 'towline sandbox root' })
  const stranger = makeRoot({ organization, commonName: 'a root nobody trusts' })
  // All leaves have one key: what tells them apart is the certificate.
  const keys = makeKeys()
  await writeFile(caFile, ca.pem)
  await writeFile(keyFile, keyPem(keys))
  const leaves = planLeaves(folder, hosts)
  for (const { certFile, kind, names, organization } of leaves.values()) {
    const shown = kind === 'wrong-name' ? ['someone-else.test'] : names
    const [commonName = ''] = shown
    const pem = makeLeaf({
      keys,
      subject: { organization, commonName },
      altNames: shown.flatMap((name) => (isIP(unbracketed(name)) === 0 ? [name, `*.${name}`] : [name])),
      issuer: kind === 'self-signed' ? null : kind === 'untrusted' ? stranger : ca,
      ...VALIDITY[kind],
    })
    await writeFile(certFile, pem)
  }
  return {
    caFile,
    certificateFor(host, kind = host.certificate) {
      const leaf = leaves.get(leafName(host.site, kind))
      if (leaf === undefined) throw new Error(`${host.name} has no certificate that is ${kind}`)
      return { certFile: leaf.certFile, keyFile }
    },
  }
}

/** Dates of certificates that are not valid today. */
const VALIDITY: Readonly<Partial<Record<CertificateKind, Validity>>> = {
  expired: { notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') },
  'not-yet-valid': { notBefore: new Date('2040-01-01'), notAfter: new Date('2041-01-01') },
}

interface Leaf {
  readonly certFile: string
  readonly kind: CertificateKind
  /** Names of its site, addresses among them. */
  readonly names: readonly string[]
  readonly organization: string | undefined
}

/** The certificates that the hosts show, each once, by their names. */
function planLeaves(folder: string, hosts: readonly Host[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  const hostsByCertificate = Map.groupBy(hosts, ({ site }) => leafName(site, 'valid'))
  for (const { site, spec, certificate } of hosts) {
    const names = (hostsByCertificate.get(leafName(site, 'valid')) ?? []).map(({ name }) => name)
    const add = (kind: CertificateKind): void => {
      const name = leafName(site, kind)
      if (leaves.has(name)) return
      leaves.set(name, {
        certFile: join(folder, `${name}.pem`),
        kind,
        names,
        organization: site.organization,
      })
    }
    if (spec.https || spec.zoo443) add(certificate)
    if (spec.zooUdp443) add(spec.certificateUdp ?? certificate)
  }
  return leaves
}

function leafName(site: SiteSpec, kind: CertificateKind): string {
  return `${site.certificateOf ?? site.domain}-${kind}`
}
