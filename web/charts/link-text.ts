import { integer } from '../../figures/quantity.ts'

/** A link as it was set, in a few words: `100 ms round trip, 10/5 Mbit/s, 1 % loss, queue of 256`. */
export function configuredLinkText(value: unknown): string {
  const link = record(value)
  const rttMs = number(link?.rttMs)
  if (link === null || rttMs === null) return plain(value)
  const jitterMs = number(link.jitterMs) ?? 0
  const [down, up] = [
    lossText(link.lossDown ?? link.lossFraction),
    lossText(link.lossUp ?? link.lossFraction),
  ]
  return [
    `${rttMs} ms round trip`,
    ...(jitterMs > 0 ? [`± ${jitterMs} ms`] : []),
    `${rateText(link.downMbps, link.downTrace)}/${rateText(link.upMbps, link.upTrace)} Mbit/s`,
    ...(down === up ? lossPart(down) : [...lossPart(down, ' down'), ...lossPart(up, ' up')]),
    `queue of ${String(link.queuePackets)}`,
  ].join(', ')
}

/** A link as it was measured, before a run and after it where both are there. */
export function measuredLinkText(value: unknown): string {
  const measured = record(value)
  if (measured === null || !('before' in measured)) return oneText(value)
  return (['before', 'after'] as const)
    .filter((when) => measured[when] != null)
    .map((when) => `${when}: ${oneText(measured[when])}`)
    .join('; ')
}

function oneText(value: unknown): string {
  const measured = record(value)
  const rtt = record(measured?.rtt)
  if (measured === null || rtt === null) return plain(value)
  const lossWords = (value: unknown): string => {
    const counts = record(value)
    return counts === null
      ? 'not known'
      : `${integer(Number(counts.lost))} of ${integer(Number(counts.sent))}`
  }
  const rates = [measured.downMbps, measured.upMbps].map((mbps) => number(mbps)?.toFixed(2) ?? 'not measured')
  return [
    rttText(number(rtt.medianMs)),
    `${rates.join('/')} Mbit/s`,
    `lost ${lossWords(measured.lossDown)} down, ${lossWords(measured.lossUp)} up`,
  ].join(', ')
}

const rttText = (ms: number | null): string =>
  ms === null ? 'round trip not measured' : `${ms.toFixed(1)} ms round trip`

function rateText(mbps: unknown, trace: unknown): string {
  if (typeof trace === 'string') return 'trace'
  return number(mbps)?.toString() ?? 'unlimited'
}

/** Returns null where none is lost. */
function lossText(loss: unknown): string | null {
  if (loss === 0 || loss === undefined || loss === null) return null
  // A share of 0.07 is 7.000000000000001 % in floating point.
  return typeof loss === 'number' ? `${Number((100 * loss).toPrecision(12))} % loss` : 'loss in bursts'
}

function lossPart(text: string | null, where = ''): string[] {
  return text === null ? [] : [`${text}${where}`]
}

/** A flat object as `rttMs 20, downMbps 10`; what is nested as JSON. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return 'not known'
  const all = record(value)
  if (all === null) return String(value)
  return Object.entries(all)
    .map(([name, part]) => `${name} ${record(part) === null ? String(part) : JSON.stringify(part)}`)
    .join(', ')
}

function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
