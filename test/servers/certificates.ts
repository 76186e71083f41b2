import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface KeyPair {
  readonly key: Buffer
  readonly cert: Buffer
}

export interface LeafOptions {
  /** Subject alternative names as openssl writes them: `DNS:a.test, IP:127.0.0.1`. */
  readonly altNames: string
  /** Distinguished name, default `/CN=` and the first alternative name. */
  readonly subject?: string
  readonly notBefore?: Date
  readonly notAfter?: Date
}

/** A certificate authority made by the openssl command in a folder of its own, which goes when it is disposed. */
export interface Authority extends AsyncDisposable {
  readonly ca: Buffer
  leaf(options: LeafOptions): Promise<KeyPair>
  selfSigned(altNames: string): Promise<KeyPair>
}

const DAY_MS = 86_400_000

const CONFIG = `
[ca]
default_ca = authority
[authority]
new_certs_dir = .
database = index
serial = serial
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
organizationName = optional
[req]
distinguished_name = name
[name]
`

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-config', 'config']

/** `YYYYMMDDHHMMSSZ`, as `openssl ca` wants it. */
const stamp = (time: Date): string => `${time.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`

export async function makeAuthority(): Promise<Authority> {
  const cwd = await mkdtemp(join(tmpdir(), 'towline-ca-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd })
  const read = async (name: string): Promise<KeyPair> => ({
    key: await readFile(join(cwd, `${name}.key`)),
    cert: await readFile(join(cwd, `${name}.crt`)),
  })
  await writeFile(join(cwd, 'config'), CONFIG)
  await writeFile(join(cwd, 'index'), '')
  await writeFile(join(cwd, 'serial'), '1000\n')
  const caArguments = [
    '-subj',
    '/CN=towline test CA',
    '-addext',
    'basicConstraints=critical,CA:TRUE',
    '-days',
    '30',
  ]
  await openssl('req', '-x509', ...NEW_KEY, '-keyout', 'ca.key', '-out', 'ca.crt', ...caArguments)
  let issued = 0
  return {
    ca: await readFile(join(cwd, 'ca.crt')),
    async leaf({ altNames, subject = `/CN=${altNames.split(/[:,]/)[1]}`, notBefore, notAfter }) {
      const name = `leaf${issued++}`
      const request = ['-subj', subject, '-addext', `subjectAltName=${altNames}`]
      await openssl('req', '-new', ...NEW_KEY, '-keyout', `${name}.key`, '-out', `${name}.csr`, ...request)
      const from = stamp(notBefore ?? new Date(Date.now() - DAY_MS))
      const until = stamp(notAfter ?? new Date(Date.now() + 30 * DAY_MS))
      const files = ['-in', `${name}.csr`, '-out', `${name}.crt`, '-cert', 'ca.crt', '-keyfile', 'ca.key']
      await openssl(
        'ca',
        '-batch',
        '-notext',
        '-config',
        'config',
        ...files,
        '-startdate',
        from,
        '-enddate',
        until,
      )
      return read(name)
    },
    async selfSigned(altNames) {
      const name = `self${issued++}`
      const extra = ['-subj', '/CN=self', '-addext', `subjectAltName=${altNames}`, '-days', '30']
      await openssl('req', '-x509', ...NEW_KEY, '-keyout', `${name}.key`, '-out', `${name}.crt`, ...extra)
      return read(name)
    },
    async [Symbol.asyncDispose]() {
      await rm(cwd, { recursive: true, force: true })
    },
  }
}
