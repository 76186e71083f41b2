import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openssl, writeKey } from '../process/openssl.ts'
import { altName, DAYS, leafConfig, leafSubject } from '../sandbox/site/certificate-configs.ts'
import { writeRoot } from '../sandbox/site/certificate-files.ts'
import type { Certificate } from '../sandbox/site/certificates.ts'

/** A lab's own certificate authority. */
export interface Authority {
  /** PEM file of its root. */
  readonly caFile: string
  /** A certificate for these names and addresses (P-256), signed by the root itself, so that a handshake carries nothing more. */
  issue(name: string, hosts: readonly string[]): Promise<Certificate>
}

/** Makes an authority with its files below `folder`. */
export async function makeAuthority(folder: string, signal: AbortSignal): Promise<Authority> {
  await mkdir(folder, { recursive: true })
  const [caFile, caKeyFile] = [join(folder, 'ca.pem'), join(folder, 'ca-key.pem')]
  const keyFile = join(folder, 'leaf-key.pem')
  await Promise.all([
    writeRoot(folder, 'ca', '/O=towline lab/CN=towline lab root', signal),
    writeKey(keyFile, signal),
  ])
  return {
    caFile,
    async issue(name, hosts) {
      const base = join(folder, name)
      const altNames = hosts.map(altName).join(',')
      await writeFile(`${base}.cnf`, leafConfig(altNames, folder, 'ca', name))
      const request = ['-new', '-config', `${base}.cnf`, '-key', keyFile, '-subj', leafSubject(hosts[0])]
      const signer = ['-CA', caFile, '-CAkey', caKeyFile, '-days', `${DAYS}`, '-out', `${base}.pem`]
      await openssl(['req', '-x509', '-sha256', '-extensions', 'leaf', ...request, ...signer], signal)
      return { certFile: `${base}.pem`, keyFile }
    },
  }
}
