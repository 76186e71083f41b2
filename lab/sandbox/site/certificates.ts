import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { extname, join } from 'node:path'
import type { Validity } from '../../certificate/certificate.ts'
import { unbracketed } from '../../process/bracketed.ts'
import type { Host } from './hosts.ts'
import type { CertificateKind, SiteSpec } from './site-spec.ts'

export interface Certificate {
  readonly certFile: string
  readonly keyFile: string
}

export interface Certificates {
  /** The sandbox's own root. */
  readonly caFile: string
  /** Certificate of the kind that the host shows over TCP, unless another is named. */
  certificateFor(host: Host, kind?: CertificateKind): Certificate
}

/**
 * A root and, per site and kind, a certificate of its own for all names of the site and one label below each (so that
 * replicas are named too). Made once a day for the same hosts, and kept in `kept`: with the modules for it they are a
 * ninth of what opening a sandbox costs.
 */
export async function certificatesOf(kept: string, hosts: readonly Host[]): Promise<Certificates> {
  const leaves = planLeaves(hosts)
  const planned = [...leaves.values()]
  const day = new Date().toISOString().slice(0, 10)
  const folder = join(kept, `${day}-${await fingerprint(planned)}`)
  if (!existsSync(folder)) {
    await mkdir(kept, { recursive: true })
    await deleteOld(kept)
    const making = await mkdtemp(join(kept, '.making-'))
    await makeCertificates(making, planned)
    // Servers may have users of their own.
    await chmod(making, 0o755)
    // Another sandbox may have been first: its certificates are as good.
    await rename(making, folder).catch(() => rm(making, { recursive: true }))
  }
  return {
    caFile: join(folder, CA_FILE),
    certificateFor(host, kind = host.certificate) {
      const leaf = leaves.get(leafName(host.site, kind))
      if (leaf === undefined) throw new Error(`${host.name} has no certificate that is ${kind}`)
      return { certFile: join(folder, leaf.file), keyFile: join(folder, KEY_FILE) }
    },
  }
}

const CA_FILE = 'ca.pem'
const KEY_FILE = 'leaf-key.pem'
/** They are valid for 30 days, and no sandbox is open for longer. */
const KEPT_DAYS = 30

async function deleteOld(kept: string): Promise<void> {
  const oldest = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10)
  for (const name of await readdir(kept))
    if (/^\d/.test(name) && name < oldest) await rm(join(kept, name), { recursive: true, force: true })
}

/** Hash of what the certificates are for, and of the code that makes them. */
async function fingerprint(leaves: readonly Leaf[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([leaves, VALIDITY]))
  const code = join(import.meta.dirname, '../../certificate')
  for (const name of ['certificate', 'extensions'])
    hash.update(await readFile(join(code, name + extname(import.meta.filename))))
  return hash.digest('hex').slice(0, 16)
}

async function makeCertificates(folder: string, leaves: readonly Leaf[]): Promise<void> {
  // Not loaded where certificates are kept.
  const { keyPem, makeKeys, makeLeaf, makeRoot } = await import('../../certificate/certificate.ts')
  const organization = 'towline sandbox'
  const ca = makeRoot({ organization, commonName: 'towline sandbox root' })
  const stranger = makeRoot({ organization, commonName: 'a root nobody trusts' })
  // All leaves have one key: what tells them apart is the certificate.
  const keys = makeKeys()
  await writeFile(join(folder, CA_FILE), ca.pem)
  await writeFile(join(folder, KEY_FILE), keyPem(keys))
  for (const { file, kind, names, organization, chainRoots } of leaves) {
    const shown = kind === 'wrong-name' ? ['someone-else.test'] : names
    const [commonName = ''] = shown
    const pem = makeLeaf({
      keys,
      subject: { organization, commonName },
      altNames: shown.flatMap((name) => (isIP(unbracketed(name)) === 0 ? [name, `*.${name}`] : [name])),
      paddingBytes: kind === 'long' ? LONG_BYTES : 0,
      issuer: kind === 'self-signed' ? null : kind === 'untrusted' ? stranger : ca,
      ...VALIDITY[kind],
    })
    await writeFile(join(folder, file), [pem, ...Array.from({ length: chainRoots }, () => ca.pem)].join(''))
  }
}

/** Size of an extension that nobody reads. */
const LONG_BYTES = 12_000

/** Dates of certificates that are not valid today. */
const VALIDITY: Readonly<Partial<Record<CertificateKind, Validity>>> = {
  expired: { notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') },
  'not-yet-valid': { notBefore: new Date('2040-01-01'), notAfter: new Date('2041-01-01') },
}

interface Leaf {
  readonly file: string
  readonly kind: CertificateKind
  /** Names of its site, addresses among them. */
  readonly names: readonly string[]
  readonly organization: string | undefined
  /** Copies of the root that follow it. */
  readonly chainRoots: number
}

function planLeaves(hosts: readonly Host[]): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  const hostsByCertificate = Map.groupBy(hosts, ({ site }) => leafName(site, 'valid'))
  for (const { site, spec, certificate } of hosts) {
    const names = (hostsByCertificate.get(leafName(site, 'valid')) ?? []).map(({ name }) => name)
    const add = (kind: CertificateKind): void => {
      const name = leafName(site, kind)
      if (leaves.has(name)) return
      leaves.set(name, {
        file: `${name}.pem`,
        kind,
        names,
        organization: site.organization,
        chainRoots: site.chainRoots ?? 0,
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
