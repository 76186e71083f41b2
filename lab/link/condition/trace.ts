import { readText } from '../../../crawler/files/read-file.ts'
import { RefusedFile } from '../../../crawler/files/refused-file.ts'

/** Longest delivery trace that is read: hours of a fast link. */
export const MAX_TRACE_BYTES = 100_000_000

/** A delivery trace that cannot be used; the message is one line that names file and line. */
export class TraceError extends RangeError {
  override readonly name = 'TraceError'
  /** EX_DATAERR of sysexits.h. */
  readonly exitCode = 65
}

export interface DeliveryTrace {
  /** Rates that follow one another, and then start anew. */
  readonly steps: readonly { readonly lastsMs: number; readonly mbps: number }[]
  readonly lastsMs: number
  /** Rate of the whole trace, Mbit/s of IP packets. */
  readonly meanMbps: number
}

/** Size of what leaves at an opportunity. mahimahi counts 4 bytes more, the head that its interface puts before a packet. */
const OPPORTUNITY_BYTES = 1500

/**
 * Reads a trace of mahimahi's format.
 * @throws TraceError that names file and line where it is none.
 */
export async function readTrace(file: string): Promise<DeliveryTrace> {
  let text: string
  try {
    text = await readText(file, { maxBytes: MAX_TRACE_BYTES })
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new TraceError(`${file}: the trace cannot be read (${why})`)
  }
  return parseTrace(text, file)
}

/**
 * Reads a trace. Between two opportunities the rate is the one at which a full packet is through just at the second. So no rate
 * is 0, and what is delivered in time is what was recorded. Opportunities at 0 ms belong to the end of the round before.
 * @throws TraceError, beginning with `name`
 */
export function parseTrace(text: string, name: string): DeliveryTrace {
  const counts = new Map<number, number>()
  let lastMs = 0
  for (const [index, line] of text.trimEnd().split('\n').entries()) {
    const atMs = Number(line)
    if (!/^\s*\d+\s*$/.test(line))
      throw new TraceError(`${name}:${index + 1}: '${line}' is no whole millisecond`)
    if (atMs < lastMs) throw new TraceError(`${name}:${index + 1}: ${atMs} ms is before the line above`)
    counts.set(atMs, (counts.get(atMs) ?? 0) + 1)
    lastMs = atMs
  }
  if (lastMs === 0) throw new TraceError(`${name}: a trace must last longer than 0 ms`)
  counts.set(lastMs, (counts.get(lastMs) ?? 0) + (counts.get(0) ?? 0))
  counts.delete(0)
  const steps: { lastsMs: number; mbps: number }[] = []
  let beforeMs = 0
  let packets = 0
  for (const [atMs, count] of counts) {
    const mbps = mbpsOf(count, atMs - beforeMs)
    const last = steps.at(-1)
    if (last?.mbps === mbps) last.lastsMs += atMs - beforeMs
    else steps.push({ lastsMs: atMs - beforeMs, mbps })
    beforeMs = atMs
    packets += count
  }
  return { steps, lastsMs: lastMs, meanMbps: mbpsOf(packets, lastMs) }
}

function mbpsOf(packets: number, lastsMs: number): number {
  return (packets * OPPORTUNITY_BYTES * 8) / lastsMs / 1000
}
