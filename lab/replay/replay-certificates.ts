import { type ChainKind, SHORTEST_CHAIN } from '../certificate/chain-kind.ts'
import type { Authority } from '../network/authority.ts'
import type { RecordedShard } from '../pages/shape/lab-page.ts'
import type { Certificate } from '../sandbox/site/certificates.ts'

/**
 * Certificates that share names as the recorded ones did, so that hosts may share a connection here where they might there, and
 * are as long: longer ones than a server may send at first cost a round trip. By the name of the host; hosts whose certificate
 * named the same and was as long have the same one. `name` is fit for file names.
 */
export async function replayCertificates(
  authority: Authority,
  name: string,
  hosts: readonly RecordedShard[],
): Promise<Map<string, Certificate>> {
  const made = new Map<string, Certificate>()
  const byHost = new Map<string, Certificate>()
  for (const host of hosts) {
    const key = `${host.chainBytes} ${host.certificateNames.join(' ')}`
    const certificate = made.get(key) ?? (await issued(authority, `${name}-${made.size}`, host))
    made.set(key, certificate)
    byHost.set(host.name, certificate)
  }
  return byHost
}

/** A chain that no server of the lab could send with so few bytes has as few as it can. */
async function issued(
  authority: Authority,
  name: string,
  { certificateNames, chainBytes }: RecordedShard,
): Promise<Certificate> {
  const kind: ChainKind = { ...SHORTEST_CHAIN, chainBytes }
  try {
    return await authority.issue(name, certificateNames, kind)
  } catch (error) {
    if (error instanceof RangeError) return await authority.issue(name, certificateNames)
    throw error
  }
}
