import { writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { unbracketed } from '../../process/bracketed.ts'
import { openssl, writeKey } from '../../process/openssl.ts'
import { altName, DAYS, leafConfig, leafSubject, ROOT_CONFIG } from './certificate-configs.ts'
import type { CertificateKind } from './site-spec.ts'

/** Writes a root and its key as `NAME.pem` and `NAME-key.pem`. */
export async function writeRoot(
  folder: string,
  name: string,
  subject: string,
  signal: AbortSignal,
): Promise<void> {
  const base = join(folder, name)
  await writeKey(`${base}-key.pem`, signal)
  await writeFile(`${base}.cnf`, ROOT_CONFIG)
  const files = ['-config', `${base}.cnf`, '-key', `${base}-key.pem`, '-out', `${base}.pem`]
  await openssl(['req', '-x509', '-new', '-sha256', '-subj', subject, '-days', `${DAYS}`, ...files], signal)
}

export interface Leaf {
  /** Path of its files, without their ends. */
  readonly base: string
  readonly kind: CertificateKind
  /** Names of its site, addresses among them; one label below each name is named too. */
  readonly names: readonly string[]
  readonly organization: string | undefined
}

/** Writes a certificate of its kind as `BASE.pem`, for a key that is there already. */
export async function writeLeaf(
  folder: string,
  keyFile: string,
  { base, kind, names, organization }: Leaf,
  signal: AbortSignal,
): Promise<void> {
  const shown = kind === 'wrong-name' ? ['someone-else.test'] : names
  const isAddress = (name: string): boolean => isIP(unbracketed(name)) !== 0
  const altNames = shown
    .flatMap((name) => [altName(name), ...(isAddress(name) ? [] : [`DNS:*.${name}`])])
    .join(',')
  const issuer = kind === 'untrusted' ? 'stranger' : 'ca'
  await writeFile(`${base}.cnf`, leafConfig(altNames, folder, issuer, base))
  const request = [
    '-new',
    '-config',
    `${base}.cnf`,
    '-key',
    keyFile,
    '-subj',
    leafSubject(shown[0], organization),
  ]
  const dates = DATES[kind]
  if (dates !== undefined) return await writeDatedLeaf(base, request, dates, signal)
  const [caFile, caKeyFile] = [join(folder, `${issuer}.pem`), join(folder, `${issuer}-key.pem`)]
  const signer = kind === 'self-signed' ? [] : ['-CA', caFile, '-CAkey', caKeyFile]
  const days = ['-days', `${DAYS}`, '-out', `${base}.pem`]
  await openssl(['req', '-x509', '-sha256', '-extensions', 'leaf', ...request, ...signer, ...days], signal)
}

/** First and last moment of certificates that do not hold today. */
const DATES: Readonly<Partial<Record<CertificateKind, readonly [string, string]>>> = {
  expired: ['200101000000Z', '210101000000Z'],
  'not-yet-valid': ['400101000000Z', '410101000000Z'],
}

/** Only `openssl ca` can set the dates in OpenSSL 3.0; it wants a database and a request. */
async function writeDatedLeaf(
  base: string,
  request: readonly string[],
  [start, end]: readonly [string, string],
  signal: AbortSignal,
): Promise<void> {
  await writeFile(`${base}.db`, '')
  await writeFile(`${base}.serial`, `${Date.now().toString(16)}0\n`)
  await openssl(['req', ...request, '-out', `${base}.csr`], signal)
  const dates = ['-startdate', start, '-enddate', end]
  const files = ['-config', `${base}.cnf`, '-in', `${base}.csr`, '-out', `${base}.pem`]
  await openssl(['ca', '-batch', '-notext', '-extensions', 'leaf', ...dates, ...files], signal)
}
