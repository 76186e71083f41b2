import { checkCondition, LINK_LIMITS } from './check-condition.ts'
import type { LinkCondition, Loss } from './link.ts'
import { lossInBursts } from './loss.ts'
import { conditionWith, isProfileName, PROFILES } from './profiles.ts'

const EXAMPLE = 'such as rtt=100ms,down=10,up=10,loss=0.01,queue=256'

/**
 * `rtt=100ms,jitter=5ms,down=10,up=10,loss=0.01,burst=3,queue=256`: round-trip time and jitter (ms, or s where it says
 * so), Mbit/s of each direction, loss (a fraction, or a percentage where it says %) of both directions or, as
 * `loss-down` and `loss-up`, of one, mean length of its bursts in packets, packets of the queue. `down-trace=FILE` and
 * `up-trace=FILE` are delivery traces. What is not named is as in `profile=NAME`; without one it is 0 ms, unlimited, no
 * loss, 256 packets.
 * @throws RangeError that says what is wrong; the text is meant for the user.
 */
export function parseLink(text: string): LinkCondition {
  const given = new Map<string, string>()
  for (const part of text.split(',')) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*=\s*(.*?)\s*$/i.exec(part) ?? []
    if (!(NUMBERS.has(key) || WORDS.has(key)) || value === '') throw notAPart(part)
    if (given.has(key)) throw new RangeError(`${key} is given twice`)
    given.set(key, value)
  }
  const number = (key: string): number | undefined => readNumber(key, given.get(key))
  const base = profileCondition(given.get('profile'))
  const [downTrace, upTrace] = [given.get('down-trace'), given.get('up-trace')]
  const loss = number('loss')
  const burst = number('burst')
  const lossDown = number('loss-down') ?? loss
  const lossUp = number('loss-up') ?? loss
  if (burst !== undefined && !lossDown && !lossUp)
    throw new RangeError('burst is the length of what is lost: it needs loss')
  const condition: LinkCondition = {
    rttMs: number('rtt') ?? base.rttMs,
    jitterMs: number('jitter') ?? base.jitterMs,
    downMbps: number('down') ?? (downTrace === undefined ? base.downMbps : null),
    upMbps: number('up') ?? (upTrace === undefined ? base.upMbps : null),
    lossDown: lossOf(lossDown, burst) ?? base.lossDown,
    lossUp: lossOf(lossUp, burst) ?? base.lossUp,
    queuePackets: number('queue') ?? base.queuePackets,
    downTrace: downTrace ?? base.downTrace,
    upTrace: upTrace ?? base.upTrace,
  }
  for (const direction of ['down', 'up'])
    if (given.has(direction) && given.has(`${direction}-trace`))
      throw new RangeError(`${direction} and ${direction}-trace exclude each other`)
  if (condition.jitterMs > condition.rttMs / 2)
    throw new RangeError(`jitter must be at most half of rtt: ${condition.jitterMs} of ${condition.rttMs} ms`)
  checkCondition(condition)
  return condition
}

function profileCondition(name: string | undefined): LinkCondition {
  if (name === undefined) return conditionWith({})
  if (isProfileName(name)) return PROFILES[name].condition
  throw new RangeError(`no profile is called '${name}' (known: ${Object.keys(PROFILES).join(', ')})`)
}

function lossOf(mean: number | undefined, burst: number | undefined): Loss | undefined {
  return mean === undefined || burst === undefined || mean === 0 ? mean : lossInBursts(mean, burst)
}

function notAPart(part: string): RangeError {
  return new RangeError(`'${part}' is no part of a link: it must be ${EXAMPLE}`)
}

function readNumber(key: string, text: string | undefined): number | undefined {
  const field = NUMBERS.get(key)
  if (text === undefined || field === undefined) return undefined
  const part = `${key}=${text}`
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z%]*)$/i.exec(text) ?? []
  if (digits === undefined) throw notAPart(part)
  const factor = field.units[unit.toLowerCase()]
  if (factor === undefined)
    throw new RangeError(`${key} is in ${Object.keys(field.units).filter(Boolean).join(' or ')}: '${part}'`)
  const value = Number(digits) * factor
  const [low, high] = field.limits
  if (!(value >= low && value <= high) || (field.whole && !Number.isInteger(value)))
    throw new RangeError(`${key} must be ${field.whole ? 'whole, ' : ''}${low} to ${high}: '${part}'`)
  return value
}

interface Field {
  /** Factor of the number, by its unit; '' is none. */
  readonly units: Readonly<Record<string, number>>
  readonly limits: readonly [number, number]
  readonly whole?: boolean
}

const TIME: Field = { units: { '': 1, ms: 1, s: 1000 }, limits: LINK_LIMITS.rttMs }
const RATE: Field = { units: { '': 1, mbps: 1, mbit: 1, kbps: 0.001, kbit: 0.001 }, limits: LINK_LIMITS.mbps }
const LOSS: Field = { units: { '': 1, '%': 0.01 }, limits: LINK_LIMITS.lossFraction }
const NUMBERS: ReadonlyMap<string, Field> = new Map([
  ['rtt', TIME],
  ['jitter', TIME],
  ['down', RATE],
  ['up', RATE],
  ['loss', LOSS],
  ['loss-down', LOSS],
  ['loss-up', LOSS],
  ['burst', { units: { '': 1, packets: 1 }, limits: LINK_LIMITS.burstPackets }],
  ['queue', { units: { '': 1, packets: 1 }, limits: LINK_LIMITS.queuePackets, whole: true }],
])
const WORDS: ReadonlySet<string> = new Set(['profile', 'down-trace', 'up-trace'])
