import type { Entry, Timings } from 'har-format'
import { harEntries } from './har-entries.ts'
import type { Metric } from './metric.ts'

type Phase = Exclude<keyof Timings, 'comment'>

/** HAR 1.2, timings. */
const PHASES: Readonly<Record<Phase, string>> = {
  blocked: 'waiting for a network connection',
  dns: 'resolving host names',
  connect: 'connecting, the TLS or QUIC handshake included,',
  ssl: 'the TLS or QUIC handshake, a part of `phase_ms.connect`,',
  send: 'sending requests',
  wait: 'waiting for responses',
  receive: 'reading responses',
}

/**
 * One metric per phase, each a sum over the page's entries, which overlap, so that phases do not add up to the page's time. HAR has -1
 * for a phase that an entry did not go through. A phase that no entry went through is null and not 0: that the browser
 * tells of no connect, for instance, may be the doing of a preconnect.
 */
export const phaseMs: readonly Metric[] = (Object.keys(PHASES) as Phase[]).map((phase) => ({
  name: `phase_ms.${phase}`,
  about: `${PHASES[phase]} summed over the page’s requests (HAR 1.2)`,
  compute(artifacts) {
    const entries = harEntries(artifacts)
    if (entries === null) return { value: null, note: 'no request was recorded' }
    const times = entries.filter(hasTimings).flatMap(({ timings }) => timings[phase] ?? [])
    const gone = times.filter((timeMs) => timeMs >= 0)
    if (gone.length === 0) return { value: null, note: 'no request went through this phase' }
    return gone.reduce((sum, timeMs) => sum + timeMs, 0)
  },
}))

/** HAR demands send, wait and receive also of a request that the browser has no timings of: all three are 0 then. */
function hasTimings({ timings }: Entry): boolean {
  const { send = 0, wait = 0, receive = 0, blocked = -1 } = timings
  return send > 0 || wait > 0 || receive > 0 || blocked >= 0
}
