import { z } from 'zod'
import {
  CID_PATTERN,
  CONTRIBUTED_PROTOCOLS,
  CONTRIBUTED_VISITS,
  CONTRIBUTING_BROWSERS,
  CONTRIBUTION_VERSION,
  DAY_PATTERN,
  KEY_PATTERN,
  LIST_PATTERN,
  LONGEST_TIME_MS,
  LONGEST_WAIT_MS,
  MOST_DELETED,
  MOST_REQUESTS,
  MOST_SITES,
  NETWORK_KINDS,
  ROUNDING_MS,
} from '../../model/contribution-terms.ts'
import { count } from './terms.ts'

const timeMs = (longestMs = LONGEST_TIME_MS) => z.int().min(0).max(longestMs).nullable()
const requests = z.int().min(0).max(MOST_REQUESTS)

export const cid = z.string().regex(CID_PATTERN).meta({
  id: 'Cid',
  description: 'Pseudonym for one site and quarter: base64url of HMAC-SHA256. Whoever has it may delete',
})

const times = z.strictObject({
  dns: timeMs(),
  connect: timeMs().meta({ description: 'TCP alone; null over QUIC' }),
  handshake: timeMs().meta({ description: 'All of the set-up: TCP and TLS, or QUIC' }),
  wait: timeMs(LONGEST_WAIT_MS),
  receive: timeMs(),
  dcl: timeMs(),
  load: timeMs(),
})

const counts = z.strictObject({
  requests,
  h1: requests,
  h2: requests,
  h3: requests,
  hidden: requests.meta({ description: 'Requests whose protocol the browser does not tell' }),
})

/** One load, the whole upload: nothing else may exist in it (safety.md P1, P2, P4). */
export const contribution = z
  .strictObject({
    v: z.literal(CONTRIBUTION_VERSION),
    list: z.string().regex(LIST_PATTERN),
    site: z
      .int()
      .min(0)
      .max(MOST_SITES - 1)
      .meta({ description: 'Number in the list, from 0: no host name is sent' }),
    proto: z.enum(CONTRIBUTED_PROTOCOLS),
    day: z.string().regex(DAY_PATTERN).meta({ description: 'UTC; today or one of the 8 days before' }),
    browser: z.enum(CONTRIBUTING_BROWSERS),
    major: z.int().min(1).max(999),
    net: z.enum(NETWORK_KINDS),
    t: times.meta({ description: 'Of the main document, whole milliseconds' }),
    n: counts,
    reused: z.boolean().meta({ description: 'The connection was there before' }),
    visit: z.enum(CONTRIBUTED_VISITS).nullable().optional().meta({
      description:
        'By which visit the document came; null or missing: the browser, or an older extension, does not tell',
    }),
    cid,
    key: z.string().regex(KEY_PATTERN).meta({ description: 'Idempotency key: the same for every retry' }),
  })
  .refine(({ n }) => n.h1 + n.h2 + n.h3 + n.hidden === n.requests, { message: 'counts do not add up' })
  .refine(({ t }) => whole(t) <= (t.load ?? Infinity) + ROUNDING_MS, { message: 'parts exceed the load' })
  .refine(({ t }) => (t.connect ?? 0) <= (t.handshake ?? Infinity), { message: 'connect exceeds handshake' })
  .refine(({ t }) => (t.dcl ?? 0) <= (t.load ?? Infinity), { message: 'dcl is after load' })
  .refine(({ t, reused }) => !reused || (t.dns ?? t.connect ?? t.handshake) === null, {
    message: 'a connection that was there before has no set-up',
  })
  .refine(({ visit, reused }) => visit == null || reused === (visit !== 'new-connection'), {
    message: 'the visit contradicts the connection',
  })
  .refine(({ t, proto }) => proto !== 'h3' || t.connect === null, { message: 'QUIC has no TCP' })
  .meta({ id: 'Contribution' })

function whole({ handshake, wait, receive }: z.output<typeof times>): number {
  return handshake === null || wait === null || receive === null ? 0 : handshake + wait + receive
}

export const contributionAnswer = z
  .strictObject({
    accepted: z.boolean(),
    reason: z.enum(['already_counted']).nullable().meta({
      description: 'Why it is not counted: this pseudonym has a load of this protocol on this day',
    }),
  })
  .meta({ id: 'ContributionAnswer' })

export const deletion = z
  .strictObject({ cids: z.array(cid).min(1).max(MOST_DELETED) })
  .meta({ id: 'Deletion' })

export type Contribution = z.output<typeof contribution>
export type ContributionAnswer = z.output<typeof contributionAnswer>
export type Deletion = z.output<typeof deletion>

/** Describes what a study's contributions are about: a list whose sites have numbers. */
export const study = z
  .strictObject({
    list: z.string().regex(LIST_PATTERN),
    openedDay: z.string().regex(DAY_PATTERN),
    sites: count.meta({ description: 'Sites under study' }),
  })
  .meta({ id: 'Study' })

export type Study = z.output<typeof study>
