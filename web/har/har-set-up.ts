import type { HarEntry, HarFile } from './har-file.ts'

/** Says how the connection of a request was set up, milliseconds; null where the file does not say, or there was no set-up. */
interface HarSetUp {
  /** The connection was reused; null where the file does not say. */
  readonly reused: boolean | null
  /** TCP alone. */
  readonly connectMs: number | null
  /** TCP and TLS, or QUIC. */
  readonly handshakeMs: number | null
}

/**
 * HAR 1.2 has `ssl` inside `connect`; before it nothing was said, and some exporters have it apart. HAR has −1 for what
 * does not apply, and Firefox 0: no handshake takes no time.
 */
export function harSetUp(entry: HarEntry, file: HarFile): HarSetUp {
  const { connect, ssl } = entry.timings
  if (connect === null || (connect < 0 && connect !== -1)) return UNKNOWN
  if (connect <= 0) return { reused: true, connectMs: null, handshakeMs: null }
  const isNew = { reused: false, connectMs: null, handshakeMs: null }
  if (entry.url.startsWith('http:')) return { ...isNew, connectMs: connect, handshakeMs: connect }
  if (entry.protocol === 'h3' || entry.protocol === 'quic') {
    // One handshake, that both phases are about; added up it would count twice.
    const one = ssl === null || (ssl <= connect && file.creator !== 'firefox')
    return one ? { ...isNew, handshakeMs: connect } : isNew
  }
  // There was TLS, but it is unknown whether it is in `connect`.
  if (ssl === null || ssl <= 0) return isNew
  const apart = sslApart(entry, file)
  if (apart === null) return isNew
  const tcpMs = apart ? connect : connect - ssl
  const overTcp = entry.protocol !== null && tcpMs > 0
  return { ...isNew, connectMs: overTcp ? tcpMs : null, handshakeMs: apart ? connect + ssl : connect }
}

const UNKNOWN: HarSetUp = { reused: null, connectMs: null, handshakeMs: null }

/** Phases are rounded, in some files to whole milliseconds each. */
const ROUNDING_MS = 3.5

/** Whether `ssl` stands beside `connect` and not inside it; null where the file contradicts itself. */
export function sslApart(entry: HarEntry, { creator, version }: HarFile): boolean | null {
  const { blocked, dns, connect, ssl, send, wait, receive } = entry.timings
  if (ssl === null || connect === null || ssl <= 0) return false
  // devtools/shared/network-observer of Firefox takes `connect` to the end of TCP’s handshake.
  if (ssl > connect || creator === 'firefox') return true
  // Playwright adds `ssl` to the entry’s time although it is inside `connect`.
  if (creator === 'playwright' || entry.timeMs === null) return false
  const sum = [blocked, dns, connect, send, wait, receive].reduce<number>(
    (ms, phase) => ms + Math.max(0, phase ?? 0),
    0,
  )
  const close = (ms: number) => Math.abs((entry.timeMs ?? 0) - ms) <= ROUNDING_MS
  if (close(sum) || !close(sum + ssl)) return false
  return version === '1.2' ? null : true
}
