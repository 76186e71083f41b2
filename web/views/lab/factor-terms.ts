import type { FactorValue } from '../../../server/contract/contract.ts'

const LABELS: Readonly<Record<string, string>> = {
  page: 'page',
  objects: 'objects on the page',
  objectBytes: 'size of each object (bytes)',
  server: 'server',
  profile: 'profile',
  rttMs: 'round trip (ms)',
  jitterMs: 'jitter (ms)',
  downMbps: 'downstream (Mbit/s)',
  upMbps: 'upstream (Mbit/s)',
  lossFraction: 'loss (share of packets)',
  lossBurst: 'packets lost in a row',
  queuePackets: 'queue (packets)',
  initcwnd: 'initial window (segments)',
  shards: 'shards',
  streams: 'streams at most',
  thinkMs: 'think time of the server (ms)',
  congestionControl: 'congestion control',
}

/** A factor's name as an axis says it, with its unit. */
export function factorLabel(name: string): string {
  return LABELS[name] ?? name
}

/** As the API takes it in a query, and as it stands on an axis. */
export function factorText(value: FactorValue): string {
  return value === null ? 'none' : String(value)
}
