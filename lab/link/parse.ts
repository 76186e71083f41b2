import type { LinkCondition } from './link.ts'

/** Packets of the queue where none are named: as in Elkhatib et al. 2014, IV-A. */
const QUEUE_PACKETS = 256

const EXAMPLE = 'such as rtt=100ms,down=10,up=10,loss=0.01,queue=256'

/**
 * `rtt=100ms,down=10,up=10,loss=0.01,queue=256`: round-trip time (ms, or s where it says so), Mbit/s of each
 * direction, loss of each direction (a fraction, or a percentage where it says %), packets of the queue. What is not
 * named is 0 ms, unlimited, no loss, 256 packets.
 * @throws RangeError that says what is wrong; the text is meant for the user.
 */
export function parseLink(text: string): LinkCondition {
  const given = new Map<string, number>()
  for (const part of text.split(',')) {
    const [, key = '', digits = '', unit = ''] =
      /^\s*([a-z]+)\s*=\s*(\d+(?:\.\d+)?)\s*([a-z%]*)\s*$/i.exec(part) ?? []
    const field = FIELDS.get(key)
    if (!field) throw new RangeError(`'${part}' is no part of a link: it must be ${EXAMPLE}`)
    const factor = field.units[unit.toLowerCase()]
    if (factor === undefined)
      throw new RangeError(`${key} is in ${Object.keys(field.units).filter(Boolean).join(' or ')}: '${part}'`)
    if (given.has(key)) throw new RangeError(`${key} is given twice`)
    const value = Number(digits) * factor
    if (!(value >= field.low && value <= field.high) || (field.whole && !Number.isInteger(value)))
      throw new RangeError(
        `${key} must be ${field.whole ? 'whole, ' : ''}${field.low} to ${field.high}: '${part}'`,
      )
    given.set(key, value)
  }
  return {
    rttMs: given.get('rtt') ?? 0,
    downMbps: given.get('down') ?? null,
    upMbps: given.get('up') ?? null,
    lossFraction: given.get('loss') ?? 0,
    queuePackets: given.get('queue') ?? QUEUE_PACKETS,
  }
}

interface Field {
  /** What the number is multiplied with, by its unit; '' is none. */
  readonly units: Readonly<Record<string, number>>
  readonly low: number
  readonly high: number
  readonly whole?: boolean
}

const RATE: Field = { units: { '': 1, mbps: 1, mbit: 1, kbps: 0.001, kbit: 0.001 }, low: 0.01, high: 10_000 }
const FIELDS: ReadonlyMap<string, Field> = new Map([
  ['rtt', { units: { '': 1, ms: 1, s: 1000 }, low: 0, high: 10_000 }],
  ['down', RATE],
  ['up', RATE],
  ['loss', { units: { '': 1, '%': 0.01 }, low: 0, high: 0.9 }],
  ['queue', { units: { '': 1, packets: 1 }, low: 1, high: 100_000, whole: true }],
])
