import { parseAltSvc } from '../../har/alt-svc.ts'
import type { HarEntry, HarFile, HarPageLoad } from './har-file.ts'
import { harSetUp } from './har-set-up.ts'
import type { Http3Facts } from './http3-reason.ts'

/** Tells what a HAR knows, with the headers that are in most. Null where its document is unknown. */
export function harHttp3({ document, entries }: HarPageLoad, file: HarFile): Http3Facts | null {
  if (document === null) return null
  const origin = URL.parse(document.url)?.origin
  const sameOrigin = entries.filter(({ url }) => URL.parse(url)?.origin === origin)
  const texts = sameOrigin.flatMap(({ altSvc }) => (altSvc === null ? [] : [altSvc]))
  return {
    url: document.url,
    protocol: document.protocol,
    fromCache: document.fromCache,
    reused: harSetUp(document, file).reused,
    othersByH3: sameOrigin.some(({ protocol }) => protocol === 'h3'),
    altSvc: texts.length === 0 ? 'missing' : texts,
    claimedBefore: claimedBefore(document, file),
    publishedByH3: false,
  }
}

/** Programs begin each load with an empty profile, so that it knows nothing of the one before. */
function claimedBefore(document: HarEntry, { entries, automated }: HarFile): boolean {
  const askedMs = document.startedMs
  if (automated || askedMs === null) return false
  const origin = URL.parse(document.url)?.origin
  const last = entries
    .flatMap(({ url, startedMs, timeMs, altSvc, fromCache }) =>
      startedMs === null || timeMs === null || !altSvc || fromCache || URL.parse(url)?.origin !== origin
        ? []
        : [{ altSvc, endedMs: startedMs + timeMs }],
    )
    .filter(({ endedMs }) => endedMs <= askedMs)
    // Each answer replaces what the one before announced (RFC 7838, 3).
    .reduce<Announced | null>((a, b) => (a === null || b.endedMs >= a.endedMs ? b : a), null)
  return (
    last !== null &&
    parseAltSvc(last.altSvc).some(
      ({ protocol, maxAgeS }) => protocol === 'h3' && last.endedMs + 1_000 * maxAgeS > askedMs,
    )
  )
}

interface Announced {
  readonly altSvc: string
  readonly endedMs: number
}
