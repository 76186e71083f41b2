import { z } from 'zod'
import { INITIAL_WINDOW, type RecordedWindow, type Recording } from './recording.ts'
import { count, milliseconds, protocol, sha256 } from './values.ts'

/** The facts that a lab run keeps of a recording that it replays, so that nobody needs its folder to understand it. */
export interface RecordingFacts {
  /** Has no query, since it is shown in public. */
  readonly pageUrl: string
  readonly source: Recording['source']['kind']
  /** ISO 8601; null where the source does not say. */
  readonly recordedAt: string | null
  /** SHA-256 of recording.json, which names that of every body. */
  readonly sha256: string
  /** The emulated link that it was recorded behind; null: the internet, or unknown. */
  readonly link: Recording['link']
  readonly hosts: readonly RecordedHostFacts[]
  /** Answers that the replay can give, and the bytes of their bodies as they are stored. */
  readonly answers: number
  readonly bodyBytes: number
  /** Page load times of the recorded loads that succeeded, of those whose times count. */
  readonly livePltMs: readonly number[]
  /** The same of its load under HTTP/1.1; empty: there is none. */
  readonly http1PltMs: readonly number[]
  /** Think times that hold more than what the server took, or may; null: the run is older. */
  readonly thinkTimes: ThinkTimeFacts | null
  readonly notReplayed: readonly { readonly kind: string; readonly count: number }[]
  /** Exchanges that the replay cannot give. */
  readonly leftOut: number
  /** Whether the replay's link has one round-trip time for all hosts, or one for each. */
  readonly roundTrips: 'one for all' | 'by host'
  /** Look-ups of names in the replay: by the lab's resolver, or not at all, since browsers know the addresses. */
  readonly lookUps: 'by resolver' | 'none'
  /** That the replay takes unless the plan sets one; null: the recording has none. */
  readonly initialWindow: RecordedWindow | null
}

/** Answers whose think times were recorded with many requests to their host under way. */
interface ThinkTimeFacts {
  /** Bounded by what the request itself took with few under way. */
  readonly byRequest: number
  /** Bounded by what others of the host took. */
  readonly byHost: number
  /** Server and queues cannot be told apart. */
  readonly unknown: number
}

export interface RecordedHostFacts {
  readonly name: string
  readonly address: string | null
  /** ALPN name. */
  readonly protocol: string | null
  /** Median over the loads whose times count. */
  readonly roundTripMs: number | null
}

export const RECORDING_FACTS = z.object({
  pageUrl: z.string(),
  source: z.enum(['live', 'har', 'warc']),
  recordedAt: z.string().nullable(),
  sha256,
  link: z.record(z.string(), z.unknown()).nullable(),
  hosts: z.array(
    z.object({
      name: z.string(),
      address: z.string().nullable(),
      protocol: protocol.nullable(),
      roundTripMs: milliseconds.nullable(),
    }),
  ),
  answers: count,
  bodyBytes: count,
  livePltMs: z.array(milliseconds),
  // Older runs have neither.
  http1PltMs: z.array(milliseconds).default([]),
  thinkTimes: z.object({ byRequest: count, byHost: count, unknown: count }).nullable().default(null),
  notReplayed: z.array(z.object({ kind: z.string(), count })),
  leftOut: count,
  roundTrips: z.enum(['one for all', 'by host']),
  // Older runs do not say it, and had none.
  lookUps: z.enum(['by resolver', 'none']).default('none'),
  initialWindow: INITIAL_WINDOW.nullable().default(null),
}) satisfies z.ZodType<RecordingFacts>
