import type { Authority } from '../network/authority.ts'
import type { RecordedShard } from '../pages/shape/lab-page.ts'
import type { Certificate } from '../sandbox/site/certificates.ts'

/**
 * Certificates that share names as the recorded ones did, so that hosts may share a connection here where they might there.
 * By the name of the host; hosts whose certificate named the same have the same one. `name` is fit for file names.
 */
export async function replayCertificates(
  authority: Authority,
  name: string,
  hosts: readonly RecordedShard[],
): Promise<Map<string, Certificate>> {
  const byNames = new Map<string, Certificate>()
  const byHost = new Map<string, Certificate>()
  for (const host of hosts) {
    const key = host.certificateNames.join(' ')
    const certificate =
      byNames.get(key) ?? (await authority.issue(`${name}-${byNames.size}`, host.certificateNames))
    byNames.set(key, certificate)
    byHost.set(host.name, certificate)
  }
  return byHost
}
