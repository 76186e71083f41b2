import { z } from 'zod'
import { LOAD_ARMS } from '../../../model/load-second.ts'
import { LINK_LIMITS } from '../../link/condition/check-condition.ts'
import { APACHE_WORKERS } from '../../origin/apache.ts'
import { LOAD_SERVERS } from '../../origin/servers.ts'
import { congestionControl, refusal } from '../../plan/factors.ts'
import { line, listOf, notAMap, whole } from '../../plan/schema-fields.ts'
import { DEFAULT_CONGESTION_CONTROL } from '../../process/congestion-controls.ts'

/** Connections of one client to one address are as many as there are ports: six for each user over HTTP/1.1. */
const MOST_USERS = 10_000
const LONGEST_SECONDS = 7_200

const seconds = (what: string, low: number) => whole(`${what} seconds,`, low, LONGEST_SECONDS)
const milliseconds = (what: string, low: number, high: number) => whole(`${what} milliseconds,`, low, high)

const ramp = z.strictObject(
  {
    users: whole('users are', 2, MOST_USERS).describe('at its end; it begins with one'),
    rampSeconds: seconds('a ramp is', 1).describe('from one user to all of them'),
    holdSeconds: seconds('a hold is', 0).default(0).describe('all users, after the ramp'),
    intervalSeconds: seconds('an interval is', 1).describe('what figures are computed over'),
  },
  { error: notAMap },
)

const rateMbps = z
  .number({ error: refusal('a rate is Mbit/s') })
  .min(LINK_LIMITS.mbps[0])
  .max(LINK_LIMITS.mbps[1])
  .optional()

const link = z.strictObject(
  {
    rttMs: z
      .number({ error: refusal('a round trip is milliseconds') })
      .min(LINK_LIMITS.rttMs[0])
      .max(LINK_LIMITS.rttMs[1])
      .default(0),
    downMbps: rateMbps,
    upMbps: rateMbps,
    queuePackets: whole('a queue is packets,', 1, 1_000_000).optional(),
  },
  { error: notAMap },
)

function oneOf<const Name extends string>(what: string, names: readonly Name[]) {
  return z.enum(names, { error: refusal(`${what} is one of ${names.join(', ')}`) })
}

const apache = z.strictObject(
  {
    mpm: oneOf('an MPM', ['event', 'worker'])
      .default(APACHE_WORKERS.mpm)
      .describe('worker: a thread for each open connection; event: for each request'),
    workers: whole('workers are', 1, 20_000)
      .default(APACHE_WORKERS.workers)
      .describe('threads, in one process'),
  },
  { error: notAMap },
)

export const loadPlanSchema = z.strictObject(
  {
    title: line('a title is one line of text').describe('what it is, in one line'),
    source: line('a source is one line: who measured it, and when').optional().describe('who, and when'),
    page: line('a page is a name of the catalogue').describe('a name of docs/lab-pages.md'),
    arms: listOf(oneOf('an arm', LOAD_ARMS), 'a list of arms, such as [h1, h2, h3]').describe(
      'protocols, in this order',
    ),
    servers: listOf(oneOf('a server', LOAD_SERVERS), 'a list of servers, such as [towline, nginx]').describe(
      'each is loaded under each arm that it speaks',
    ),
    apache: apache.prefault({}).describe('how Apache is set up'),
    link: link.prefault({}).describe('between client and server'),
    congestionControl: congestionControl()
      .default(DEFAULT_CONGESTION_CONTROL)
      .describe('of TCP, and of QUIC where its server can be set; null: the machine’s'),
    connections: oneOf('what becomes of connections', ['kept', 'fresh', 'resumed'])
      .default('kept')
      .describe('from page to page: kept; new ones with full handshakes, or with earlier TLS sessions'),
    thinkMs: milliseconds('think time is', 0, 600_000).describe('from the end of a page to the next'),
    slaMs: milliseconds('a limit is', 1, 600_000).default(3_000).describe('for p95 of page times, ms'),
    pageLimitMs: milliseconds('a page limit is', 1, 600_000)
      .default(60_000)
      .describe('a page that takes longer has failed, ms'),
    connectLimitMs: milliseconds('a connect limit is', 1, 600_000)
      .default(30_000)
      .describe('of a connection with its handshakes, ms'),
    repetitions: whole('repetitions are', 1, 100).default(3).describe('loads of each server under each arm'),
    seed: whole('a seed is', 0, 0xffff_ffff).default(1).describe('of arrivals, page and link'),
    ramp: ramp.describe('users over time'),
    fullRamp: ramp.optional().describe('that of what is repeated, where `ramp` is shortened'),
  },
  { error: notAMap },
)

/** The JSON Schema that editors check load plans by (lab/load/plans/plan.schema.json). */
export function loadPlanJsonSchema(): object {
  return z.toJSONSchema(loadPlanSchema, { io: 'input' })
}

export const RAMP_FIELDS = Object.keys(ramp.shape)
export const LINK_FIELDS = Object.keys(link.shape)
export const APACHE_FIELDS = Object.keys(apache.shape)

export type LoadPlanDocument = z.output<typeof loadPlanSchema>
