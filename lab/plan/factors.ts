import { z } from 'zod'
import { KEY_EXCHANGE_NAMES } from '../../model/key-exchange.ts'
import { UDP_PATHS } from '../../model/udp-path.ts'
import { VISIT_NAMES } from '../../model/visit.ts'
import { CERTIFICATE_KEYS } from '../certificate/chain-kind.ts'
import { LINK_LIMITS } from '../link/condition/check-condition.ts'
import { PROFILES } from '../link/condition/profiles.ts'
import { SERVER_NAMES } from '../origin/servers.ts'
import { PAGE_NAMES } from '../pages/page.ts'

/**
 * `each`: every host of a page has an address of its own. `one`: all share one. `origin`: as `each`, and connections of
 * HTTP/3 name all hosts as their origins (RFC 9412).
 */
const ADDRESS_RULES = ['each', 'one', 'origin'] as const
export type AddressRule = (typeof ADDRESS_RULES)[number]

/** Whether responses of HTTP/3 come in the order that clients ask for (RFC 9218). */
const PRIORITY_RULES = ['on', 'off'] as const
export type PriorityRule = (typeof PRIORITY_RULES)[number]

/** Whether a 103 (RFC 8297) announces what a document names, before the server works on it. */
const HINT_RULES = ['on', 'off'] as const
export type HintRule = (typeof HINT_RULES)[number]

/** Says how the window of QUIC grows at first: as the server has it, or by HyStart++ (RFC 9406) and while half of it is used. */
const SLOW_STARTS = ['classic', 'hystart'] as const
export type SlowStart = (typeof SLOW_STARTS)[number]

const [SLOWEST_MBPS, FASTEST_MBPS] = LINK_LIMITS.mbps

/** Lists what a plan may vary or hold. Each has a name, a meaning and its possible levels; the order is that of tables. */
export const FACTORS = {
  page: page(),
  objects: number('a number of objects (on a page of nothing else)', { low: 1, high: 1_000, whole: true }),
  objectBytes: number('a size (bytes of each object)', { low: 100, high: 100_000_000, whole: true }),
  server: oneOf('a server', SERVER_NAMES),
  shards: number('a number of shards (hosts that share the page’s resources)', {
    low: 1,
    high: 7,
    whole: true,
  }),
  addresses: oneOf('the addresses of a page’s hosts', ADDRESS_RULES),
  profile: oneOf('a profile (named link)', Object.keys(PROFILES)),
  rateMbps: rates(),
  downMbps: rate(),
  upMbps: rate(),
  rttMs: number('a delay (round-trip time, ms)', within(LINK_LIMITS.rttMs)),
  jitterMs: number('a delay (variation of single packets, ms)', within(LINK_LIMITS.rttMs)),
  lossFraction: number('a loss (share of packets, each direction)', within(LINK_LIMITS.lossFraction)),
  lossBurst: nullable(
    'a mean burst (packets lost in a row; null: each by itself)',
    within(LINK_LIMITS.burstPackets),
  ),
  queuePackets: number('a queue (packets)', { ...within(LINK_LIMITS.queuePackets), whole: true }),
  downTrace: file(),
  upTrace: file(),
  initcwnd: nullable('an initial window (packets; null: the machine’s)', {
    low: 1,
    high: 1_000,
    whole: true,
  }),
  congestionControl: congestionControl(),
  streams: nullable('a limit of streams (null: the server’s)', { low: 1, high: 10_000, whole: true }),
  priorities: oneOf('the priorities of HTTP/3', PRIORITY_RULES),
  slowStart: oneOf('a slow start of QUIC', SLOW_STARTS),
  thinkMs: number('a delay (wait of the server before each answer, ms)', { low: 0, high: 60_000 }),
  earlyHints: oneOf('early hints', HINT_RULES),
  udp: udpPath(),
  keyExchange: oneOf('a key exchange', KEY_EXCHANGE_NAMES),
  chainBytes: nullable('a certificate chain (bytes; null: as short as it gets)', {
    low: 1_000,
    high: 60_000,
    whole: true,
  }),
  certificateKey: oneOf('a certificate’s key', CERTIFICATE_KEYS),
  visit: oneOf('a visit', VISIT_NAMES),
} as const satisfies Record<string, z.ZodType<Level>>

export type Level = string | number | null
export type FactorName = keyof typeof FACTORS

export const FACTOR_NAMES = Object.keys(FACTORS) as FactorName[]

interface Range {
  readonly low: number
  readonly high: number
  readonly whole?: boolean
}

function number(what: string, { low, high, whole = false }: Range) {
  const kind = whole ? 'is a whole number from' : 'is a number from'
  const error = refusal(`${what} ${kind} ${low} to ${high}`)
  const any = z.number({ error }).min(low, { error }).max(high, { error })
  return (whole ? any.multipleOf(1, { error }) : any).meta({ description: what })
}

function nullable(what: string, range: Range) {
  return number(what, range).nullable()
}

function within([low, high]: readonly [number, number]): Range {
  return { low, high }
}

function rate() {
  const what = 'a rate (Mbit/s; null: unlimited)'
  return nullable(what, within(LINK_LIMITS.mbps))
}

function rates() {
  const error = refusal(
    `a rate is Mbit/s down and up such as 10/1, or one number for both, ${SLOWEST_MBPS} to ${FASTEST_MBPS}`,
  )
  const mbps = z.number({ error }).min(SLOWEST_MBPS, { error }).max(FASTEST_MBPS, { error })
  const both = z.string({ error }).regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/, { error })
  const within = (text: string): boolean =>
    text.split('/').every((part) => Number(part) >= SLOWEST_MBPS && Number(part) <= FASTEST_MBPS)
  return z
    .union([mbps, both.refine(within, { error })], { error })
    .meta({ description: 'rates down/up in Mbit/s: sets downMbps and upMbps together' })
}

function udpPath() {
  const names = Object.keys(UDP_PATHS)
  const error = refusal(`a path of UDP is one of ${names.join(', ')}, or dropped-after-N`)
  return z
    .string({ error })
    .regex(new RegExp(`^(${names.join('|')}|dropped-after-[1-9]\\d{0,5})$`), { error })
    .meta({ description: `what becomes of UDP: ${names.join(', ')}, or dropped-after-N packets of a flow` })
}

export function congestionControl() {
  const error = refusal('a congestion control is its name in the kernel, such as cubic (null: the machine’s)')
  return z
    .string({ error })
    .regex(/^[a-z][a-z0-9_]{0,14}$/, { error })
    .nullable()
}

function file() {
  const error = refusal('a trace is a file in mahimahi’s format, beside the plan (null: none)')
  return z.string({ error }).min(1, { error }).nullable()
}

function page() {
  const error = refusal('a page is a name of the catalogue, or recording:FOLDER')
  const description = `a page: ${PAGE_NAMES.join(', ')}, or recording:FOLDER`
  return z
    .string({ error })
    .min(1, { error })
    .meta({ description, examples: [...PAGE_NAMES] })
}

function oneOf<const Name extends string>(what: string, names: readonly Name[]) {
  return z
    .enum(names, { error: refusal(`${what} is one of ${names.join(', ')}`) })
    .meta({ description: what })
}

/** The message of a value that does not fit, with the value. */
export function refusal(rule: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => (input === undefined ? `${rule}: nothing is there` : `${rule}, not ${shown(input)}`)
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
