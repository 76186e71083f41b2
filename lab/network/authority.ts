import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyPem, makeKeys, makeLeaf, makeRoot } from '../certificate/certificate.ts'
import type { Certificate } from '../sandbox/site/certificates.ts'

/** A lab's own certificate authority. */
export interface Authority {
  /** PEM file of its root. */
  readonly caFile: string
  /** A certificate for these names and addresses (P-256), signed by the root itself, so that a handshake carries nothing more. */
  issue(name: string, hosts: readonly string[]): Promise<Certificate>
}

/** Makes an authority with its files below `folder`. */
export async function makeAuthority(folder: string): Promise<Authority> {
  await mkdir(folder, { recursive: true })
  const caFile = join(folder, 'ca.pem')
  const keyFile = join(folder, 'leaf-key.pem')
  const root = makeRoot({ organization: 'towline lab', commonName: 'towline lab root' })
  const keys = makeKeys()
  await writeFile(caFile, root.pem)
  await writeFile(keyFile, keyPem(keys))
  return {
    caFile,
    async issue(name, hosts) {
      const [commonName = name] = hosts
      const certFile = join(folder, `${name}.pem`)
      await writeFile(certFile, makeLeaf({ keys, subject: { commonName }, altNames: hosts, issuer: root }))
      return { certFile, keyFile }
    },
  }
}
