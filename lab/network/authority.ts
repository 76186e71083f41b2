import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Keys, keyPem, makeKeys, makeRoot } from '../certificate/certificate.ts'
import { type CertificateKey, type ChainKind, SHORTEST_CHAIN } from '../certificate/chain-kind.ts'
import { sizedChain } from '../certificate/sized-chain.ts'
import type { Certificate } from '../sandbox/site/certificates.ts'

/** A lab's own certificate authority. */
export interface Authority {
  /** PEM file of its root. */
  readonly caFile: string
  /**
   * A certificate for these names and addresses. Default: of P-256 and signed by the root itself, so that a handshake carries
   * nothing more.
   * @throws RangeError where such a chain is too short for the names
   */
  issue(name: string, hosts: readonly string[], kind?: ChainKind): Promise<Certificate>
}

/** Makes an authority with its files below `folder`. */
export async function makeAuthority(folder: string): Promise<Authority> {
  await mkdir(folder, { recursive: true })
  const caFile = join(folder, 'ca.pem')
  const root = makeRoot({ organization: 'towline lab', commonName: 'towline lab root' })
  await writeFile(caFile, root.pem)
  const known = new Map<CertificateKey, Keys & { readonly keyFile: string }>()
  const keysOf = async (kind: CertificateKey): Promise<Keys & { readonly keyFile: string }> => {
    const made = known.get(kind) ?? { ...makeKeys(kind), keyFile: join(folder, `leaf-key-${kind}.pem`) }
    if (!known.has(kind)) await writeFile(made.keyFile, keyPem(made))
    known.set(kind, made)
    return made
  }
  return {
    caFile,
    async issue(name, hosts, { chainBytes, certificateKey } = SHORTEST_CHAIN) {
      const [commonName = name] = hosts
      const certFile = join(folder, `${name}.pem`)
      const { keyFile, ...keys } = await keysOf(certificateKey)
      const leaf = { keys, subject: { commonName }, altNames: hosts }
      await writeFile(certFile, sizedChain(leaf, root, chainBytes))
      return { certFile, keyFile }
    },
  }
}
