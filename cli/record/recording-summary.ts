import type { Recording } from '../../model/recording/recording.ts'
import { median } from '../../stats/median.ts'

export function recordingSummary({ exchanges, hosts, loads, notReplayed, leftOut }: Recording): string[] {
  const bodies = new Map(
    exchanges.flatMap(({ body }) => (body === null ? [] : [[body.sha256, body.bytes] as const])),
  )
  const kB = Math.round([...bodies.values()].reduce((sum, bytes) => sum + bytes, 0) / 1_000)
  const addresses = new Set(hosts.flatMap(({ address }) => address ?? []))
  const pltMs = loads.flatMap(({ purpose, metrics }) => (purpose === 'times' ? (metrics.plt_ms ?? []) : []))
  const missing = exchanges.filter(({ bodyMissing }) => bodyMissing !== null).length
  const failed = exchanges.filter(({ failure }) => failure !== null).length
  return [
    `${exchanges.length} exchanges, ${bodies.size} bodies (${kB} kB), ${hosts.length} hosts at ${addresses.size} addresses`,
    ...(pltMs.length === 0
      ? []
      : [`page load time: median ${Math.round(median(pltMs) ?? 0)} ms, n = ${pltMs.length}`]),
    ...(failed === 0 ? [] : [`${failed} exchanges failed`]),
    ...(missing === 0 ? [] : [`${missing} bodies are missing`]),
    ...(leftOut.length === 0 ? [] : [`${leftOut.length} requests were left out`]),
    ...(notReplayed.length === 0
      ? []
      : [`not replayed: ${[...new Set(notReplayed.map(({ kind }) => kind))].join(', ')}`]),
  ]
}
