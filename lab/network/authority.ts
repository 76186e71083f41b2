import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../process/run-command.ts'
import { type Certificate, DAYS, leafConfig, ROOT_CONFIG } from '../sandbox/site/certificates.ts'

/** A lab's own certificate authority. */
export interface Authority {
  /** PEM file of its root. */
  readonly caFile: string
  /** A certificate for these names (P-256), signed by the root itself, so that a handshake carries nothing more. */
  issue(name: string, hosts: readonly string[]): Promise<Certificate>
}

/** Makes an authority with its files below `folder`. */
export async function makeAuthority(folder: string, signal: AbortSignal): Promise<Authority> {
  await mkdir(folder, { recursive: true })
  const inFolder = (name: string): string => join(folder, name)
  const openssl = (...argv: string[]) => runCommand(['openssl', ...argv], { signal })
  const newKey = (file: string) =>
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', inFolder(file))
  const x509 = ['req', '-x509', '-new', '-sha256', '-days', String(DAYS)]
  await Promise.all([
    newKey('ca-key.pem'),
    newKey('leaf-key.pem'),
    writeFile(inFolder('ca.cnf'), ROOT_CONFIG),
  ])
  await openssl(
    ...x509,
    '-config',
    inFolder('ca.cnf'),
    '-key',
    inFolder('ca-key.pem'),
    '-subj',
    '/O=towline lab/CN=towline lab root',
    '-out',
    inFolder('ca.pem'),
  )
  return {
    caFile: inFolder('ca.pem'),
    async issue(name, hosts) {
      const names = hosts.map((host) => `DNS:${host}`).join(',')
      await writeFile(inFolder(`${name}.cnf`), leafConfig(names, folder, 'ca', name))
      await openssl(
        ...x509,
        '-config',
        inFolder(`${name}.cnf`),
        '-extensions',
        'leaf',
        '-key',
        inFolder('leaf-key.pem'),
        '-CA',
        inFolder('ca.pem'),
        '-CAkey',
        inFolder('ca-key.pem'),
        // openssl refuses a common name of more than 64 characters.
        '-subj',
        `/CN=${hosts[0]?.slice(0, 64)}`,
        '-out',
        inFolder(`${name}.pem`),
      )
      return { certFile: inFolder(`${name}.pem`), keyFile: inFolder('leaf-key.pem') }
    },
  }
}
