import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeKey } from '../../process/openssl.ts'
import { type Leaf, writeLeaf, writeRoot } from './certificate-files.ts'
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

/** openssl processes at a time: it is one short-lived process a certificate. */
const PARALLEL = 4

/**
 * Makes a root and, per site and kind, a certificate of its own for all names of the site and one label below each
 * (so that replicas are named too).
 */
export async function makeCertificates(
  folder: string,
  hosts: readonly Host[],
  signal: AbortSignal,
): Promise<Certificates> {
  await mkdir(folder, { recursive: true })
  // One key for all leaves: what tells them apart is the certificate, and a key a site would double the time.
  const keyFile = join(folder, 'leaf-key.pem')
  await Promise.all([
    writeRoot(folder, 'ca', '/O=towline sandbox/CN=towline sandbox root', signal),
    writeRoot(folder, 'stranger', '/O=towline sandbox/CN=a root nobody trusts', signal),
    writeKey(keyFile, signal),
  ])
  const leaves = planLeaves(folder, hosts)
  const queue = leaves.values()
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (const leaf of queue) await writeLeaf(folder, keyFile, leaf, signal)
    }),
  )
  return {
    caFile: join(folder, 'ca.pem'),
    certificateFor(host, kind = host.certificate) {
      const leaf = leaves.get(leafName(host.site, kind))
      if (leaf === undefined) throw new Error(`${host.name} has no certificate that is ${kind}`)
      return { certFile: `${leaf.base}.pem`, keyFile }
    },
  }
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
      leaves.set(name, { base: join(folder, name), kind, names, organization: site.organization })
    }
    if (spec.https || spec.zoo443) add(certificate)
    if (spec.zooUdp443) add(spec.certificateUdp ?? certificate)
  }
  return leaves
}

function leafName(site: SiteSpec, kind: CertificateKind): string {
  return `${site.certificateOf ?? site.domain}-${kind}`
}
