import type { Database } from '../../../db/connection/database.ts'
import { writeLabRun } from '../../cli/lab/lab-run-database.ts'
import { replayedHar, storedHar } from './replayed-har.ts'

/** The link that the recordings were made behind. */
export const LINK = {
  ...{ rttMs: 100, jitterMs: 0, downMbps: 10, upMbps: 2, lossDown: 0, lossUp: 0, queuePackets: 256 },
  ...{ downTrace: null, upTrace: null },
}

const FACTS = {
  pageUrl: 'https://www.example.com/',
  source: 'live',
  recordedAt: '2026-11-20T10:00:00.000Z',
  sha256: 'ab'.repeat(32),
  link: { backend: 'netem', condition: LINK },
  hosts: [
    { name: 'www.example.com', address: '192.0.2.1', protocol: 'h2', roundTripMs: 101.5 },
    { name: 'static.example.com', address: '192.0.2.2', protocol: 'h3', roundTripMs: 102 },
  ],
  answers: 40,
  bodyBytes: 1_234_567,
  livePltMs: [980, 1_000, 1_020, 1_100],
  http1PltMs: [1_300],
  thinkTimes: { byRequest: 30, byHost: 2, unknown: 1 },
  notReplayed: [{ kind: 'websocket', count: 2 }],
  leftOut: 3,
  roundTrips: 'one for all',
  lookUps: 'by resolver',
  initialWindow: { tcp: null, quic: 32 },
}

const METRICS = {
  replay_hits: 39,
  replay_misses: 1,
  replay_spares: 2,
  replay_miss_share: 0.025,
  'replay_rungs.url': 35,
  'replay_rungs.query': 3,
  'replay_rungs.path': 1,
  'replay_rungs.body': 0,
  'replay_rungs.preflight': 0,
  replay_byte_share: 0.985,
  replay_waited_ms: 118,
  replay_live_waited_ms: 120,
  replay_received_ms: 31,
  replay_live_received_ms: 35,
}

const SPREAD = [0.985, 1.01, 1, 0.97, 1.03, 0.995, 1.015, 0.98, 1.005, 1, 0.99, 1.02]

/** Twelve rounds about a median. */
const about = (ms: number): (number | null)[] => SPREAD.map((share) => ms * share)

/** The same in another order: rounds are not alike in all arms. */
const other = (ms: number): (number | null)[] => about(ms).toReversed()

/** A round less: the load missed too much. */
const oneLess = (ms: number): (number | null)[] => other(ms).with(3, null)

/**
 * A lab run of two recorded pages, the second one behind another link than it was recorded behind, and one page of the
 * catalogue: HTTP/3 is faster, slower, and not decided.
 */
export function writeReplayRun(db: Database): Promise<number> {
  const missed = {
    state: 'invalid',
    reason: 'replay_misses',
    detail: '5 of 40 requests missed',
  } as const
  const [first, second] = ['recording:example', 'recording:shop']
  return writeLabRun(
    db,
    [
      {
        factors: { page: first },
        configuredLink: LINK,
        metrics: METRICS,
        verdict: missed,
        artifacts: async () => [await storedHar(replayedHar())],
        pltMs: { h1: about(1_200), h3: oneLess(1_000), recorded: other(1_050) },
      },
      {
        factors: { page: second },
        configuredLink: { ...LINK, rttMs: 20 },
        metrics: { ...METRICS, replay_miss_share: 0, replay_misses: 0 },
        pltMs: { h1: about(900), h3: other(1_000), recorded: other(950) },
      },
      {
        factors: { page: 'cablelabs-a' },
        configuredLink: LINK,
        pltMs: { h1: [500, 900, 700, 600, 800, 650], h3: [700, 600, 800, 650, 500, 900] },
      },
      { factors: { page: 'cablelabs-b' }, configuredLink: LINK },
    ],
    {
      plan: {
        recordings: {
          [first]: FACTS,
          [second]: {
            ...FACTS,
            pageUrl: 'https://shop.example.org/list',
            livePltMs: [],
            http1PltMs: [],
            initialWindow: null,
          },
        },
      },
    },
  )
}
