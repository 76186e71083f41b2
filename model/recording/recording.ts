import { z } from 'zod'
import { EXCHANGE } from './exchange.ts'
import { RECORDED_HOST } from './host.ts'
import { RECORDED_LOAD } from './load.ts'
import { count, httpUrl, index } from './values.ts'
import { RECORDING_FORMAT } from './version.ts'

/** Packets before the first acknowledgement, median over loads and connections; null: no connection shows it. */
export const INITIAL_WINDOW = z.object({ tcp: count.nullable(), quic: count.nullable() })

/** Obstacles that a visitor has to answer first: what covers the middle of the window, or a field for a password. */
export const OBSTACLES = ['dialogue', 'password'] as const

export type Obstacle = (typeof OBSTACLES)[number]

/** `recording.json`: what docs/recording.md describes. Fields that a newer minor version added are ignored. */
export const RECORDING = z
  .object({
    format: z.literal(RECORDING_FORMAT),
    version: z.object({ major: z.int(), minor: z.int() }),
    tool: z.object({ name: z.string(), version: z.string() }),
    source: z.object({
      kind: z.enum(['live', 'har', 'warc']),
      /** Name of the file, without its folder; null for `live`. */
      file: z.string().nullable(),
    }),
    /** Asked for. */
    pageUrl: httpUrl,
    /** The exchange of the page's document, after redirects; null where none came. */
    document: index.nullable(),
    /** ISO 8601; null where the source does not say. */
    recordedAt: z.string().nullable(),
    /** `Chrome 156.0.8078.79`, or what the source names; null where unknown. */
    browser: z.string().nullable(),
    userAgent: z.string().nullable(),
    /** The emulated link that it was recorded behind, as configured and as measured; null: none. */
    link: z.record(z.string(), z.unknown()).nullable(),
    /** Says how servers of the page began to send; since version 2.1, not there where no packets were captured. */
    initialWindow: INITIAL_WINDOW.optional(),
    /** The start of random draws of the page's scripts, in every load; null or not there: from chance. */
    seed: z.int().min(0).max(0xffff_ffff).nullish(),
    /** One of them at most has the purpose `bodies`. */
    loads: z.array(RECORDED_LOAD).min(1),
    hosts: z.array(RECORDED_HOST),
    exchanges: z.array(EXCHANGE).min(1),
    /** Things that a replay cannot give: WebSockets, service workers, streams. */
    notReplayed: z.array(z.object({ kind: z.string(), url: z.string(), why: z.string() })),
    /** Requests that are no exchange, such as of a URL that was not allowed. */
    leftOut: z.array(z.object({ url: z.string(), why: z.string() })),
    /** Seen after the load for bodies; since version 2.2, not there where it is unknown. */
    obstacles: z.array(z.enum(OBSTACLES)).optional(),
    /** Names of request headers that were removed wherever they stood, lower case. */
    removedHeaders: z.array(z.string()),
  })
  .superRefine((recording, { addIssue }) => {
    const { loads, exchanges, hosts, document } = recording
    const fault = (message: string, path: (string | number)[]): void =>
      addIssue({ code: 'custom', message, path })
    const ordinals = new Set(loads.map(({ ordinal }) => ordinal))
    if (ordinals.size < loads.length) fault('two loads have the same ordinal', ['loads'])
    if (loads.filter(({ purpose }) => purpose === 'bodies').length > 1)
      fault('more than one load is for bodies', ['loads'])
    if (document !== null && document >= exchanges.length) fault('no such exchange', ['document'])
    const inLoads = (list: readonly { readonly load: number }[], path: (string | number)[]): void => {
      if (list.some(({ load }) => !ordinals.has(load))) fault('no such load', path)
      if (new Set(list.map(({ load }) => load)).size < list.length) fault('a load stands twice', path)
    }
    for (const [position, host] of hosts.entries()) inLoads(host.loads, ['hosts', position, 'loads'])
    for (const [position, exchange] of exchanges.entries()) {
      if (exchange.id !== position) fault('its id is not its position', ['exchanges', position, 'id'])
      if ((exchange.redirectedFrom ?? -1) >= position)
        fault('it precedes its redirect', ['exchanges', position])
      if ((exchange.initiator.exchange ?? -1) >= exchanges.length)
        fault('no such initiator', ['exchanges', position, 'initiator'])
      inLoads(exchange.timings, ['exchanges', position, 'timings'])
    }
  })

export type RecordedWindow = z.infer<typeof INITIAL_WINDOW>
export type Recording = z.infer<typeof RECORDING>
