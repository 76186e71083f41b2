import { isIP } from 'node:net'
import type { Recording } from '../../model/recording/recording.ts'
import { shardAddress } from '../network/addresses.ts'
import type { RecordedShard } from '../pages/shape/lab-page.ts'

/** A name that a hosts file can hold, on the port that its scheme has: what the lab's servers listen on. */
export function isReplayedHost({ hostname, port }: URL): boolean {
  return port === '' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0
}

/** The hosts of a recording that its replay serves, that of the page first. A host that never answered has no address. */
export function replayHosts({ pageUrl, hosts, exchanges }: Recording): RecordedShard[] {
  const answered = new Set(
    exchanges.flatMap(({ url, status }) => (status === null ? [] : new URL(url).hostname)),
  )
  const replayed = hosts.filter(
    ({ scheme, host, port }) => answered.has(host) && isReplayedHost(new URL(`${scheme}://${host}:${port}`)),
  )
  const byName = Map.groupBy(replayed, ({ host }) => host)
  const first = new URL(pageUrl).hostname
  const names = [...byName.keys()].toSorted((a, b) => Number(b === first) - Number(a === first))
  const addresses = new Map<string, string>()
  return names.map((name) => {
    const entries = byName.get(name) ?? []
    const secure = entries.find(({ scheme }) => scheme === 'https')
    const recorded = (secure ?? entries[0])?.address ?? name
    const address = addresses.get(recorded) ?? shardAddress(addresses.size)
    addresses.set(recorded, address)
    const covered = names.filter(
      (other) => other === name || secure?.certificate?.names.some((pattern) => covers(pattern, other)),
    )
    return { name, address, certificateNames: covered }
  })
}

/** RFC 9110, 4.3.4: a star stands for one label, the first. */
function covers(pattern: string, name: string): boolean {
  const [known, asked] = [pattern.toLowerCase(), name.toLowerCase()]
  if (!known.startsWith('*.')) return known === asked
  return asked.split('.').slice(1).join('.') === known.slice(2)
}
